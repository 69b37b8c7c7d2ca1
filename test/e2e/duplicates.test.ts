import { expect, it } from 'vitest'
import { create, posts, sandboxForTest } from './create.ts'
import { createInTurn } from './create-in-turn.ts'

const SHOP = { name: 'shop', source: 'internal_template' } as const
const LIST = { operation: 'list_deployments' } as const
const EMPTY = { resources: [], offset: 0 }

it('of three runs that create a deployment at the same time, the one with the oldest succeeds', async () => {
  const sandbox = await sandboxForTest({ taken_names: 'accept' })
  // Each run finds the name free, and no response arrives before all deployments are created.
  sandbox.script({ ...LIST, times: 3, body: EMPTY })
  const { promise: allCreated, resolve } = Promise.withResolvers<void>()
  const answered = (body: unknown) => {
    if (sandbox.deployments.length === 3) resolve()
    return allCreated.then(() => body)
  }
  sandbox.script({ operation: 'create_deployment', times: 3, rewrite: answered })
  const runs = await Promise.all([1, 2, 3].map(() => create(sandbox, SHOP)))
  const [winner, ...others] = runs.filter(({ exitCode }) => exitCode === 0)
  expect(others).toEqual([])
  const [oldest] = sandbox.deployments.toSorted(
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1),
  )
  expect(winner?.outputs).toMatchObject({ id: oldest?.id, created: 'true' })
  for (const { outputs, errors, exitCode } of runs) {
    if (exitCode === 0) continue
    expect(outputs).toMatchObject({ error_code: 'duplicate_created', created: 'true' })
    expect(winner?.warnings[0]?.message).toContain(outputs['id'])
    expect(errors).toHaveLength(1)
    for (const id of [outputs['id'], oldest?.id]) expect(errors[0]?.message).toContain(id)
  }
})

const LONG_AGO = '2026-01-02T03:04:05Z'
const NULL = null as unknown as string

it.each<[created_at: string, id: string, why: RegExp]>([
  [LONG_AGO, 'f', /This run created ID/],
  // Whichever id is less: both runs fail.
  [NULL, 'f', /do not show which is the oldest.* This run created ID/],
  [NULL, '0', /do not show which is the oldest.* This run created ID/],
  ['yesterday', '0', /do not show which is the oldest.* This run created ID/],
])('a run fails if its look-up missed a deployment of %s (%s)', async (created_at, digit, why) => {
  const sandbox = await sandboxForTest({ taken_names: 'accept' })
  const id = `${digit.repeat(8)}-0000-4000-8000-000000000000`
  sandbox.seed({ ...SHOP, id, created_at })
  sandbox.script({ ...LIST, body: EMPTY })
  const dateless = (body: unknown) =>
    JSON.parse(JSON.stringify(body), (key, value) => (key === 'created_at' ? created_at : value))
  if (created_at !== LONG_AGO) {
    sandbox.script({ operation: 'create_deployment', rewrite: dateless })
    sandbox.script({ ...LIST, times: 'forever', rewrite: dateless })
  }
  const run = await createInTurn(sandbox, SHOP)
  expect(run.outputs).toMatchObject({ created: 'true', error_code: 'duplicate_created' })
  const message = run.errors[0]?.message ?? ''
  expect(message).toContain(`${id} (${created_at ? `created ${created_at}` : 'creation time unknown'}`)
  expect(message.replaceAll(run.outputs['id'] ?? '', 'ID')).toMatch(why)
  expect([posts(sandbox).length, run.exitCode]).toEqual([1, 1])
})

it('a deployment whose id is in capitals in the answer, and not in the list, is one deployment', async () => {
  const sandbox = await sandboxForTest()
  const rewrite = (body: unknown) => {
    const { id, ...others } = body as { id: string }
    return { id: id.toUpperCase(), ...others }
  }
  sandbox.script({ operation: 'create_deployment', rewrite })
  const run = await createInTurn(sandbox, SHOP)
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], outputs: { created: 'true' } })
})
