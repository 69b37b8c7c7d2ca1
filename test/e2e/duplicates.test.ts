import { describe, expect, it, type TestContext } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { create, posts, type Run, sandboxForTest } from './create.ts'

const shop = { name: 'shop', source: 'internal_template' } as const

type Json = Record<string, unknown>

/** Lets the first look-ups of these runs find the name free. */
function allFree(sandbox: Sandbox, runs: number) {
  sandbox.script({
    operation: 'list_deployments',
    times: runs,
    body: { resources: [], offset: 0 },
  })
}

const codes = (runs: Run[]) => runs.map(({ outputs }) => outputs['error_code'] ?? '').sort()

describe.concurrent('exactly one of several runs at the same time succeeds', () => {
  it.for([2, 3])('with %i runs', async (count, { onTestFinished }) => {
    const sandbox = await sandboxForTest({ taken_names: 'accept' }, onTestFinished)
    allFree(sandbox, count)
    // No response arrives before all deployments are created.
    sandbox.script({ operation: 'create_deployment', times: count, delay: 5000 })
    const runs = await Promise.all(Array.from({ length: count }, () => create(sandbox, shop)))
    const [winner] = runs.filter(({ exitCode }) => exitCode === 0)
    const losers = runs.filter(({ exitCode }) => exitCode !== 0)
    expect(codes(runs)).toEqual(['', ...Array.from({ length: count - 1 }, () => 'duplicate_created')])
    const oldest = sandbox.deployments.toSorted((a, b) =>
      a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
    )[0]
    expect(winner?.outputs).toMatchObject({ id: oldest?.id, created: 'true' })
    for (const { outputs, errors } of losers) {
      expect(winner?.warnings[0]?.message).toContain(outputs['id'])
      expect(errors).toHaveLength(1)
      expect(errors[0]?.message).toContain(outputs['id'])
      expect(errors[0]?.message).toContain(winner?.outputs['id'])
      expect(outputs['created']).toBe('true')
    }
    expect(sandbox.deployments).toHaveLength(count)
  })
})

describe.concurrent('the log says that duplicates could not be ruled out', () => {
  it.for([
    ['if the look-ups fail', { status: 503, body: 'down' }, '503'],
    ['if the list does not show the new deployment', { body: { resources: [], offset: 0 } }, 'does not show'],
  ] as const)('%s', async ([_, fault, words], { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    sandbox.script({ operation: 'list_deployments' })
    sandbox.script({ operation: 'list_deployments', times: 'forever', ...fault })
    const run = await create(sandbox, shop)
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
    expect(run.stdout).toMatch(new RegExp(`Duplicates could not be ruled out: .*${words}`))
    expect(posts(sandbox)).toHaveLength(1)
  })
})

describe.concurrent('the response to a create request', () => {
  const answered = async (finished: TestContext['onTestFinished'], fields: Json) => {
    const sandbox = await sandboxForTest({}, finished)
    const [other] = sandbox.seed({ name: 'other' })
    sandbox.script({
      operation: 'create_deployment',
      rewrite: body => ({ ...(body as Json), ...fields, ...(fields['id'] === 'other' && { id: other?.id }) }),
    })
    return { run: await create(sandbox, { ...shop, custom_url: 'https://shop.example' }), other, sandbox }
  }

  it.for(['billing', 'Shop', 'shop '])(
    'fails the run if it has the name %j',
    async (name, { onTestFinished }) => {
      const { run, sandbox } = await answered(onTestFinished, { name })
      expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unexpected_response' } })
      expect(run.outputs['id']).toBe(sandbox.deployments[1]?.id)
      expect(run.errors[0]?.message).toContain(name.trim())
      expect(posts(sandbox)).toHaveLength(1)
    },
  )

  it('fails the run if it has the id of another deployment', async ({ onTestFinished }) => {
    const { run, other } = await answered(onTestFinished, { id: 'other' })
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'unexpected_response', id: other?.id, created: '' },
    })
  })

  it('fails the run if the deployment is being deleted', async ({ onTestFinished }) => {
    const { run } = await answered(onTestFinished, { status: 'AWAITING_DELETE' })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'deleted' } })
  })

  it('causes a warning if it differs in another field', async ({ onTestFinished }) => {
    const { run } = await answered(onTestFinished, { source_config: { custom_url: 'https://other.example' } })
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true' } })
    expect(run.warnings[0]?.message).toContain('source_config.custom_url')
    expect(JSON.parse(run.outputs['differences'] ?? '')).toEqual([
      {
        path: 'source_config.custom_url',
        requested: 'https://shop.example',
        existing: 'https://other.example',
      },
    ])
  })
})
