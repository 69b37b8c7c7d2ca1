import { convert } from 'html-to-text'
import { marked } from 'marked'
import { expect, it, test } from 'vitest'
import { create, sandboxForTest } from './create.ts'

const STEP = { action: 'list' }
const NOTHING = { deployments: '', ids: '', names: '', count: '' }

test.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [422, 'rejected'],
])('the list action fails if the service refuses the list with %i', async (status, error_code) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ status, body: { detail: 'Not for you' } })
  const run = await create(sandbox, {}, STEP)
  expect(run).toMatchObject({
    exitCode: 1,
    stderr: '',
    outputs: { ...NOTHING, error_code, http_status: String(status) },
  })
  expect(run.errors.map(({ message }) => message)).toEqual([expect.stringContaining('Not for you')])
  expect(run.summary).toContain('Not for you')
})

it('the list action sets no list outputs if a later page fails', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed(...Array.from({ length: 150 }, (_, index) => ({ name: `shop-${index}` })))
  sandbox.script({ operation: 'list_deployments', delay: 0 })
  // The page is requested ahead, and once more in its turn.
  for (let count = 0; count < 2; count++) {
    sandbox.script({ operation: 'list_deployments', status: 403, body: 'no' })
  }
  const run = await create(sandbox, { max_results: '0' }, STEP)
  expect(run).toMatchObject({ exitCode: 1, outputs: { ...NOTHING, error_code: 'forbidden' } })
})

test.each([
  ['no id', { name: 'shop' }],
  ['a fraction as its id', { id: 7.5 }],
])('a listed deployment with %s fails the step with unexpected_response', async (_, deployment) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ body: { resources: [deployment], offset: 1 } })
  const run = await create(sandbox, {}, STEP)
  expect(run).toMatchObject({ exitCode: 1, outputs: { ...NOTHING, error_code: 'unexpected_response' } })
  expect(run.errors[0]?.message).toContain('has no id')
})

it('the list action reports every invalid input and sends nothing', async () => {
  const sandbox = await sandboxForTest()
  const wrong = {
    allow_http: 'yes',
    remote_reconciled: 'maybe',
    deployment_type: 'test',
    ids: '["a,b"]',
    tag_value_ids: '[1]',
    offset: '-1',
    max_results: 'all',
    list_parameters: 'colour: red',
  }
  const run = await create(sandbox, wrong, STEP)
  expect(sandbox.requests).toEqual([])
  expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { ...NOTHING, error_code: 'invalid_input' } })
  const said = run.errors.map(({ message }) => message).join('\n')
  const shown = convert(await marked(run.summary))
  for (const name of Object.keys(wrong)) {
    expect(said).toContain(`Input \`${name}\``)
    expect(shown).toContain(name)
  }
})
