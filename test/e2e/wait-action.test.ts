import { describe, expect, it } from 'vitest'
import type { DeploymentSeed } from '../sandbox/sandbox.ts'
import { sandboxForTest } from './create.ts'
import { wait } from './wait-action.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const OLD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const NEW = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'

type Page = { resources: Record<string, unknown>[] }

describe.concurrent('the wait action', () => {
  it('finds a deployment by its id or its full name, even if the service ignores filters', async ({
    onTestFinished,
  }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    const others = Array.from({ length: 250 }, (_, index) => ({ name: `shop-${index}` }))
    const deployment = sandbox.seed(...others, { name: 'a-shop' }, { name: 'shop' }).at(-1)
    const { id = '' } = deployment ?? {}
    const ignored = { list_parameters: '{ids: not-known, name: not-known-either}' }
    for (const inputs of [{ id }, { name: 'shop' }, { id, ...ignored }]) {
      const run = await wait(sandbox, inputs)
      expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], stderr: '' })
      expect(run.outputs).toMatchObject({ id, name: 'shop', status: 'READY' })
      expect(run.summary).toContain('## ✅ Deployment is ready')
    }
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

  const two = [{ name: 'shop' }, { name: 'shop' }]
  it.for<[string, DeploymentSeed[], Record<string, string>, string[]]>([
    ['not_found', [{ name: 'shop-2' }], { id: ABSENT }, [ABSENT]],
    ['not_found', [{ name: 'shop-2' }], { name: 'shop' }, ['shop']],
    ['ambiguous_name', two, { name: 'shop' }, []],
    ['deleted', [{ name: 'shop', status: 'AWAITING_DELETE' }], { name: 'shop', wait_for: 'none' }, []],
    ['deleted', [{ name: 'shop', status: 'AWAITING_DELETE' }], { name: 'shop' }, []],
    [
      'wait_timeout',
      [{ name: 'shop', status: 'WARMING_UP' }],
      { name: 'shop', wait_timeout: '3s' },
      ['WARMING_UP'],
    ],
  ])(
    'fails with %s if the service has %j, and %j is waited for',
    async ([error_code, seeds, inputs, told], { onTestFinished }) => {
      const sandbox = await sandboxForTest({}, onTestFinished)
      const seeded = sandbox.seed(...seeds)
      const run = await wait(sandbox, inputs)
      expect(run).toMatchObject({ exitCode: 1, outputs: { error_code } })
      expect(run.outputs).not.toHaveProperty('http_status')
      expect(run.errors).toHaveLength(1)
      const ids = error_code === 'not_found' ? [] : seeded.map(({ id }) => id)
      for (const text of [...ids, ...told]) expect(run.errors[0]?.message).toContain(text)
      expect(run.outputs['id']).toBe(ids.length === 1 ? ids[0] : '')
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
    const operation = 'list_deployments'
    sandbox.script({ operation })
    sandbox.script({ operation, status: 502, body: '<title>Bad Gateway</title>' })
    sandbox.script({ operation, drop: 'before' })
    sandbox.script({ operation, status: 401, body: { detail: 'Token expired' } })
    sandbox.script({ operation, garbage: true })
    const ready = ({ resources }: Page) => resources.map(item => ({ ...item, status: 'READY' }))
    sandbox.script({ operation, rewrite: page => ({ resources: ready(page as Page) }) })
    const run = await wait(sandbox, { id: deployment?.id ?? '' })
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], outputs: { status: 'READY' } })
    for (const part of ['502', 'Token expired', 'not JSON']) expect(run.stdout).toContain(part)
  })

  it.for([
    ['unauthorized', 401],
    ['forbidden', 403],
    ['not_found', 404],
  ] as const)(
    'fails with %s if the look-up gets a %i, and keeps the id',
    async ([error_code, status], { onTestFinished }) => {
      const sandbox = await sandboxForTest({}, onTestFinished)
      sandbox.script({ operation: 'list_deployments', status, body: { detail: 'No' }, times: 'forever' })
      const run = await wait(sandbox, { id: ABSENT })
      const outputs = { error_code, http_status: String(status), id: ABSENT }
      expect(run).toMatchObject({ exitCode: 1, outputs })
      expect(run.errors[0]?.message).toContain('The service said: No')
    },
  )
})
