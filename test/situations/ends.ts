import { selfSigned } from '../harness/certificate.ts'
import { COMMIT, pullRequest } from '../harness/job.ts'
import { NOWHERE } from '../harness/listen.ts'
import { BUILDING } from '../harness/records.ts'
import {
  answer,
  createAndHangUp,
  type Handler,
  hangUp,
  type Service,
  type ServiceOptions,
} from '../harness/service.ts'
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
export const ACTIVE = { wait_for: 'active', wait_timeout: '2m' }
const AS_ASKED = { source_revision_config: { image_uri: IMAGE.image_uri } }
const OTHER_IMAGE = { source_revision_config: { image_uri: 'registry.example/shop:0' } }
const INTEGRATION = '5f0c2a8e-4f0e-4f7b-9a53-0d3c1b2a4e6f'
export const FORK = pullRequest({ sha: 'a'.repeat(40), ref: 'topic', from: 'eve/shop' })
export const BY_DEPENDABOT: Partial<Step> = { env: { GITHUB_ACTOR: 'dependabot[bot]' } }
const BAD_FILE = { 'deploy.yml': 'source_config:\n  build_command: [make\nname: x\n' }
const PAGE = '<html><head><title>Sign in to Acme</title></head></html>'
const LOGIN = { location: 'https://login.example/start?ticket=hidden' }
const KEY = { api_key: 'a-key-of-mine' }
const SAME_PAGE = {
  resources: [
    { id: 'a', name: 'a' },
    { id: 'b', name: 'b' },
  ],
}
const CREATED: Partial<End> = { created: 'true', posts: 1 }

const repohost = (more: Record<string, string> = {}) => ({
  ...{ source: 'repohost', image_uri: '', integration_id: INTEGRATION, repository: 'acme/shop' },
  ...more,
})
const end = (title: string, code: ErrorCode, ...more: Partial<End>[]): End =>
  Object.assign({ title, code }, ...more)

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
  given: (service, detail) =>
    service.override(operation, 'each', answer(status, detail ? { detail } : '', headers)),
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
const answerLikeGateway = (service: Service, detail: string) =>
  service.override('create', 'each', answer(504, detail && `<html><title>${detail}</title></html>`))

const INPUTS: End[] = [
  end('the YAML of an input is bad', 'invalid_input', {
    inputs: { resource_spec: 'cpu: [1' },
    failed: ['resource_spec'],
  }),
  end('the YAML of the file is bad', 'invalid_input', {
    inputs: { config: 'deploy.yml' },
    step: { files: BAD_FILE },
    failed: ['deploy.yml'],
  }),
  end('a secret is not set', 'invalid_input', {
    inputs: { secrets: 'DB_PASSWORD' },
    failed: ['secrets', 'line 1'],
  }),
  end('the secret with the key is empty', 'invalid_input', {
    inputs: { headers: 'Authorization: Bearer ' },
    failed: ['headers'],
  }),
  end('an empty expression leaves no host', 'invalid_input', {
    inputs: { base_url: 'https:///api' },
    failed: ['base_url'],
  }),
]

const NO_KEY: Partial<End> = { options: { api_key: 'the-right-key' }, status: 401 }

const CONNECTION: End[] = [
  end('the key is wrong', 'unauthorized', NO_KEY, { inputs: KEY, says: 'Invalid API key' }),
  end('there is no key', 'unauthorized', NO_KEY, { advice: /no credential was sent/i }),
  end('there is no key in a run for a fork', 'unauthorized', NO_KEY, {
    step: { event: FORK },
    advice: /fork/i,
  }),
  end('there is no key in a run by Dependabot', 'unauthorized', NO_KEY, {
    step: BY_DEPENDABOT,
    advice: /Dependabot.* own/,
  }),
  end('the key may not list', 'forbidden', refuses('list', 403, 'Requires a workspace'), { inputs: KEY }),
  end('the address is wrong', 'not_found', refuses('list', 404, 'No such route here')),
  end('a page answers with 200', 'unexpected_response', each('list', answer(200, PAGE)), {
    status: 200,
    failed: ['Sign in to Acme'],
  }),
  end('a redirect answers', 'unexpected_response', each('list', answer(302, '', LOGIN)), {
    status: 302,
    failed: ['https://login.example/start'],
  }),
  end('the pages of the list repeat', 'unexpected_response', each('list', answer(200, SAME_PAGE)), {
    status: 200,
    failed: [/`list_parameters`/],
  }),
  end('nothing listens at the address', 'unreachable', {
    inputs: { base_url: NOWHERE },
    failed: ['127.0.0.1'],
  }),
  end('the certificate is not trusted', 'unreachable', {
    options: { tls: selfSigned() },
    failed: [/certificate/],
    advice: /NODE_EXTRA_CA_CERTS/,
  }),
  end('the service resets each connection', 'unreachable', each('list', hangUp), heals),
  end(
    'the service is down before the create request',
    'unavailable',
    refuses('list', 503, 'Under maintenance'),
    heals,
  ),
]

const TWO_RECORDS = { repositories: [{}, { url: 'https://git.example/acme/shop' }] }

const REPOSITORY: End[] = [
  end('the repository is not visible', 'repository_not_found', {
    options: { repositories: [{ name: 'shop-api' }, { owner: 'other', name: 'thing' }] },
    inputs: repohost(),
    failed: ['acme/shop', '2', 'shop-api'],
  }),
  end('the repository is there twice', 'ambiguous_repository', {
    options: TWO_RECORDS,
    inputs: repohost(),
    failed: ['acme/shop', 'https://git.example/acme/shop'],
  }),
  end('the integration is not there', 'not_found', {
    inputs: repohost({ integration_id: 'another' }),
    status: 404,
  }),
]

const BOTH = [
  { ...AS_ASKED, id: 'first-id' },
  { ...AS_ASKED, id: 'second-id' },
]
const DYING = { deployments: [{ ...AS_ASKED, status: 'AWAITING_FINAL_DELETE' }] }
const removed: Partial<End> = { heal: service => service.remove('shop') }

const NAME: End[] = [
  end('the name is taken and must be free', 'already_exists', {
    options: { deployments: [AS_ASKED] },
    inputs: { if_exists: 'fail' },
    failed: ['shop'],
  }),
  end('the deployment differs', 'differs', {
    options: { deployments: [OTHER_IMAGE] },
    failed: ['shop', 'image_uri', /shop:0.*shop:1|shop:1.*shop:0/],
    whole: true,
  }),
  end('two deployments have the name', 'ambiguous_name', {
    options: { deployments: BOTH },
    failed: ['first-id', 'second-id'],
  }),
  end(
    'the deployment is being deleted',
    'deleted',
    { options: DYING, failed: ['AWAITING_FINAL_DELETE'] },
    removed,
  ),
]

const CREATE: End[] = [
  end('the key may not create', 'forbidden', refuses('create', 403, 'Only owners may create'), {
    inputs: KEY,
  }),
  end('the plan is used up', 'rejected', refuses('create', 402, 'Your plan has ten deployments')),
  end('a field is refused', 'rejected', { given: refuseField, says: 'listener_id', status: 422, posts: 1 }),
  end(
    'the request is refused without a field',
    'rejected',
    refuses('create', 422, 'No listener is configured'),
  ),
  end('the ref is wrong', 'rejected', refuses('create', 400, 'There is no branch nowhere'), {
    inputs: repohost({ repo_ref: 'nowhere' }),
  }),
  end(
    'a name is refused that is not listed',
    'conflict',
    refuses('create', 409, 'The environment has one already'),
    heals,
  ),
  end(
    'too many requests were sent',
    'rate_limited',
    refuses('create', 429, 'Slow down, please', { 'retry-after': '1' }),
    heals,
  ),
  end(
    'the service goes down while it creates',
    'unknown_outcome',
    { given: goDownDuringCreate, created: '', posts: 1 },
    heals,
  ),
  end(
    'a gateway answers the create request',
    'unknown_outcome',
    { given: answerLikeGateway, says: 'Gateway Time-out', status: 504, created: '', posts: 1 },
    heals,
  ),
  end('another run creates the name', 'duplicate_created', CREATED, each('create', createTwice), {
    options: { taken: 'accept' },
    failed: ['of-another-run'],
  }),
  end('the service creates another name', 'unexpected_response', CREATED, each('create', createAnotherName), {
    failed: ['shop-x1'],
    advice: /delete|correct|name/,
    rerun: 'creates_another',
    whole: true,
  }),
]

const WAIT: End[] = [
  end('the build fails', 'wait_timeout', CREATED, {
    options: { created: BUILDING },
    inputs: ACTIVE,
    failed: ['active', /2 ?m/, 'READY'],
  }),
  end('the state is never reached', 'wait_timeout', CREATED, {
    options: { created: { ...BUILDING, status: 'AWAITING_DATABASE' } },
    inputs: { wait_for: 'ready', wait_timeout: '2m' },
    failed: [/ready/i, 'AWAITING_DATABASE'],
  }),
  end('the commit never comes', 'wait_timeout', CREATED, {
    inputs: repohost({ ...ACTIVE, commit: 'c'.repeat(40) }),
    failed: ['ccccccc', COMMIT.slice(0, 7)],
    whole: true,
  }),
  end('nothing listens at the health address', 'unhealthy', CREATED, {
    inputs: { ...ACTIVE, health_url: `${NOWHERE}/ok` },
    failed: [NOWHERE],
  }),
  end('the deployment vanishes during the wait', 'deleted', CREATED, {
    options: { created: BUILDING },
    given: removeAtFourthLook,
    inputs: ACTIVE,
    heal: service => service.override('create', 'each', createActive),
  }),
]

export const ENDS = [...INPUTS, ...CONNECTION, ...REPOSITORY, ...NAME, ...CREATE, ...WAIT]
