import { selfSigned } from '../harness/certificate.ts'
import { pullRequest } from '../harness/job.ts'
import { NOWHERE } from '../harness/listen.ts'
import { BUILDING, type Fields, type RepositoryRecord } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler, hangUp, type Service, type ServiceOptions } from '../harness/service.ts'
import type { Step } from '../harness/step.ts'
import type { ErrorCode, Rerun } from './words.ts'

/** How a create ends: a service and inputs, and what the run must say. */
export interface End {
  title: string
  code: ErrorCode
  options?: ServiceOptions
  /** Lets the service behave; `detail` is what it says, or empty. */
  given?(service: Service, detail: string): void
  inputs?: Record<string, string>
  step?: Partial<Step>
  /** Default `false`. */
  created?: 'true' | 'false' | ''
  status?: number
  /** How many create requests arrive; default none. */
  posts?: number
  /** What the message names first. */
  failed?: (RegExp | string)[]
  /** What the service says, if it says much. */
  says?: string
  /** In place of the advice of the code, where the run knows the cause. */
  advice?: RegExp
  /** In place of the sentence of the code. */
  rerun?: Rerun
  /** What makes a safe rerun green; without it, nothing that a test can do. */
  heal?(service: Service): void
  /** Whether the situation needs a service that returns the configuration. */
  whole?: boolean
}

export const IMAGE = { name: 'shop', source: 'external_container', image_uri: 'registry.example/shop:1' }
const ACTIVE = { wait_for: 'active', wait_timeout: '2m' }
const AS_ASKED = { source_revision_config: { image_uri: IMAGE.image_uri } }
const OTHER_IMAGE = { source_revision_config: { image_uri: 'registry.example/shop:0' } }
const INTEGRATION = '5f0c2a8e-4f0e-4f7b-9a53-0d3c1b2a4e6f'
export const FORK = pullRequest({ sha: 'a'.repeat(40), ref: 'topic', from: 'eve/shop' })
export const BY_DEPENDABOT: Partial<Step> = { env: { GITHUB_ACTOR: 'dependabot[bot]' } }
const BAD_FILE = { 'deploy.yml': 'source_config:\n  build_command: [make\nname: x\n' }
const PAGE = '<html><head><title>Sign in to Acme</title></head></html>'
const LOGIN = { location: 'https://login.example/start?ticket=hidden' }
const SAME_PAGE = { resources: ['a', 'b'].map(id => ({ id, name: id })) }
const CREATED: Partial<End> = { created: 'true', posts: 1 }

const repohost = (more: Record<string, string> = {}) => ({
  ...{ source: 'repohost', image_uri: '', integration_id: INTEGRATION, repository: 'acme/shop' },
  ...more,
})
const end = (title: string, code: ErrorCode, ...more: Partial<End>[]): End => Object.assign({ title, code }, ...more)

type Part = 'list' | 'create' | 'repositories'

/** Each request of an operation gets this answer. */
const each = (operation: Part, handler: Handler): Partial<End> => ({
  given: service => service.override(operation, 'each', handler),
})
/** Each request of an operation is refused, in words if the service says much. */
const refuses = (operation: Part, status: number, says: string, headers = {}): Partial<End> => ({
  says,
  status,
  posts: operation === 'create' ? 1 : 0,
  given: (service, detail) => service.override(operation, 'each', answer(status, detail ? { detail } : '', headers)),
})
/** The service works again. */
const heals: Partial<End> = {
  heal: service => {
    for (const operation of ['list', 'create', 'repositories'] as const)
      service.override(operation, 'each', (_request, { usual }) => usual())
  },
}

const createAnotherName: Handler = ({ body }, respond, store) =>
  respond(201, store.create({ ...(body as object), name: 'shop-x1' }))
const createTwice: Handler = (_request, respond, store) => {
  store.add({ ...AS_ASKED, id: 'of-another-run' })
  respond.usual()
}
const createActive: Handler = ({ body }, respond, store) => {
  const revision = { latest_revision_id: 'r', active_revision_id: 'r' }
  respond(201, { ...store.create(body), ...revision })
  store.update('shop', revision)
}
const removeAtFourthLook = (service: Service) =>
  service.override('list', 4, (_request, { usual }, store) => {
    store.remove('shop')
    usual()
  })
const goDownDuringCreate = (service: Service) =>
  service.override('create', 'each', (request, respond, store) => {
    service.override('list', 'each', answer(503, ''))
    createAndHangUp(request, respond, store)
  })
const refuseField = (service: Service, msg: string) => {
  const found = [{ loc: ['body', 'source_config', 'listener_id'], msg, type: 'value_error' }]
  service.override('create', 'each', answer(422, msg ? { detail: found } : ''))
}
const gateway = (service: Service, detail: string) =>
  service.override('create', 'each', answer(504, detail && `<html><title>${detail}</title></html>`))

const bad = (title: string, inputs: Record<string, string>, ...failed: string[]) =>
  end(title, 'invalid_input', { inputs, failed, step: { files: BAD_FILE } })
const has = (inputs: Record<string, string>): Partial<End> => ({ inputs })
const of = (inputs: Record<string, string>): Partial<End> => ({ inputs: repohost(inputs) })
const there = (...deployments: Fields[]): Partial<End> => ({ options: { deployments } })
const names = (...failed: (RegExp | string)[]): Partial<End> => ({ failed })
const advises = (advice: RegExp): Partial<End> => ({ advice })
const lists = (failed: string, ...reply: Parameters<typeof answer>): Partial<End> => ({
  ...each('list', answer(...reply)),
  ...{ status: reply[0], failed: [failed] },
})
const repositories = (...records: Partial<RepositoryRecord>[]): Partial<End> => ({
  ...{ options: { repositories: records }, inputs: repohost() },
})
const waits = (inputs: Record<string, string>, created: Fields = {}): Partial<End> => ({
  ...{ ...CREATED, options: { created }, inputs },
})
const vanishes: Partial<End> = { heal: ({ remove }) => remove('shop') }
const removed: Partial<End> = {
  given: removeAtFourthLook,
  heal: service => service.override('create', 'each', createActive),
}

const NO_KEY: Partial<End> = { options: { api_key: 'the-right-key' }, status: 401 }
const WITH_KEY = has({ api_key: 'a-key-of-mine' })
const BY_BOT: Partial<End> = { step: BY_DEPENDABOT }
const UNTRUSTED: Partial<End> = { options: { tls: selfSigned() }, advice: /NODE_EXTRA_CA_CERTS/ }
const GIT = { url: 'https://git.example/acme/shop' }
const [UNSEEN, TWICE] = [repositories({ name: 'shop-api' }, { owner: 'x', name: 'y' }), repositories({}, GIT)]
const TWINS: Fields[] = ['first-id', 'second-id'].map(id => ({ ...AS_ASKED, id }))
const DYING = { ...AS_ASKED, status: 'AWAITING_FINAL_DELETE' }
const QUEUED = { ...BUILDING, status: 'AWAITING_DATABASE' }
const UNHEALTHY = { ...ACTIVE, health_url: `${NOWHERE}/ok` }
const TO_READY = { ...ACTIVE, wait_for: 'ready' }
const AT_COMMIT = repohost({ ...ACTIVE, commit: 'c'.repeat(40) })
const SOON = { 'retry-after': '1' }
const LOST: Partial<End> = { created: '', posts: 1, ...heals }
const SAME_NAMES = advises(/`limit` and `offset`.* in `list_parameters`/)
const AT_BASE_URL = advises(/Check `base_url`(?!.*list_parameters)/)
const WHOLE: Partial<End> = { whole: true }
const TWO_MADE: Partial<End> = { ...CREATED, ...each('create', createTwice), options: { taken: 'accept' } }
const OTHER_MADE: Partial<End> = {
  ...{ ...CREATED, ...each('create', createAnotherName), advice: /delete|correct|name/ },
  rerun: 'creates_another',
}

export const ENDS: End[] = [
  bad('the YAML of an input is bad', { resource_spec: 'cpu: [1' }, 'resource_spec'),
  bad('the YAML of the file is bad', { config: 'deploy.yml' }, 'deploy.yml'),
  bad('a secret is not set', { secrets: 'DB_PASSWORD' }, 'secrets', 'line 1'),
  bad('the secret with the key is empty', { headers: 'Authorization: Bearer ' }, 'headers'),
  bad('an empty expression leaves no host', { base_url: 'https:///api' }, 'base_url'),

  end('the key is wrong', 'unauthorized', NO_KEY, WITH_KEY, { says: 'Invalid API key' }),
  end('there is no key', 'unauthorized', NO_KEY, advises(/no credential was sent/i)),
  end('there is no key for a fork', 'unauthorized', NO_KEY, { step: { event: FORK } }, advises(/fork/i)),
  end('there is no key for Dependabot', 'unauthorized', NO_KEY, BY_BOT, advises(/Dependabot.* own/)),
  end('the key may not list', 'forbidden', refuses('list', 403, 'Requires a workspace'), WITH_KEY),
  end('the address is wrong', 'not_found', refuses('list', 404, 'No such route here')),
  end('a page answers', 'unexpected_response', lists('Sign in to Acme', 200, PAGE)),
  end('a redirect answers', 'unexpected_response', lists('https://login.example/start', 302, '', LOGIN)),
  end('the pages repeat', 'unexpected_response', lists('`list_parameters`', 200, SAME_PAGE), SAME_NAMES),
  end('another API answers', 'unexpected_response', lists('`base_url`', 200, { resources: [{}] }), AT_BASE_URL),
  end('nothing listens at the address', 'unreachable', { inputs: { base_url: NOWHERE } }, names('127.0.0.1')),
  end('the certificate is not trusted', 'unreachable', UNTRUSTED, names('certificate')),
  end('the service resets each connection', 'unreachable', each('list', hangUp), heals),
  end('the service is down', 'unavailable', refuses('list', 503, 'Under maintenance'), heals),

  end('the repository is not visible', 'repository_not_found', UNSEEN, names('acme/shop', '2', 'shop-api')),
  end('the repository is there twice', 'ambiguous_repository', TWICE, names('acme/shop', GIT.url)),
  end('the integration is not there', 'not_found', of({ integration_id: 'another' }), { status: 404 }),

  end('the name must be free', 'already_exists', there(AS_ASKED), has({ if_exists: 'fail' }), names('shop')),
  end('the deployment differs', 'differs', there(OTHER_IMAGE), WHOLE, names('image_uri', /:[01]".*:[01]"/)),
  end('two deployments have the name', 'ambiguous_name', there(...TWINS), names('first-id', 'second-id')),
  end('the deployment is being deleted', 'deleted', there(DYING), names(DYING.status), vanishes),

  end('the key may not create', 'forbidden', refuses('create', 403, 'Only owners may create'), WITH_KEY),
  end('the plan is used up', 'rejected', refuses('create', 402, 'Your plan has ten deployments')),
  end('a field is refused', 'rejected', {
    given: refuseField,
    says: 'No such listener',
    status: 422,
    posts: 1,
  }),
  end('no field is refused', 'rejected', refuses('create', 422, 'No listener is configured')),
  end('the ref is wrong', 'rejected', refuses('create', 400, 'No branch x'), of({ repo_ref: 'x' })),
  end('a name is refused, unlisted', 'conflict', refuses('create', 409, 'The environment has one'), heals),
  end('too many requests were sent', 'rate_limited', refuses('create', 429, 'Slow down', SOON), heals),
  end('the service goes down while it creates', 'unknown_outcome', LOST, { given: goDownDuringCreate }),
  end('a gateway answers', 'unknown_outcome', LOST, { given: gateway, says: 'Time-out', status: 504 }),
  end('another run creates it', 'duplicate_created', TWO_MADE, names('of-another-run')),
  end('the service creates another', 'unexpected_response', OTHER_MADE, names('shop-x1'), { ...WHOLE, status: 201 }),

  end('the build fails', 'wait_timeout', waits(ACTIVE, BUILDING), names('active', /2 ?m/, 'READY')),
  end('the state never comes', 'wait_timeout', waits(TO_READY, QUEUED), names(/ready/i, QUEUED.status)),
  end(
    'the commit never comes',
    'wait_timeout',
    waits(AT_COMMIT),
    advises(/`commit`/),
    names('ccccccc', '0123456'),
    WHOLE,
  ),
  end('another API answers', 'unexpected_response', lists('`base_url`', 200, { resources: [{}] }), AT_BASE_URL),
  end('nothing listens at the health address', 'unhealthy', waits(UNHEALTHY), names(NOWHERE)),
  end('the deployment vanishes', 'deleted', waits(ACTIVE, BUILDING), removed, { rerun: 'once_listed' }),
]
