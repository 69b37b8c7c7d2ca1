import { expect, it } from 'vitest'
import { judgeDuplicates, type Terms } from '../../src/deployment/outcome.ts'
import { warnOfVersion } from '../../src/deployment/version.ts'
import { readWorkflow } from '../../src/inputs/workflow.ts'
import { changesIn, reportOf } from '../../src/report/report.ts'
import { guidanceOf, RERUN } from '../../src/run/advice.ts'
import { type Cause, type ErrorCode, RunError, requestError, titleOf } from '../../src/run/error.ts'
import { isCreated, openRun, type Run, runWork } from '../../src/run/run.ts'
import { readDeployment } from '../../src/service/deployment.ts'
import { RequestFailure } from '../../src/service/failure.ts'
import { causeOf } from '../../src/service/http.ts'
import { orderOf } from '../simulation/world.ts'
import { PLAN } from '../simulation/worlds.ts'

// How a run ends in words: its code, its advice, and its headline.

/** Opens a run, and writes down what it prints. */
function open(more: Partial<Run> = {}, mayCreate = true) {
  const told: string[] = []
  const tell = (text: unknown) => void told.push(`${text}`)
  const setOutput = (name: string, value: unknown) => tell(`${name}=${value}`)
  const output = { info: tell, warning: tell, debug: tell, isDebug: () => false, setSecret() {}, setOutput }
  const run = openRun({ mayCreate, restriction: undefined }, output)
  const { warnings = [], ...others } = more
  for (const warning of warnings) run.warn(warning, `a caveat of ${warning}`)
  return { run: Object.assign(run, others), told }
}

const seen = (id: string, status = 'READY') => readDeployment({ id, name: 'shop', status }) ?? expect.unreachable()

// biome-ignore format: a table
it.for<[kind: RequestFailure['kind'], status: number | undefined, code: ErrorCode, title: string]>([
  ['unsent', undefined, 'unreachable', 'No usable answer'],
  ['lost', undefined, 'unreachable', 'No usable answer'],
  ['unusable', 200, 'unexpected_response', 'Unexpected response'],
  ['unusable', 401, 'unexpected_response', 'Unexpected response'],
  ['refused', 400, 'rejected', 'Rejected'], ['refused', 401, 'unauthorized', 'Unauthorized'],
  ['refused', 403, 'forbidden', 'Forbidden'], ['refused', 404, 'not_found', 'Not found'],
  ['refused', 408, 'unavailable', 'Unavailable'], ['refused', 409, 'conflict', 'Conflict'],
  ['refused', 422, 'rejected', 'Rejected'], ['refused', 425, 'unavailable', 'Unavailable'],
  ['refused', 429, 'rate_limited', 'A limit is reached'], ['refused', 499, 'rejected', 'Rejected'],
  ['refused', 500, 'unavailable', 'Unavailable'],
])('a request that is %s with %s ends a run as %s: %s', ([kind, status, code, title]) => {
  const stop = requestError('do it', new RequestFailure(kind, 'it failed', { status, said: 'why' }))
  expect({ ...stop, title: titleOf(stop) }).toMatchObject({ code, title, facts: { status, said: 'why', cause: undefined } })
})

// biome-ignore format: a table
it.for<[cause: Cause | undefined, ...codes: string[]]>([
  ['unknown_host', 'ENOTFOUND', 'EAI_AGAIN'],
  ['proxy', 'PROXY_407', 'PROXY_URL', 'UND_ERR_PRX_TLS'],
  ['certificate_of_other', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
  ['certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['other_protocol', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO', 'HPE_INVALID_CONSTANT', 'HTTPParserError', 'UND_ERR_SOCKET'],
  ['timeout', 'TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'], [undefined, '', 'ECONNREFUSED', 'ECONNRESET'],
])('the cause is %s by the code of a failure', ([cause, ...codes]) => {
  expect(codes.map(code => causeOf(code, false))).toEqual(codes.map(() => cause))
  const others = codes.map(() => (cause === 'other_protocol' ? undefined : cause))
  expect(codes.map(code => causeOf(code, true))).toEqual(others)
})

const [ANSWERED, SENT_KEY] = [{ hasAnswered: true }, { hasCredential: true }]
const [FORK, BOT] = [{ restriction: 'fork' }, { restriction: 'dependabot' }] as const
const [CREATED, UNKNOWN, REFUSED] = [{ post: 'created' }, { post: 'unknown' }, { post: 'without_effect' }] as const
const [LISTED, FIRST, EARLIER] = [{ isListed: true }, 'Look for the name', 'other requests of this run were answered']
// biome-ignore format: a table
it.for<[code: ErrorCode, cause: Cause | undefined, run: Partial<Run>, rerun: keyof typeof RERUN, has: string, hasNot: string]>([
  ['invalid_input', undefined, {}, 'after_correction', '`environment:`', 'fork'],
  ['invalid_input', undefined, FORK, 'after_correction', 'fork', '`environment:`'], ['invalid_input', undefined, BOT, 'after_correction', 'Dependabot', '`environment:`'],
  ['unauthorized', undefined, {}, 'after_correction', 'No credential was sent', 'Check'],
  ['unauthorized', undefined, FORK, 'after_correction', 'fork', '`api_key`'], ['unauthorized', undefined, BOT, 'after_correction', 'Dependabot', '`api_key`'],
  ['unauthorized', undefined, SENT_KEY, 'after_correction', 'another service', 'No credential'],
  ['unauthorized', undefined, ANSWERED, 'after_correction', 'No credential was sent', EARLIER],
  ['unauthorized', undefined, { ...ANSWERED, ...SENT_KEY }, 'after_correction', EARLIER, 'No credential'],
  ['forbidden', undefined, {}, 'after_correction', 'No credential was sent', 'role'], ['forbidden', undefined, SENT_KEY, 'after_correction', 'role', '`api_key`'],
  ['not_found', undefined, FORK, 'after_correction', '`base_url`', EARLIER],
  ['not_found', undefined, ANSWERED, 'after_correction', EARLIER, '`base_url`'],
  ['unreachable', undefined, {}, 'safe', '`base_url`', EARLIER], ['unreachable', undefined, ANSWERED, 'safe', EARLIER, '`base_url`'],
  ['unreachable', 'unknown_host', {}, 'safe', 'resolve', 'proxy and'], ['unreachable', 'unknown_host', ANSWERED, 'safe', EARLIER, 'resolve'],
  ['unreachable', 'other_protocol', ANSWERED, 'safe', EARLIER, '`https://`'],
  ['unreachable', 'certificate', ANSWERED, 'safe', '`NODE_EXTRA_CA_CERTS`', EARLIER],
  ['unexpected_response', 'other_service', {}, 'after_correction', '`base_url`', EARLIER], ['unexpected_response', 'other_service', ANSWERED, 'after_correction', EARLIER, '`base_url`'],
  ['unexpected_response', 'pages', ANSWERED, 'after_correction', '`list_parameters`', EARLIER], ['unexpected_response', 'other_name', CREATED, 'creates_another', '`name`', FIRST],
  ['deleted', undefined, LISTED, 'safe', 'meant to go', FIRST], ['deleted', 'not_listed', CREATED, 'once_listed', 'by its id', FIRST],
  ['unknown_outcome', undefined, UNKNOWN, 'once_listed', FIRST, 'Check'], ['cancelled', undefined, UNKNOWN, 'once_listed', FIRST, 'Check'],
  ['cancelled', undefined, CREATED, 'once_listed', FIRST, 'Check'],
  ['cancelled', undefined, { ...CREATED, ...LISTED }, 'safe', '`concurrency`', FIRST], ['cancelled', undefined, REFUSED, 'safe', '`concurrency`', FIRST],
  ['wait_timeout', 'not_active', { ...CREATED, ...LISTED }, 'repairs_nothing', 'newest revision', FIRST], ['wait_timeout', 'not_built', LISTED, 'repairs_nothing', 'no commit', FIRST],
  ['unhealthy', undefined, LISTED, 'repairs_nothing', 'network', FIRST], ['unhealthy', 'health_answered', LISTED, 'repairs_nothing', '`health_headers`', 'network'],
  ['unknown_outcome', 'redirect', UNKNOWN, 'once_listed', FIRST, EARLIER],
  ['unknown_outcome', undefined, { ...UNKNOWN, ...LISTED }, 'once_listed', FIRST, EARLIER],
  ['unexpected_response', 'redirect', {}, 'after_correction', '`base_url`', FIRST],
  ['wait_timeout', 'not_shown', CREATED, 'once_listed', 'Look for the deployment', FIRST], ['wait_timeout', 'looks_failed', CREATED, 'once_listed', FIRST, 'to wait again'],
  ['ambiguous_name', undefined, {}, 'after_correction', '`name`', '`id`'], ['rejected', undefined, {}, 'after_correction', 'misspelt', 'gateway'],
  ['rejected', 'plan', {}, 'after_correction', 'the account', 'misspelt'], ['rejected', 'not_taken', {}, 'after_correction', 'gateway', 'misspelt'],
  ['not_found', 'not_there', { mayCreate: false, ...ANSWERED }, 'after_correction', '`id` or `name`', EARLIER],
  ['unknown_outcome', 'other_service', { ...UNKNOWN, ...ANSWERED }, 'once_listed', 'a login', '`base_url`'],
  ['unreachable', 'timeout', ANSWERED, 'safe', '`request_timeout`', EARLIER],
  ['forbidden', 'no_token', {}, 'after_correction', '`oidc_audience`', 'had a token before'], ['forbidden', 'no_token', ANSWERED, 'after_correction', 'had a token before', '`oidc_audience`'],
  ['unhealthy', 'unknown_host', { ...ANSWERED, ...LISTED }, 'repairs_nothing', 'resolve', EARLIER],
])('at %s by %s the advice of a run %j is that it is %s, with %s, without %s', ([code, cause, more, rerun, has, hasNot]) => {
  const { next, rerun: sentence } = guidanceOf(open(more).run, new RunError(code, '', { cause }))
  expect(Object.entries(RERUN).find(([, text]) => text === sentence)?.[0]).toBe(rerun)
  expect(next.join('\n')).toContain(has)
  expect(next.join('\n')).not.toContain(hasNot)
  expect(next.filter(line => line.trim() !== line || line === '' || line.includes('undefined'))).toEqual([])
})

it('a deployment that is only not listed has a headline of its own', () => {
  expect(titleOf(new RunError('deleted', '', { cause: 'not_listed' }))).toBe('Not listed')
})

it('what became of the create request is said in words of its own, and by a run that only reads that it created nothing', () => {
  const stop = new RunError('cancelled', '')
  const posts = ['none', 'without_effect', 'unknown', 'created'] as const
  const said = posts.map(post => guidanceOf(open({ post }).run, stop).sent)
  expect(new Set([...said, '']).size).toBe(5)
  expect(guidanceOf(open(CREATED, false).run, stop).sent).toContain('created nothing')
  const { run } = open({})
  run.see(seen('a'))
  expect(guidanceOf(run, stop).sent).toMatch(/^No create request was sent, as the deployment was there before/)
  expect(posts.map(post => isCreated(open({ post }).run))).toEqual([false, false, undefined, true])
})

const [NOT_KNOWN, REACHED] = [', and it is not known whether this run deployed it', { reached: 'active' }]
// biome-ignore format: a table
it.for<[headline: string, run: Partial<Run>, code?: ErrorCode | undefined, mayCreate?: boolean]>([
  ['✅ Deployment was created, and not waited for', CREATED],
  ['✅ Deployment was created, and is active', { ...CREATED, ...REACHED }],
  ['✅ Deployment exists, and was adopted, and not waited for', REFUSED],
  ['✅ Deployment exists, and was adopted, and is active', REACHED],
  ['✅ Deployment is active', REACHED, undefined, false],
  ['⚠️ Deployment was created, and not waited for, and a caveat of a, and a caveat of b', { ...CREATED, warnings: ['a', 'b'] }],
  ['🧪 Plan: nothing was created', { isPlan: true }],
  ['🧪 Plan: nothing was created, and a caveat of a', { isPlan: true, warnings: ['a'] }],
  ['🛑 Cancelled', CREATED, 'cancelled'],
  [`🛑 Cancelled${NOT_KNOWN}`, UNKNOWN, 'cancelled'],
  ['❌ Wait timeout', { isPlan: true, warnings: ['a'] }, 'wait_timeout'],
  [`❌ Being deleted${NOT_KNOWN}`, UNKNOWN, 'deleted'],
])('the headline is %s of a run %j that ends as %s', ([headline, more, code, mayCreate]) => {
  const { run } = open(more, mayCreate)
  run.see(seen('a'))
  const report = reportOf(run, code && new RunError(code, 'Is it there?', { said: 'no' }))
  const [first, ...rest] = report.split('\n')
  expect(first).toBe(`## ${headline}`)
  expect(rest.join('\n').includes('<p>Is it there? It answered: no.</p>')).toBe(code !== undefined)
  expect(rest.join('\n').includes('<ul>\n<li>')).toBe(code !== undefined && code !== 'wait_timeout')
  expect(rest.filter(line => /^<p>⚠️ [ab]\.<\/p>$/.test(line))).toHaveLength(more.warnings?.length ?? 0)
})

it('of many changes of a wait the last hundred are shown', () => {
  const look = { date: 0, after: 0, isShown: true, failure: undefined }
  const looks = Array.from({ length: 101 }, (_, index) => ({ ...look, state: `s${index}` }))
  const shown = reportOf(open({ looks }).run, undefined).match(/\bs\d+\b/g)
  expect([shown?.length, shown?.[0], shown?.at(-1)]).toEqual([100, 's1', 's100'])
  const asked = { ...look, state: 'a', health: { isHealthy: true, words: 'x' } }
  expect(changesIn([asked, { ...look, state: 'a' }])).toEqual([asked])
})

it('a plan says whether the name is free', () => {
  const { run } = open({ isPlan: true, name: 'shop' })
  expect(reportOf(run, undefined)).toMatch(/shop.* is free.*Requested/s)
  run.see(seen('a'))
  expect(reportOf(run, undefined)).toMatch(/exists, and would be adopted.*As last seen/s)
})

it.for<[run: Partial<Run>, warns: string[]]>([
  [{}, ['nothing was deployed by this attempt', 'its newest revision is not active']],
  [UNKNOWN, ['its newest revision is not active']],
  [CREATED, []],
  [{ isPlan: true }, []],
])('a green run %j says of a deployment of which nothing is known: %j', ([more, caveats]) => {
  const { run } = open(more)
  run.see(seen('a'))
  warnOfVersion(orderOf(PLAN), readWorkflow({}), run)
  expect(run.caveats).toEqual(caveats)
  const said =
    caveats.length > 1 ? [/an unknown time.* an unknown version/, /as far as/] : caveats.map(() => /as far as/)
  expect(run.warnings).toEqual(said.map(words => expect.stringMatching(words)))
})

it('a run has the one deployment that it adopted, whose changes it logs', () => {
  const { run, told } = open()
  run.adopt(seen('a'))
  expect([run.isListed, told]).toEqual([false, [expect.stringContaining('READY'), 'id=a']])
  run.see(seen('a'))
  expect([run.isListed, told.length]).toEqual([true, 2])
  run.see(seen('a', 'AWAITING_DELETE'))
  expect([run.deployment?.status, told.length]).toEqual(['AWAITING_DELETE', 4])
  run.see(seen('b'))
  expect([run.deployment?.id, told.at(-1)]).toEqual(['a', 'id=a'])
})

it('a run that adopted none of several deployments has none', () => {
  const { run, told } = open()
  for (const id of ['a', 'b']) run.see(seen(id))
  expect([run.deployment, told.at(-1)]).toEqual([undefined, 'id=undefined'])
  run.adopt(seen('b', 'UNUSED'))
  expect([run.deployment?.status, told.at(-1)]).toEqual(['UNUSED', 'id=b'])
})

it('a run knows one id of a UUID in either case', () => {
  const { run } = open()
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  for (const one of [id, id.toUpperCase()]) run.see(seen(one))
  expect(run.deployment?.id).toBe(id.toUpperCase())
  expect(judgeDuplicates(seen(id), { found: [seen(id.toUpperCase())] }, {} as Terms).end).toBe(undefined)
})

it('the end of some work is known by what it throws, and by its signal', async () => {
  const { run, told } = open()
  const [stop, bug] = [new RunError('differs', ''), new Error('a bug')]
  const aborted = (reason?: Error) => ({ signal: AbortSignal.abort(reason) })
  const { signal } = new AbortController()
  const end = async (work: () => Promise<void>, job = { signal }) => (await runWork(work, job, run))?.code
  const fail = (error: Error) => () => Promise.reject(error)
  expect(await end(async () => {})).toBe(undefined)
  expect(await end(async () => {}, aborted())).toBe('cancelled')
  expect([await end(fail(stop)), await end(fail(stop), aborted())]).toEqual(['differs', 'cancelled'])
  expect(await end(fail(bug), aborted())).toBe('cancelled')
  expect([await end(fail(new DOMException('', 'AbortError'))), told.length > 0]).toEqual(['internal', true])
  told.length = 0
  expect([await end(fail((stop.cause as Error) ?? bug), aborted(bug)), told[0]]).toEqual(['internal', 'Error: a bug'])
  expect(await end(fail(Object.assign(new Error('none'), { stack: undefined })))).toBe('internal')
  expect(told.at(-1)).toBe('none')
})
