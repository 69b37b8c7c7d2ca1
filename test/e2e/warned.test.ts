import { expect, test } from 'vitest'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// Inputs that look like a mistake: each is sent as it is, with a warning that names the input.

/** The warnings of a run that creates the deployment. */
async function warningsOf(
  inputs: Record<string, string>,
  step: { env?: Record<string, string>; config?: string } = {},
) {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith(step.config === undefined ? {} : { 'deploy.yml': step.config })
  const given = {
    name: 'shop',
    source: 'internal_template',
    ...(step.config !== undefined && { config: 'deploy.yml' }),
  }
  const { warnings } = await create(sandbox, { ...given, ...inputs }, { env: step.env ?? {}, workspace })
  expect(posts(sandbox)).toHaveLength(1)
  return warnings.map(({ message }) => message)
}

test.each<[Record<string, string>, ...RegExp[]]>([
  [{ name: 'shop-' }, /`name`.*ends in `-`: an expression is probably empty/],
  [{ name: 'shop-$TAG' }, /`name`.*holds `\$`/, /`name`.*capital letters/],
  [{ name: 'My Shop' }, /`name`.*white space or capital letters/],
  [{ wait_timeout: '20m' }, /`wait_timeout`.*no effect without `wait_for`/],
  [{ wait_timeout: '20m', wait_for: 'ready' }],
  [{ health_contains: 'ok' }, /`health_contains`.*no effect without `health_url`/],
  [
    { api_key: 'the-key-itself', secrets: 'A=x-value\nB=the-key-itself' },
    /`secrets`.* B .*`api_key` of this step/,
  ],
  [{ image_uri: 'a:1' }, /`image_uri`.*field of source external_container or internal_container/],
  [{ image_uri: 'a:', source: 'internal_container' }, /`image_uri`.*ends in `:`/],
  [{ colour: 'red' }, /`colour`.*unknown to this action/],
  [{ wait_for: '' }, /`wait_for`.*set to an empty string.*`none`, is used/],
  [{ environment: 'production' }, /`environment`.*no effect without `github_token`/],
  [{ commit: '0a1b'.repeat(10) }, /`commit`.*source repohost only/],
  [{ secrets: 'A=abc' }, /value of A .*not masked/],
])('%j is sent with its warnings', async (inputs, ...patterns) => {
  const warnings = await warningsOf(inputs)
  expect(warnings).toEqual(patterns.map(pattern => expect.stringMatching(pattern)))
})

test('a warning about a field of the config file names its line', async () => {
  const [warning] = await warningsOf(
    {},
    { config: 'source_config: {}\nsource_revision_config:\n  repo_ref: main\n' },
  )
  expect(warning).toMatch(/^deploy\.yml:3:13: reads as a field of source repohost/)
})
