import { describe, expect } from 'vitest'
import { COMMIT } from '../harness/job.ts'
import { BUILDING } from '../harness/records.ts'
import { test } from '../harness/test.ts'

// The wait action finds a deployment by its id or exact name, and waits for it.

/** The outputs of create, without those that only a create has. */
const OUTPUTS =
  'active_revision_id deployment id image_version latest_revision_id name repo_commit_sha repo_ref repo_url status tenant_id url'
const REVISION = { latest_revision_id: 'next', active_revision_id: 'next' }

describe.concurrent('the wait action', () => {
  test.for<{ by: string; with: Record<string, string> }>([
    { by: 'id', with: { id: 'the-id' } },
    { by: 'exact name and commit', with: { name: 'shop', commit: COMMIT } },
  ])('waits for a deployment by its $by until it is active', async ({ with: target }, { serve, run }) => {
    const commit = { source_revision_config: { repo_commit_sha: COMMIT } }
    const shop = { ...BUILDING, ...commit, id: 'the-id', source: 'repohost' }
    const deployments = [{ name: 'shop-2' }, shop, { name: 'Shop' }]
    const service = await serve({ deployments })
    service.override('list', 5, (_request, { usual }, store) => {
      store.update('shop', REVISION)
      usual()
    })
    const result = await run({ action: 'wait', with: { base_url: service.base_url, ...target } })
    const outputs = { id: 'the-id', name: 'shop', status: 'READY', active_revision_id: 'next' }
    expect(result).toMatchObject({ exitCode: 0, outputs })
    expect(result.stdout.includes('Waiting until the deployment "shop" is')).toBe('name' in target)
    expect(Object.keys(result.outputs).toSorted().join(' ')).toBe(OUTPUTS)
    expect(service.of('create')).toEqual([])
  })

  test('warns at the end of a wait for ready that the newest revision is not active', async ({ serve, run }) => {
    const { base_url } = await serve({ deployments: [BUILDING] })
    const result = await run({ action: 'wait', with: { base_url, name: 'shop', wait_for: 'ready' } })
    expect(result).toMatchObject({ exitCode: 0, warnings: [{ message: expect.stringContaining('not active') }] })
  })
})
