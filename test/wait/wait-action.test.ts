import { describe, expect } from 'vitest'
import { COMMIT } from '../harness/job.ts'
import { BUILDING, type Fields } from '../harness/records.ts'
import { answer, type Handler, hangUp, type Service } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { errorOf } from '../orders.ts'
import { RERUN, rerunsOf } from '../situations/words.ts'

// The wait action finds a deployment by its id or exact name, and waits for it.

/** The outputs of create, without those that only a create has. */
const OUTPUTS =
  'active_revision_id deployment id image_version latest_revision_id name repo_commit_sha repo_ref repo_url status tenant_id url'
const REVISION = { latest_revision_id: 'next', active_revision_id: 'next' }
const lastLook = (service: Service) => ((service.requests.at(-1)?.time ?? 0) - (service.requests[0]?.time ?? 0)) / 1000

/** Answers the looks of the first seconds in another way. */
function atFirst(service: Service, seconds: number, handler: Handler): void {
  service.override('list', 'each', (request, respond, store) => {
    const age = (request.time - (service.requests[0]?.time ?? 0)) / 1000
    return age < seconds ? handler(request, respond, store) : respond.usual()
  })
}

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
    expect(Object.keys(result.outputs).toSorted().join(' ')).toBe(OUTPUTS)
    expect(service.of('create')).toEqual([])
  })

  test('finds a deployment that is listed late, and hidden for a minute', async ({ serve, run }) => {
    const service = await serve({ deployments: [{ id: 'the-id' }] })
    const failures = [answer(503), hangUp, answer(200, '<html></html>')]
    atFirst(service, 70, (request, respond, store) => failures[request.call % 3]?.(request, respond, store))
    for (const call of [1, 2, 3]) service.override('list', call, answer(200, { resources: [] }))
    const result = await run({ action: 'wait', with: { base_url: service.base_url, name: 'shop' } })
    expect(result).toMatchObject({ exitCode: 0, outputs: { id: 'the-id' } })
  })

  interface End {
    what: string
    deployments?: Fields[]
    with?: Record<string, string>
    code: string
    names: RegExp[]
    /** The seconds in which it must end. */
    within: number
  }
  const SOON = { id: 'an-id', name: '', wait_timeout: '5s' }
  const TWO = [{ id: 'one-id' }, { id: 'two-id' }]
  const DYING = [{ status: 'AWAITING_DELETE' }]
  test.for<End>([
    { what: 'it is not listed for fifteen seconds', code: 'not_found', names: [/shop/], within: 35 },
    { what: 'an id is not listed in less time', with: SOON, code: 'not_found', names: [/an-id/], within: 8 },
    { what: 'two have it', deployments: TWO, code: 'ambiguous_name', names: [/one-id/, /two-id/], within: 5 },
    { what: 'it is being deleted', deployments: DYING, code: 'deleted', names: [/DELETE/], within: 5 },
  ])('fails if $what', async ({ deployments = [], code, names, within, ...row }, { serve, run }) => {
    const service = await serve({ deployments })
    const inputs = { base_url: service.base_url, name: 'shop', ...row.with }
    const result = await run({ action: 'wait', with: inputs })
    expect(result).toMatchObject({ exitCode: 1, outputs: { error_code: code } })
    expect(result.outputs).not.toHaveProperty('created')
    expect(result.errors).toHaveLength(1)
    for (const name of names) expect(errorOf(result)).toMatch(name)
    // No sentence on create requests, and one on a rerun.
    expect(errorOf(result)).not.toMatch(/create request/)
    expect(rerunsOf(errorOf(result))).toHaveLength(1)
    expect(lastLook(service)).toBeLessThan(within)
  })

  test('finds nothing if looks that reached the end show nothing, though the last one fails', async ({
    serve,
    run,
  }) => {
    const service = await serve()
    service.override('list', 'each', ({ call }, respond) => (call < 3 ? respond.usual() : respond(503)))
    const inputs = { base_url: service.base_url, name: 'shop', wait_timeout: '8s' }
    const result = await run({ action: 'wait', with: inputs })
    expect(result).toMatchObject({ exitCode: 1, outputs: { error_code: 'not_found' } })
  })

  test('fails if no look works in its time but the first', async ({ serve, run }) => {
    const service = await serve()
    service.override('list', 'each', answer(503))
    service.override('list', 1, answer(200, { resources: [] }))
    const inputs = { base_url: service.base_url, name: 'shop', wait_timeout: '1m' }
    const result = await run({ action: 'wait', with: inputs })
    expect(result).toMatchObject({ exitCode: 1, outputs: { error_code: 'wait_timeout' } })
    for (const words of [/503/, RERUN.repairs_nothing]) expect(errorOf(result)).toMatch(words)
    expect(lastLook(service)).toBeLessThan(62)
  })
})
