import { expect, test } from 'vitest'
import { sandboxForTest, shown, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// The built action refuses mistakes before it sends anything. test/inputs/checks.test.ts has the rules.

test('mistakes in inputs and in the config file are reported at once, each at its input or line', async () => {
  const config = 'deploy/shop, 100%: new.yml'
  const text = 'nam: shop\nsource_config:\n  custom_url: 5\nsecrets: [TOKEN=hunt3r-two, GITHUB_TOKEN]\n'
  const workspace = await workspaceWith({ [config]: text })
  const sandbox = await sandboxForTest()
  const inputs = { config, secrets: 'A\nA=hunt3r-two', 'wait-for': 'ready', details_url: 'https://a/{x}' }
  const env = { GITHUB_TOKEN: 'ghs_hunt3r-two' }
  const run = await create(sandbox, { name: 'shop-', ...inputs }, { workspace, env })
  expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { error_code: 'invalid_input' } })
  expect(sandbox.requests).toEqual([])
  const errors = run.errors.map(({ properties: { file, line, col }, message }) => [
    file ? `${file}:${line}:${col}` : /^Input `(.*?)`/.exec(message)?.[1],
    message.split('\n')[0],
  ])
  expect(errors).toEqual([
    ['secrets', expect.stringMatching(/line 1.* is not set/)],
    ['secrets', expect.stringMatching(/line 2.* twice/)],
    ['details_url', expect.stringMatching(/may hold the placeholders {id}, /)],
    [`${config}:3:3`, expect.stringMatching(/custom_url must be a string/)],
    [`${config}:4:11`, expect.stringMatching(/and no values/)],
    [`${config}:1:1`, expect.stringMatching(/nam is not known.* name; /)],
    [`${config}:4:29`, expect.stringMatching(/GITHUB_TOKEN, which belongs to the runner/)],
    ['source', expect.stringMatching(/an undefined `vars.X`/)],
    ['wait-for', expect.stringMatching(/did you mean `wait_for`/)],
  ])
  expect(run.warnings).toMatchObject([{ message: expect.stringContaining('ends in `-`') }])
  expect(shown(run)).not.toContain('hunt3r')
})

test('a config file that is not there is the only problem of its step', async () => {
  const run = await create(await sandboxForTest(), { config: 'gone.yml' })
  expect(run).toMatchObject({
    exitCode: 1,
    warnings: [],
    errors: [{ properties: { title: 'Invalid input: config' } }],
  })
})
