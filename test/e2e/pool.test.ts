import { expect, it } from 'vitest'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// The variable SECRETS_POOL, through which deploy-many.yml gives every job the secrets of all services.

const CONFIG = 'name: shop\nsource: internal_template\nsecrets: [TOKEN]\n'
const TOKEN = 'token of the shop'

async function deploy(SECRETS_POOL: string) {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': CONFIG })
  // The step's own environment does not count.
  const env = { SECRETS_POOL, TOKEN: 'not this one' }
  const run = await create(sandbox, { config: 'deploy.yml' }, { workspace, env })
  return { run, sent: posts(sandbox).map(body => (body as { secrets: unknown }).secrets) }
}

it.each([
  ['lines', `OTHER=other value\nTOKEN=${TOKEN}\n`, TOKEN],
  ['a value of several lines', 'TOKEN<<END\none\n"two"\nEND\nOTHER=other value\n', 'one\n"two"'],
  [
    'JSON with the token of the job and an empty secret',
    JSON.stringify({ github_token: 'ghs_x', A: '', OTHER: 'other value', TOKEN }),
    TOKEN,
  ],
])(
  'a service gets those secrets of a pool of %s that its file names, and all are masked',
  async (_, pool, value) => {
    const { run, sent } = await deploy(pool)
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(sent).toEqual([[{ name: 'TOKEN', value }]])
    expect(run.stdout).toContain('::add-mask::other value')
  },
)

it.each([
  ['a secret that is not in the pool', 'OTHER=other value', /^deploy.yml:3:11: .*TOKEN.*does not pass/],
  ['a secret of an empty pool', '', /^deploy.yml:3:11: .*TOKEN.*does not pass/],
  ['a secret that is empty in the pool', 'TOKEN=', /^deploy.yml:3:11: the value of TOKEN is empty/],
  ['a pool that cannot be read', `TOKEN=${TOKEN}\nsome pasted text`, /^Input `secrets`, line 2/],
])('%s is an error, which quotes nothing of the pool', async (_, pool, words) => {
  const { run, sent } = await deploy(pool)
  expect(sent).toEqual([])
  expect(run.outputs).toMatchObject({ error_code: 'invalid_input' })
  expect(run.errors).toMatchObject([{ message: expect.stringMatching(words) }])
  expect(run.stdout).not.toContain('pasted')
})
