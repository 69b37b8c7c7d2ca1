import type { HttpRequest, HttpResponse, NetworkFailure } from '../../src/http/exchange.ts'
import type { VirtualClock } from '../simulation/virtual-clock.ts'

type Answer = Pick<HttpResponse, 'status' | 'text'> | NetworkFailure

/** The responses of a service. Each gets the number of earlier requests and the time since the start of the run. */
export interface Responses {
  repositories?: (index: number) => Answer
  list?: (index: number, now: number) => Answer
  create?: (index: number, now: number) => Answer
  /** The responses of all other hosts. */
  health?: (index: number, now: number) => Answer
}

export const INTEGRATION_ID = '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11'
/** The integration in the records of repositories. */
export const HOST_INTEGRATION_ID = '0f8fad5b-d9cb-469f-a165-70867728950e'
/** The commit of the job. */
export const COMMIT = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const ID = 'd3b07384-d113-4ec6-a7d5-0e5a4c7b2f10'
const REVISIONS = ['7c9e6679-7425-40de-944b-e07fc1f90ae7', '16fd2706-8baf-433b-82eb-8c7fada847da']

/** The host of the service. */
export const SERVICE = 'deployments.example'

/** The latency of a response, in milliseconds. */
const LATENCY = 180

export const json = (value: unknown, status = 200): Answer => ({ status, text: JSON.stringify(value) })

export const lost: Answer = { kind: 'network', sent: true, code: 'ECONNRESET', cause: new Error('reset') }

export const failing = (code: string): Answer => ({ ...lost, sent: false, code, cause: new Error(code) })

/** A page of the list with these deployments. */
export const listing = (...deployments: object[]): Answer => json({ resources: deployments, offset: 0 })

export const record = (owner: string, name: string, host = 'github.com') => ({
  host_integration_id: HOST_INTEGRATION_ID,
  id: 1,
  owner,
  name,
  url: `https://${host}/${owner}/${name}`,
  default_branch: 'main',
})

/** A deployment as the service sends it; active by default. */
export function deployment(members: Record<string, unknown> = {}) {
  return {
    id: ID,
    name: 'shop',
    source: 'external_container',
    source_config: { custom_url: 'https://shop.example' },
    source_revision_config: { image_uri: 'ghcr.io/acme/shop:1.4.2' },
    secrets: [],
    tenant_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    status: 'READY',
    latest_revision_id: REVISIONS[0],
    active_revision_id: REVISIONS[0],
    ...members,
  }
}

/** A new deployment without an active revision. */
export const fresh = (members: Record<string, unknown> = {}) =>
  deployment({ status: 'AWAITING_DATABASE', active_revision_id: null, ...members })

/** A deployment with an older active revision. */
export const updating = () => deployment({ active_revision_id: REVISIONS[1] })

/** A service with scripted responses; all other requests succeed. */
export function scriptedService(responses: Responses) {
  const asked = { repositories: 0, list: 0, create: 0, health: 0 }
  let listed: object[] = []
  return async ({ method, url }: HttpRequest, clock: VirtualClock, signal: AbortSignal): Promise<Answer> => {
    await clock.sleep(LATENCY, signal)
    if (url.host !== SERVICE) return responses.health?.(asked.health++, clock.now()) ?? json({})
    if (url.pathname.endsWith('/repos')) {
      const listed = json([record('acme', 'site'), record('acme', 'shop')])
      return responses.repositories?.(asked.repositories++) ?? listed
    }
    if (method === 'POST' && responses.create) return responses.create(asked.create++, clock.now())
    if (method === 'POST') {
      listed = [fresh()]
      return json(fresh(), 201)
    }
    if (url.searchParams.get('offset') !== '0') return listing()
    return responses.list?.(asked.list++, clock.now()) ?? listing(...listed)
  }
}
