import { expect, it } from 'vitest'
import type { Fault } from '../sandbox/faults.ts'
import { create, posts, sandboxForTest } from './create.ts'

const INPUTS = { name: 'shop', source: 'internal_template' }

const withFields = (fields: object) => (body: unknown) => ({ ...(body as object), ...fields })

const UNAUTHORIZED = { error_code: 'unauthorized', http_status: '401' }

it.concurrent.for<[string, Fault, Record<string, unknown>]>([
  [
    'a 401 that is not in the encoding of its header',
    { status: 401, headers: { 'content-encoding': 'gzip' }, body: '{}' },
    UNAUTHORIZED,
  ],
  ['a 401 that is cut short', { status: 401, body: 'a long text', half: true }, UNAUTHORIZED],
  [
    'a 201 that is not in the encoding of its header',
    { headers: { 'content-encoding': 'br' }, rewrite: body => body },
    { created: 'true', id: expect.stringMatching(/./) },
  ],
  [
    'a 201 with the name null',
    { rewrite: withFields({ name: null }) },
    { error_code: 'unexpected_response', created: 'true', id: expect.stringMatching(/./) },
  ],
  [
    'a 201 with the name 5',
    { rewrite: withFields({ name: 5 }) },
    { error_code: 'unexpected_response', created: 'true', id: expect.stringMatching(/./) },
  ],
  [
    'an empty 201 for a deployment that never appears',
    { status: 201 },
    { error_code: 'unexpected_response', http_status: '201', created: '', id: '' },
  ],
])('after %s the create request is not repeated', async ([_, fault, outputs], { onTestFinished }) => {
  const sandbox = await sandboxForTest({ taken_names: 'accept' }, onTestFinished)
  sandbox.script({ operation: 'create_deployment', ...fault })
  const run = await create(sandbox, INPUTS)
  expect(run).toMatchObject({ exitCode: outputs['error_code'] === undefined ? 0 : 1, outputs })
  expect(posts(sandbox)).toHaveLength(1)
  if (outputs['created'] === '') expect(run.stdout).toContain('a rerun is safe')
  if (outputs['created'] === '') expect(run.stdout).not.toContain('nothing was created')
})

it.concurrent('headers of the workflow replace those of the action in upper or lower case', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  const headers = 'user-agent: deploy-bot\nACCEPT: application/vnd.service+json'
  expect(await create(sandbox, { ...INPUTS, headers })).toMatchObject({ exitCode: 0 })
  for (const request of sandbox.requests) {
    expect(request.headers).toMatchObject({
      'user-agent': 'deploy-bot',
      accept: 'application/vnd.service+json',
    })
  }
})
