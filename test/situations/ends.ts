import type { RERUN } from '../../src/run/advice.ts'
import type { ErrorCode } from '../../src/run/error.ts'
import { selfSigned } from '../harness/certificate.ts'
import { pullRequest } from '../harness/job.ts'
import { NOWHERE } from '../harness/listen.ts'
import { BUILDING, type Fields } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler, hangUp, type Service, type ServiceOptions } from '../harness/service.ts'
import type { Step } from '../harness/step.ts'
import { AS_ASKED, OTHER_IMAGE } from '../orders.ts'

/** How a create ends: a service and inputs, and what the run must say. */
export interface End {
  title: string
  code: ErrorCode
  options?: ServiceOptions
  /** How the service answers each request of an operation, and what its answer says of the reason. */
  answers?: Partial<Record<'list' | 'create' | 'repositories', Handler>>
  inputs?: Record<string, string>
  step?: Partial<Step>
  /** Default `false`. */
  created?: 'true' | 'false' | ''
  status?: number
  /** How many create requests arrive; default none. */
  posts?: number
  /** What the message names, in this order. */
  names: (RegExp | string)[]
  /** In place of the sentence of the code. */
  rerun?: keyof typeof RERUN
  /** Whether a rerun is green once the service works as usual. */
  heals?: boolean
  /** What else makes a rerun green. */
  heal?(service: Service): void
  /** The service returns an id, a name and a state alone. */
  isTerse?: boolean
}

const says = (status: number, detail: unknown, headers = {}) => answer(status, { detail }, headers)

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
/** Answers, until the look that removes the deployment. */
const removeAtFourth: Handler = ({ call }, { usual }, store) => {
  if (call === 4) store.remove('shop')
  usual()
}
const downAfterCreate: Handler = ({ query }, respond, { deployments }) =>
  deployments.length > 0 && !query['name_contains'] ? respond(503) : respond.usual()

const ACTIVE = { wait_for: 'active', wait_timeout: '2m' }
const REPOHOST = { source: 'repohost', image_uri: '', integration_id: '5f0c2a8e-4f0e-4f7b-9a53-0d3c1b2a4e6f' }
const OF_SHOP = { ...REPOHOST, repository: 'acme/shop' }
const FORK = pullRequest({ sha: 'a'.repeat(40), ref: 'topic', from: 'eve/shop' })
const BAD_FILE = { 'deploy.yml': 'source_config:\n  build_command: [make\nname: x\n' }
const LOGIN = { location: 'https://login.example/start?ticket=hidden' }
const PAGE = '<html><head><title>Sign in to Acme</title></head></html>'
const SAME_PAGE = { resources: ['a', 'b'].map(id => ({ id, name: id })) }
const KEYED: ServiceOptions = { api_key: 'the-right-key' }
const KEY = { api_key: 'a-key-of-mine' }
const there = (...deployments: Fields[]): ServiceOptions => ({ deployments })
const TWINS = ['first-id', 'second-id'].map(id => ({ ...AS_ASKED, id }))
const FIELD = [{ loc: ['body', 'source_config', 'listener_id'], msg: 'No such listener', type: 'value_error' }]
const CUT = 'HTTP/1.1 422 Unprocessable\r\ncontent-length: 9\r\n\r\n{'
const SOON = { 'retry-after': '1' }

const BAD = { code: 'invalid_input', step: { files: BAD_FILE } } as const
const WRONG_KEY = { code: 'unauthorized', options: KEYED, status: 401 } as const
const UNEXPECTED = { code: 'unexpected_response' } as const
const REFUSED = { code: 'rejected', posts: 1 } as const
const MADE = { created: 'true', posts: 1 } as const

// biome-ignore format: a table
export const ENDS: End[] = [
  { title: 'the YAML of an input is bad', ...BAD, inputs: { resource_spec: 'cpu: [1' }, names: ['resource_spec'] },
  { title: 'the YAML of the file is bad', ...BAD, inputs: { config: 'deploy.yml' }, names: ['deploy.yml'] },
  { title: 'a secret is not set', ...BAD, inputs: { secrets: 'DB_PASSWORD' }, names: ['secrets', 'line 1'] },

  { title: 'the key is wrong', ...WRONG_KEY, inputs: KEY, names: ['401', 'Invalid API key', 'credential'] },
  { title: 'there is no key', ...WRONG_KEY, names: [/no credential was sent/i], isTerse: true },
  { title: 'there is no key for a fork', ...WRONG_KEY, step: { event: FORK }, names: ['fork'] },
  { title: 'there is no key for Dependabot', ...WRONG_KEY, step: { env: { GITHUB_ACTOR: 'dependabot[bot]' } }, names: ['Dependabot'] },
  { title: 'the key may not list', code: 'forbidden', answers: { list: says(403, 'Requires a workspace') }, inputs: KEY, status: 403, names: ['403', 'Requires a workspace'] },
  { title: 'the address is wrong', code: 'not_found', answers: { list: answer(404) }, status: 404, names: ['404', '`base_url`'], isTerse: true },
  { title: 'a page answers', ...UNEXPECTED, answers: { list: answer(200, PAGE) }, status: 200, names: ['Sign in to Acme', '`base_url`'] },
  { title: 'a redirect answers', ...UNEXPECTED, answers: { list: answer(302, '', LOGIN) }, status: 302, names: ['https://login.example/start'] },
  { title: 'the pages repeat', ...UNEXPECTED, answers: { list: answer(200, SAME_PAGE) }, status: 200, names: ['`limit` and `offset`'] },
  { title: 'another API answers', ...UNEXPECTED, answers: { list: answer(200, { resources: [{}] }) }, status: 200, names: ['`base_url`'] },
  { title: 'nothing listens at the address', code: 'unreachable', inputs: { base_url: NOWHERE }, names: ['failed: connect ECONNREFUSED', '127.0.0.1'] },
  { title: 'the certificate is not trusted', code: 'unreachable', options: { tls: selfSigned() }, names: ['certificate', 'NODE_EXTRA_CA_CERTS'] },
  { title: 'the service resets each connection', code: 'unreachable', answers: { list: hangUp }, names: [], heals: true },
  { title: 'the service is down', code: 'unavailable', answers: { list: answer(503) }, status: 503, names: ['503'], heals: true, isTerse: true },

  { title: 'the repository is not visible', code: 'repository_not_found', options: { repositories: [{ name: 'shop-api' }] }, inputs: OF_SHOP, names: ['acme/shop', '1', 'shop-api'] },
  { title: 'the integration is not there', code: 'not_found', inputs: { ...OF_SHOP, integration_id: 'another' }, status: 404, names: ['another', '404'] },

  { title: 'the name must be free', code: 'already_exists', options: there(AS_ASKED), inputs: { if_exists: 'fail' }, names: ['shop'] },
  { title: 'the deployment differs', code: 'differs', options: there(OTHER_IMAGE), names: ['image_uri', /:[12]".*:[12]"/] },
  { title: 'two deployments have the name', code: 'ambiguous_name', options: there(...TWINS), names: ['first-id', 'second-id'], isTerse: true },
  { title: 'the deployment is being deleted', code: 'deleted', options: there({ status: 'AWAITING_FINAL_DELETE' }), names: ['AWAITING_FINAL_DELETE'], heal: ({ remove }) => remove('shop') },

  { title: 'the plan is used up', ...REFUSED, answers: { create: says(402, 'Your plan has ten') }, status: 402, names: ['402', 'Your plan has ten'] },
  { title: 'a field is refused', ...REFUSED, answers: { create: says(422, FIELD) }, status: 422, names: ['422', 'source_config.listener_id: No such listener'] },
  { title: 'a refusal is cut', ...REFUSED, answers: { create: (_request, { raw }) => raw(CUT) }, status: 422, names: ['422', 'without a reason'], isTerse: true },
  { title: 'a name is refused, unlisted', code: 'conflict', answers: { create: says(409, 'It has one') }, posts: 1, status: 409, names: ['409', 'It has one'], heals: true },
  { title: 'too many requests were sent', code: 'rate_limited', answers: { create: says(429, 'Slow down', SOON) }, posts: 5, status: 429, names: ['429', 'Slow down'], heals: true },
  { title: 'the service goes down while it creates', code: 'unknown_outcome', answers: { list: downAfterCreate, create: createAndHangUp }, created: '', posts: 1, names: ['503'], heals: true, isTerse: true },
  { title: 'a gateway answers', code: 'unknown_outcome', answers: { create: answer(504, '<html><title>Time-out</title></html>') }, created: '', posts: 1, status: 504, names: ['504', 'Time-out'], heals: true },
  { title: 'the create is accepted without an id', code: 'unknown_outcome', answers: { create: answer(202, { accepted: true }) }, created: '', posts: 1, status: 202, names: ['202', /Look for the name.* may create a second one\. .*an approval/], heals: true },
  { title: 'another run creates it', code: 'duplicate_created', ...MADE, options: { taken: 'accept' }, answers: { create: createTwice }, names: ['of-another-run'] },
  { title: 'the service creates another', ...UNEXPECTED, ...MADE, answers: { create: createAnotherName }, status: 201, names: ['shop-x1'], rerun: 'creates_another' },

  { title: 'the build fails', code: 'wait_timeout', ...MADE, options: { created: BUILDING }, inputs: ACTIVE, names: ['active', '2 min', 'READY'], isTerse: true },
  { title: 'nothing listens at the health address', code: 'unhealthy', ...MADE, inputs: { ...ACTIVE, health_url: `${NOWHERE}/ok` }, names: [NOWHERE] },
  { title: 'the deployment vanishes', code: 'deleted', ...MADE, options: { created: BUILDING }, answers: { list: removeAtFourth }, inputs: ACTIVE, names: ['no longer lists'], rerun: 'once_listed', heal: service => service.override('create', 'each', createActive) },
]
