import { describe, expect, it } from 'vitest'
import { create, posts, sandboxForTest, workspaceWith } from './create.ts'

// The variable SECRETS_POOL, in which deploy-many.yml hands every job the secrets of all services.

const CONFIG = 'name: shop\nsource: internal_template\nsecrets: [TOKEN]\n'
const TOKEN = 'token of the shop'

async function deploy(SECRETS_POOL: string, env: Record<string, string> = {}) {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': CONFIG })
  const run = await create(sandbox, { config: 'deploy.yml' }, { workspace, env: { SECRETS_POOL, ...env } })
  return { run, sent: posts(sandbox).map(body => (body as { secrets: unknown }).secrets) }
}

describe('a service gets those secrets of the pool that its file names, and no other', () => {
  it.each([
    ['lines', `OTHER=other value\nTOKEN=${TOKEN}\n`],
    ['JSON', JSON.stringify({ OTHER: 'other value', TOKEN })],
    [
      'JSON with the token of the job and an empty secret',
      JSON.stringify({ github_token: 'ghs_x', A: '', TOKEN }),
    ],
    ['lines, one of them empty', `UNUSED=\nTOKEN=${TOKEN}`],
  ])('of %s', async (_, pool) => {
    const { run, sent } = await deploy(pool)
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(sent).toEqual([[{ name: 'TOKEN', value: TOKEN }]])
    expect(JSON.parse(run.outputs['deployment'] ?? '').secrets).toEqual(['TOKEN'])
  })

  it('of lines with a value of several lines', async () => {
    const { sent } = await deploy('TOKEN<<END\none\n"two"\nEND\nOTHER=x\n')
    expect(sent).toEqual([[{ name: 'TOKEN', value: 'one\n"two"' }]])
  })
})

it.each([
  ['is not in the pool', 'OTHER=other value', 'passes no secret TOKEN'],
  ['is not in an empty pool', '', 'passes no secret TOKEN'],
  ['is empty in the pool', 'TOKEN=', 'the value is empty'],
])('a secret that %s is an error on the line of the file', async (_, pool, words) => {
  // The step's own environment does not count.
  const { run, sent } = await deploy(pool, { TOKEN })
  expect(sent).toEqual([])
  expect(run.outputs).toMatchObject({ error_code: 'invalid_input' })
  expect(run.errors).toMatchObject([{ message: expect.stringMatching(`^deploy.yml:3:11: .*${words}`) }])
})

it('a pool that cannot be read is an error that quotes nothing of it', async () => {
  const { run } = await deploy(`TOKEN=${TOKEN}\nsome pasted text`)
  expect(run.errors).toMatchObject([{ message: expect.stringContaining('line 2') }])
  expect(run.stdout).not.toContain('pasted')
})

it('every value of the pool is masked', async () => {
  const { run } = await deploy(`OTHER=other value\nTOKEN=${TOKEN}`)
  expect(run.stdout).toContain('::add-mask::other value')
})
