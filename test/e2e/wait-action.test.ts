import { describe, expect, it } from 'vitest'
import { NOWHERE, sandboxForTest } from './create.ts'
import { lists } from './polls.ts'
import { startWait, wait } from './wait-action.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const OLD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const NEW = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'

type Page = { resources: Record<string, unknown>[] }

describe.concurrent('the wait action', () => {
  it('finds a deployment by its id', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const [, deployment] = sandbox.seed({ name: 'other' }, { name: 'shop' })
    const run = await wait(sandbox, { id: deployment?.id ?? '' })
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], stderr: '' })
    expect(run.outputs).toMatchObject({ id: deployment?.id, name: 'shop', status: 'READY' })
    expect(lists(sandbox)).toHaveLength(1)
    expect(run.summary).toContain('## ✅ Deployment is ready')
  })

  it('finds a deployment by its full name', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const [, deployment] = sandbox.seed({ name: 'shop-2' }, { name: 'shop' }, { name: 'a-shop' })
    const run = await wait(sandbox, { name: 'shop' })
    expect(run).toMatchObject({ exitCode: 0, outputs: { id: deployment?.id, name: 'shop' } })
  })

  it('finds a deployment by its id if the service ignores filters', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const seeds = Array.from({ length: 250 }, (_, index) => ({ name: `shop-${index}` }))
    const deployment = sandbox.seed(...seeds).at(-1)
    const run = await wait(sandbox, {
      id: deployment?.id ?? '',
      list_parameters: '{ids: not-known, name: not-known-either}',
    })
    expect(run).toMatchObject({ exitCode: 0, outputs: { id: deployment?.id } })
  })

  it('sets the outputs of the create action, except those of a request', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const [deployment] = sandbox.seed({
      name: 'shop',
      source_config: { custom_url: 'https://shop.example', repo_url: 'https://github.com/acme/shop' },
      source_revision_config: { repo_ref: 'main', repo_commit_sha: OLD },
      image_version: 'v1',
      secrets: [{ name: 'TOKEN', value: 'a-secret-of-another-run' }],
    })
    const { outputs, stdout, summary } = await wait(sandbox, { name: 'shop', wait_for: 'none' })
    const { deployment: json, ...others } = outputs
    expect(others).toEqual({
      id: deployment?.id,
      status: 'READY',
      name: 'shop',
      url: 'https://shop.example',
      tenant_id: deployment?.tenant_id,
      latest_revision_id: deployment?.latest_revision_id,
      active_revision_id: deployment?.active_revision_id,
      repo_url: 'https://github.com/acme/shop',
      repo_ref: 'main',
      repo_commit_sha: OLD,
      image_version: 'v1',
    })
    expect(JSON.parse(json ?? '')).toEqual({ ...deployment, secrets: ['TOKEN'] })
    expect(stdout + summary + json).not.toContain('a-secret-of-another-run')
  })

  it.for([
    [{ id: ABSENT }, { id: '', name: '' }],
    [{ name: 'shop' }, { id: '', name: 'shop' }],
  ] as const)('fails with not_found if %j does not exist', async ([inputs, outputs], { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    sandbox.seed({ name: 'shop-2' })
    const run = await wait(sandbox, inputs)
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'not_found', ...outputs } })
    expect(run.outputs).not.toHaveProperty('http_status')
    expect(run.errors).toHaveLength(1)
    expect(run.errors[0]?.message).toContain(Object.values(inputs)[0])
    expect(run.stdout).not.toContain('Wait for the deployment')
  })

  it('fails with ambiguous_name if several deployments have the name', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({ taken_names: 'accept' }, onTestFinished)
    const seeded = sandbox.seed({ name: 'shop' }, { name: 'shop' })
    const run = await wait(sandbox, { name: 'shop' })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'ambiguous_name', id: '' } })
    for (const { id } of seeded) expect(run.errors[0]?.message).toContain(id)
  })

  it.for(['none', 'ready'])(
    'fails with deleted if the deployment is being deleted, with wait_for %s',
    async (wait_for, { onTestFinished }) => {
      const sandbox = await sandboxForTest({}, onTestFinished)
      const [deployment] = sandbox.seed({ name: 'shop', status: 'AWAITING_DELETE' })
      const run = await wait(sandbox, { name: 'shop', wait_for })
      expect(run.outputs).toMatchObject({
        error_code: 'deleted',
        id: deployment?.id,
        status: 'AWAITING_DELETE',
      })
      expect(run.exitCode).toBe(1)
    },
  )

  it.for([
    [{}, { id: 'is required' }],
    [{ id: ABSENT, name: 'shop' }, { name: 'remove one' }],
    [{ name: 'shop', wait_for: 'health' }, { wait_for: 'one of none, ready, active' }],
    [{ name: 'shop', wait_timeout: 'soon' }, { wait_timeout: 'duration' }],
    [{ name: 'shop', commit: 'f00ba47' }, { commit: 'full SHA' }],
    [{ name: 'shop', health_url: 'ftp://shop.example' }, { health_url: 'absolute URL' }],
    [
      { name: 'shop', health_url: 'https://user:hunter22@shop.example' },
      { health_url: 'without credentials' },
    ],
    [{ name: 'shop', health_url: 'ok' }, { health_url: 'absolute URL' }],
  ] as [Record<string, string>, Record<string, string>][])(
    'refuses %j before any request',
    async ([inputs, problems], { onTestFinished }) => {
      const sandbox = await sandboxForTest({}, onTestFinished)
      const run = await wait(sandbox, inputs)
      expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'invalid_input' } })
      for (const [name, words] of Object.entries(problems)) {
        expect(run.errors).toEqual([
          expect.objectContaining({ message: expect.stringMatching(`Input \`${name}\`[^]*${words}`) }),
        ])
      }
      expect(run.stdout.replaceAll(/^::add-mask::.*$/gm, '') + run.summary).not.toContain('hunter22')
      expect(sandbox.requests).toEqual([])
    },
  )

  it('warns of health_contains without health_url', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    sandbox.seed({ name: 'shop' })
    const run = await wait(sandbox, { name: 'shop', health_contains: 'v2' })
    expect(run).toMatchObject({ exitCode: 0, errors: [] })
    expect(run.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('has no effect without `health_url`'),
    ])
  })

  it('waits until the newest revision has the commit and is active', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const [deployment] = sandbox.seed({ name: 'shop', source_revision_config: { repo_commit_sha: OLD } })
    let looks = 0
    sandbox.script({
      operation: 'list_deployments',
      times: 'forever',
      rewrite(page) {
        looks++
        const id = deployment?.id ?? ''
        if (looks === 2) {
          const source_revision_config = { repo_commit_sha: NEW.toUpperCase() }
          sandbox.update(id, { latest_revision_id: 'revision-2', source_revision_config })
        }
        if (looks === 4) sandbox.update(id, { active_revision_id: 'revision-2' })
        return page
      },
    })
    const run = await wait(sandbox, { name: 'shop', wait_for: 'active', commit: NEW })
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { active_revision_id: 'revision-2' } })
    expect(run.outputs['repo_commit_sha']).toBe(NEW.toUpperCase())
    expect(run.stdout).toContain('at commit 0a1b2c3d4e5f')
    expect(run.summary).toContain('## ✅ Deployment is active at commit f00ba47f00ba')
  })

  it('continues the wait after failed polls', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const [deployment] = sandbox.seed({ name: 'shop', status: 'AWAITING_DATABASE' })
    sandbox.script({ operation: 'list_deployments', rewrite: page => page })
    sandbox.script({ operation: 'list_deployments', status: 502, body: '<title>Bad Gateway</title>' })
    sandbox.script({ operation: 'list_deployments', drop: 'before' })
    sandbox.script({ operation: 'list_deployments', status: 401, body: { detail: 'Token expired' } })
    sandbox.script({ operation: 'list_deployments', garbage: true })
    sandbox.script({
      operation: 'list_deployments',
      rewrite(page) {
        const { resources } = page as Page
        return { resources: resources.map(item => ({ ...item, status: 'READY' })) }
      },
    })
    const run = await wait(sandbox, { id: deployment?.id ?? '' })
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], outputs: { status: 'READY' } })
    for (const part of ['502', 'Token expired', 'not JSON']) expect(run.stdout).toContain(part)
  })

  it('fails with wait_timeout and shows the last status', async ({ onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const [deployment] = sandbox.seed({ name: 'shop', status: 'WARMING_UP' })
    const run = await wait(sandbox, { name: 'shop', wait_timeout: '600ms' })
    expect(run.outputs).toMatchObject({
      error_code: 'wait_timeout',
      id: deployment?.id,
      status: 'WARMING_UP',
    })
    expect(run.errors[0]?.message).toContain('WARMING_UP')
    expect(run.exitCode).toBe(1)
  })

  it.for([
    ['unauthorized', 401],
    ['forbidden', 403],
    ['not_found', 404],
  ] as const)(
    'fails with %s if the look-up gets a %i, and keeps the id',
    async ([code, status], { onTestFinished }) => {
      const sandbox = await sandboxForTest({}, onTestFinished)
      sandbox.script({ operation: 'list_deployments', status, body: { detail: 'No' }, times: 'forever' })
      const run = await wait(sandbox, { id: ABSENT })
      const outputs = { error_code: code, http_status: String(status), id: ABSENT }
      expect(run).toMatchObject({ exitCode: 1, outputs })
      expect(run.errors[0]?.message).toContain('The service said: No')
    },
  )

  it('says that a rerun changes nothing if no service responds', async () => {
    const run = await wait({ base_url: NOWHERE }, { name: 'shop' })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unreachable', name: 'shop' } })
    expect(run.summary).toContain('changes nothing')
  }, 120_000)

  it.skipIf(process.platform === 'win32').for([
    ['SIGTERM', { name: 'shop' }, 'Wait for the deployment'],
    ['SIGINT', { name: 'shop', wait_for: 'none', health_url: `${NOWHERE}/ok` }, 'Wait for a healthy answer'],
  ] as [NodeJS.Signals, Record<string, string>, string][])(
    'ends at %s with what is known',
    async ([signal, inputs], { onTestFinished }) => {
      const sandbox = await sandboxForTest({}, onTestFinished)
      const [deployment] = sandbox.seed({ name: 'shop', status: 'AWAITING_DATABASE' })
      const { kill, result } = await startWait(sandbox, inputs)
      while (lists(sandbox).length < 4) await new Promise(resolve => setTimeout(resolve, 20))
      kill(signal)
      const run = await result
      expect(run.exitCode).toBe(1)
      expect(run.outputs).toMatchObject({
        error_code: 'cancelled',
        id: deployment?.id,
        status: 'AWAITING_DATABASE',
      })
      expect(run.errors).toHaveLength(1)
      expect(run.summary).toContain('## 🛑 Cancelled')
    },
  )
})
