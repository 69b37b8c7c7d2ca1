import { describe, expect } from 'vitest'
import { type Event, pullRequest } from '../harness/job.ts'
import { NOWHERE } from '../harness/listen.ts'
import { BUILDING, type Dialect, talkative, terse } from '../harness/records.ts'
import { answer, createAndHangUp, hangUp, type Service, type ServiceOptions } from '../harness/service.ts'
import type { Run, Step } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { ADVICE, type ErrorCode, expectInOrder, RERUN, type Rerun, rerunsOf, SENT } from './words.ts'

// The ends of a create that a user meets most, each with a service that says little and one that says much.

interface Situation {
  title: string
  options?: ServiceOptions
  /** Lets the service behave; `detail` is what it says, or empty. */
  given?(service: Service, detail: string): void
  inputs?: Record<string, string>
  step?: Partial<Step>
  code: ErrorCode
  created?: 'true' | 'false' | ''
  status?: number
  /** How many create requests arrive. */
  posts?: number
  /** What failed, as the message must name it first. */
  failed: (RegExp | string)[]
  /** What the service says, of the talkative one. */
  says?: string
  /** In place of the advice of the code, where the run knows the cause. */
  advice?: RegExp
  rerun: Rerun
  /** What makes a safe rerun green; without it, nothing that a test can do. */
  heal?(service: Service): void
  /** The situation needs a service that returns the configuration. */
  whole?: true
}

const IMAGE = { name: 'shop', source: 'external_container', image_uri: 'registry.example/shop:1' }
const AS_ASKED = { source_revision_config: { image_uri: IMAGE.image_uri } }
const ACTIVE = { wait_for: 'active', wait_timeout: '2m' }
const STRANGE_PAGE = '<html><head><title>Sign in to Acme</title></head></html>'
const body = (detail: string) => (detail ? { detail } : '')
const works = (service: Service) => {
  for (const operation of ['list', 'create', 'repositories'] as const)
    service.override(operation, 'each', (_request, { usual }) => usual())
}
const refused =
  (operation: 'list' | 'create' | 'repositories', status: number, headers = {}) =>
  (service: Service, detail: string) =>
    service.override(operation, 'each', answer(status, body(detail), headers))
const repohost = (more: Record<string, string>) => ({ source: 'repohost', image_uri: '', ...more })
const INTEGRATION = '5f0c2a8e-4f0e-4f7b-9a53-0d3c1b2a4e6f'
const FORK = pullRequest({ sha: 'a'.repeat(40), ref: 'topic', from: 'eve/shop' })
const BY_DEPENDABOT: Partial<Step> = { env: { GITHUB_ACTOR: 'dependabot[bot]' } }
const unhealthy = { ...ACTIVE, health_url: `${NOWHERE}/ok` }

const INPUT_ENDS: Situation[] = [
  {
    title: 'the YAML of an input is bad',
    inputs: { resource_spec: 'cpu: [1' },
    code: 'invalid_input',
    failed: ['resource_spec'],
    rerun: 'after_correction',
  },
  {
    title: 'the YAML of the file is bad',
    inputs: { config: 'deploy.yml' },
    step: { files: { 'deploy.yml': 'source_config:\n  build_command: [make\nname: x\n' } },
    code: 'invalid_input',
    failed: ['deploy.yml'],
    rerun: 'after_correction',
  },
  {
    title: 'a secret is not set',
    inputs: { secrets: 'DB_PASSWORD' },
    code: 'invalid_input',
    failed: ['secrets', 'line 1'],
    rerun: 'after_correction',
  },
  {
    title: 'the secret with the key is empty',
    inputs: { headers: 'Authorization: Bearer ' },
    code: 'invalid_input',
    failed: ['headers'],
    rerun: 'after_correction',
  },
  {
    title: 'an empty expression leaves no host',
    inputs: { base_url: 'https:///api' },
    code: 'invalid_input',
    failed: ['base_url'],
    rerun: 'after_correction',
  },
]

const CONNECTION_ENDS: Situation[] = [
  {
    title: 'the key is wrong',
    options: { api_key: 'the-right-key' },
    inputs: { api_key: 'a-wrong-key' },
    code: 'unauthorized',
    status: 401,
    failed: ['401'],
    says: 'Invalid API key',
    rerun: 'after_correction',
  },
  {
    title: 'there is no key',
    options: { api_key: 'the-right-key' },
    code: 'unauthorized',
    status: 401,
    failed: ['401'],
    advice: /no credential was sent/i,
    rerun: 'after_correction',
  },
  {
    title: 'there is no key in the run of a fork',
    options: { api_key: 'the-right-key' },
    step: { event: FORK },
    code: 'unauthorized',
    status: 401,
    failed: ['401'],
    advice: /fork/i,
    rerun: 'after_correction',
  },
  {
    title: 'there is no key in a run by Dependabot',
    options: { api_key: 'the-right-key' },
    step: BY_DEPENDABOT,
    code: 'unauthorized',
    status: 401,
    failed: ['401'],
    advice: /Dependabot[^.]* own/,
    rerun: 'after_correction',
  },
  {
    title: 'the key may not list',
    given: refused('list', 403),
    inputs: { api_key: 'a-weak-key' },
    code: 'forbidden',
    status: 403,
    failed: ['403'],
    says: 'Requires workspace specification',
    rerun: 'after_correction',
  },
  {
    title: 'the address is wrong',
    given: refused('list', 404),
    code: 'not_found',
    status: 404,
    failed: ['404'],
    says: 'No such route here',
    rerun: 'after_correction',
  },
  {
    title: 'a page answers with 200',
    given: service =>
      service.override('list', 'each', answer(200, STRANGE_PAGE, { 'content-type': 'text/html' })),
    code: 'unexpected_response',
    status: 200,
    failed: ['200', 'Sign in to Acme'],
    rerun: 'after_correction',
  },
  {
    title: 'a redirect answers',
    given: service =>
      service.override(
        'list',
        'each',
        answer(302, '', { location: 'https://login.example/start?ticket=hidden' }),
      ),
    code: 'unexpected_response',
    status: 302,
    failed: ['302', 'https://login.example/start'],
    rerun: 'after_correction',
  },
  {
    title: 'the pages of the list repeat',
    given: service =>
      service.override(
        'list',
        'each',
        answer(200, {
          resources: [
            { id: 'a', name: 'a' },
            { id: 'b', name: 'b' },
          ],
        }),
      ),
    code: 'unexpected_response',
    failed: [],
    advice: /`list_parameters`/,
    rerun: 'after_correction',
  },
  {
    title: 'nothing listens at the address',
    inputs: { base_url: NOWHERE },
    code: 'unreachable',
    failed: ['127.0.0.1'],
    rerun: 'safe',
  },
  {
    title: 'the service resets each connection',
    given: service => service.override('list', 'each', hangUp),
    code: 'unreachable',
    failed: [],
    rerun: 'safe',
    heal: works,
  },
  {
    title: 'the service is down before the create request',
    given: refused('list', 503),
    code: 'unavailable',
    status: 503,
    failed: ['503'],
    says: 'Under maintenance',
    rerun: 'safe',
    heal: works,
  },
]

const REPOSITORY_ENDS: Situation[] = [
  {
    title: 'the repository is not visible',
    options: { repositories: [{ name: 'shop-api' }, { owner: 'other', name: 'thing' }] },
    inputs: repohost({ integration_id: INTEGRATION, repository: 'acme/shop' }),
    code: 'repository_not_found',
    failed: ['acme/shop', '2', 'shop-api'],
    rerun: 'after_correction',
  },
  {
    title: 'the repository is there twice',
    options: { repositories: [{}, { url: 'https://git.example/acme/shop' }] },
    inputs: repohost({ integration_id: INTEGRATION, repository: 'acme/shop' }),
    code: 'ambiguous_repository',
    failed: ['acme/shop', '2', 'https://git.example/acme/shop'],
    rerun: 'after_correction',
  },
  {
    title: 'the integration is not there',
    inputs: repohost({ integration_id: 'another', repository: 'acme/shop' }),
    code: 'not_found',
    status: 404,
    failed: ['404'],
    advice: /`integration_id`/,
    rerun: 'after_correction',
  },
]

const NAME_ENDS: Situation[] = [
  {
    title: 'the name is taken and must be free',
    options: { deployments: [AS_ASKED] },
    inputs: { if_exists: 'fail' },
    code: 'already_exists',
    failed: ['shop'],
    rerun: 'after_correction',
  },
  {
    title: 'the deployment differs',
    options: { deployments: [{ source_revision_config: { image_uri: 'registry.example/shop:0' } }] },
    code: 'differs',
    failed: ['shop', 'image_uri', 'registry.example/shop:1', 'registry.example/shop:0'],
    rerun: 'after_correction',
    whole: true,
  },
  {
    title: 'two deployments have the name',
    options: {
      deployments: [
        { ...AS_ASKED, id: 'first-id' },
        { ...AS_ASKED, id: 'second-id' },
      ],
    },
    code: 'ambiguous_name',
    failed: ['first-id', 'second-id'],
    rerun: 'after_correction',
  },
  {
    title: 'the deployment is being deleted',
    options: { deployments: [{ ...AS_ASKED, status: 'AWAITING_FINAL_DELETE' }] },
    code: 'deleted',
    failed: ['shop', 'AWAITING_FINAL_DELETE'],
    rerun: 'safe',
    heal: service => service.remove('shop'),
  },
]

const CREATE_ENDS: Situation[] = [
  {
    title: 'the key may not create',
    given: refused('create', 403),
    inputs: { api_key: 'a-weak-key' },
    code: 'forbidden',
    status: 403,
    posts: 1,
    failed: ['shop', '403'],
    says: 'Only owners may create',
    rerun: 'after_correction',
  },
  {
    title: 'the plan is used up (402)',
    given: refused('create', 402),
    code: 'rejected',
    status: 402,
    posts: 1,
    failed: ['shop', '402'],
    says: 'Your plan has ten deployments',
    rerun: 'after_correction',
  },
  {
    title: 'a field is refused (422)',
    given: (service, detail) => {
      const found = [{ loc: ['body', 'source_config', 'listener_id'], msg: detail, type: 'value_error' }]
      service.override('create', 'each', answer(422, detail ? { detail: found } : ''))
    },
    code: 'rejected',
    status: 422,
    posts: 1,
    failed: ['shop', '422'],
    says: 'listener_id',
    rerun: 'after_correction',
  },
  {
    title: 'the request is refused without a field (422)',
    given: refused('create', 422),
    code: 'rejected',
    status: 422,
    posts: 1,
    failed: ['shop', '422'],
    says: 'No listener is configured',
    rerun: 'after_correction',
  },
  {
    title: 'the ref is wrong',
    given: refused('create', 400),
    inputs: repohost({ integration_id: INTEGRATION, repository: 'acme/shop', repo_ref: 'nowhere' }),
    code: 'rejected',
    status: 400,
    posts: 1,
    failed: ['shop', '400'],
    says: 'Branch nowhere does not exist',
    rerun: 'after_correction',
  },
  {
    title: 'a name is refused that is not listed (409)',
    given: refused('create', 409),
    code: 'conflict',
    status: 409,
    posts: 1,
    failed: ['shop', '409'],
    says: 'The environment has its deployment already',
    rerun: 'safe',
    heal: works,
  },
  {
    title: 'too many requests were sent',
    given: refused('create', 429, { 'retry-after': '1' }),
    code: 'rate_limited',
    status: 429,
    failed: ['shop', '429'],
    says: 'Slow down, please',
    rerun: 'safe',
    heal: works,
  },
  {
    title: 'the service goes down while it creates, and stays down',
    given: service =>
      service.override('create', 'each', (request, respond, store) => {
        service.override('list', 'each', answer(503, ''))
        createAndHangUp(request, respond, store)
      }),
    code: 'unknown_outcome',
    created: '',
    posts: 1,
    failed: ['shop'],
    rerun: 'once_listed',
    heal: works,
  },
  {
    title: 'a gateway answers in place of the service, and nothing is listed',
    given: (service, detail) =>
      service.override('create', 'each', answer(504, detail && `<html><title>${detail}</title></html>`)),
    code: 'unknown_outcome',
    created: '',
    status: 504,
    posts: 1,
    failed: ['shop', '504'],
    says: '504 Gateway Time-out',
    rerun: 'once_listed',
    heal: works,
  },
  {
    title: 'another run creates the name at the same time',
    options: { taken: 'accept' },
    given: service =>
      service.override('create', 1, (_request, respond, store) => {
        store.add({ ...AS_ASKED, id: 'of-another-run' })
        respond.usual()
      }),
    code: 'duplicate_created',
    created: 'true',
    posts: 1,
    failed: ['shop', 'of-another-run'],
    rerun: 'after_correction',
  },
  {
    title: 'the service creates another name',
    given: service =>
      service.override('create', 'each', ({ body }, respond, store) =>
        respond(201, store.create({ ...(body as object), name: 'shop-x1' })),
      ),
    code: 'unexpected_response',
    created: 'true',
    posts: 1,
    failed: ['shop', 'shop-x1'],
    advice: /shop-x1|name/,
    rerun: 'creates_another',
    whole: true,
  },
]

const WAIT_ENDS: Situation[] = [
  {
    title: 'the build fails',
    options: { created: BUILDING },
    inputs: ACTIVE,
    code: 'wait_timeout',
    created: 'true',
    posts: 1,
    failed: ['shop', 'active', /2 ?m/, 'READY'],
    rerun: 'repairs_nothing',
  },
  {
    title: 'the state is never reached',
    options: { created: { ...BUILDING, status: 'AWAITING_DATABASE' } },
    inputs: { wait_for: 'ready', wait_timeout: '2m' },
    code: 'wait_timeout',
    created: 'true',
    posts: 1,
    failed: ['shop', /ready/i, 'AWAITING_DATABASE'],
    rerun: 'repairs_nothing',
  },
  {
    title: 'the commit never comes',
    inputs: repohost({
      ...ACTIVE,
      integration_id: INTEGRATION,
      repository: 'acme/shop',
      commit: 'c'.repeat(40),
    }),
    code: 'wait_timeout',
    created: 'true',
    posts: 1,
    failed: ['shop', 'ccccccc', '0123456'],
    rerun: 'repairs_nothing',
    whole: true,
  },
  {
    title: 'nothing listens at the health address',
    inputs: unhealthy,
    code: 'unhealthy',
    created: 'true',
    posts: 1,
    failed: ['shop', NOWHERE],
    rerun: 'repairs_nothing',
  },
  {
    title: 'the deployment vanishes during the wait',
    options: { created: BUILDING },
    given: service =>
      service.override('list', 4, (_request, { usual }, store) => {
        store.remove('shop')
        usual()
      }),
    inputs: ACTIVE,
    code: 'deleted',
    created: 'true',
    posts: 1,
    failed: ['shop'],
    rerun: 'safe',
    heal: service =>
      service.override('create', 'each', ({ body }, respond, store) => {
        const revision = { latest_revision_id: 'r', active_revision_id: 'r' }
        respond(201, Object.assign(store.create(body), revision))
        store.update('shop', revision)
      }),
  },
]

const ENDS = [INPUT_ENDS, CONNECTION_ENDS, REPOSITORY_ENDS, NAME_ENDS, CREATE_ENDS, WAIT_ENDS].flat()

/** Every end with both services, as far as it can be. */
const CASES = ENDS.flatMap(end => [
  { ...end, dialect: talkative as Dialect, service: 'that says much' },
  ...(end.whole ? [] : [{ ...end, dialect: terse, service: 'that says little' }]),
])

const NO_REQUEST: ErrorCode[] = ['invalid_input']

function expectReport(run: Run, end: Situation, posts: number, detail: string): void {
  const { code, created = 'false', status } = end
  const { outputs, errors, stderr, exitCode } = run
  expect({ exitCode, stderr, errors: errors.length }).toEqual({ exitCode: 1, stderr: '', errors: 1 })
  expect(outputs).toMatchObject({ error_code: code, created })
  expect(outputs['http_status'] ?? '').toBe(status ? String(status) : '')
  const message = errors[0]?.message ?? ''
  expect(message.length).toBeLessThanOrEqual(4000)
  const sent =
    posts > 0
      ? SENT.yes
      : NO_REQUEST.includes(code)
        ? /nothing was sent|no (?:create )?request was sent/i
        : SENT.no
  const facts = [...end.failed, ...(end.says && detail ? [end.says] : [])]
  expectInOrder(message, [...facts, sent, end.advice ?? ADVICE[code], RERUN[end.rerun]])
  expect(rerunsOf(message)).toEqual([end.rerun])
  const { error_message = '' } = outputs
  expectInOrder(error_message, facts)
  expect(error_message).toMatch(/^[^\r\n]{1,500}$/)
  expect(rerunsOf(error_message)).toEqual([])
  expect(run.summary).toMatch(/^#+ .*❌/)
  expect(run.stdout + run.summary).not.toMatch(/^\s+at \S+ \(/m)
}

/** Checks that a rerun ends as the error promised. */
function expectRerun(again: Run, end: Situation, service: Service, before: number): void {
  const named = service.deployments.filter(({ name }) => name === 'shop')
  if (end.heal) {
    expect(again).toMatchObject({ exitCode: 0, errors: [], outputs: { id: named[0]?.id } })
    expect(named).toHaveLength(1)
  } else {
    // Where a run made two, a rerun says so with another word.
    const same = end.code === 'duplicate_created' ? 'ambiguous_name' : end.code
    expect(again).toMatchObject({ exitCode: 1, outputs: { error_code: same } })
    if (end.rerun !== 'creates_another') expect(service.deployments).toHaveLength(before)
  }
}

describe.concurrent('a create ends in words that help, and a rerun as they say, with a service', () => {
  test.for(CASES)('$service: $title', async (end, { serve, create }) => {
    const { options, dialect, given, inputs, step, says = '' } = end
    const service = await serve({ dialect, ...options })
    const detail = dialect === terse ? '' : says
    given?.(service, detail)
    const order = { ...IMAGE, ...inputs }
    const run = await create(service, order, step)
    const posts = service.of('create').length
    expectReport(run, end, posts, detail)
    if (end.code !== 'rate_limited') expect(posts).toBe(end.posts ?? 0)
    const before = service.deployments.length
    end.heal?.(service)
    expectRerun(await create(service, order, step), end, service, before)
  })
})

test('a cancelled create names what ends a step, and a rerun goes on', async ({ serve, start, create }) => {
  const service = await serve({ created: BUILDING })
  const step = await start({ with: { base_url: service.base_url, ...IMAGE, ...ACTIVE } })
  service.override('list', 3, () => step.kill('SIGTERM'))
  const run = await step.result
  const id = service.deployments[0]?.id ?? ''
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled', created: 'true', id } })
  expect(run.errors).toHaveLength(1)
  expectInOrder(run.errors[0]?.message ?? '', [SENT.yes, ADVICE.cancelled, RERUN.safe])
  expect(run.summary).toContain('🛑')
  service.update('shop', { latest_revision_id: 'r', active_revision_id: 'r' })
  service.override('list', 3, (_request, { usual }) => usual())
  const again = await create(service, { ...IMAGE, ...ACTIVE })
  expect(again).toMatchObject({ exitCode: 0, outputs: { id, created: 'false' } })
})

test('a runner whose files cannot be written ends a run as internal', async ({ serve, create }) => {
  const { exitCode, errors } = await create(await serve(), IMAGE, {
    env: { GITHUB_OUTPUT: '/dev/null/output' },
  })
  expect({ exitCode, errors: errors.length }).toEqual({ exitCode: 1, errors: 1 })
  expectInOrder(errors[0]?.message ?? '', [ADVICE.internal, RERUN.safe])
})

describe.concurrent('an empty secret in a run that gets none is explained', () => {
  test.for<{ by: string; step: { event?: Event; env?: Record<string, string> }; names: RegExp }>([
    { by: 'for a fork', step: { event: FORK }, names: /fork/i },
    { by: 'by Dependabot', step: BY_DEPENDABOT, names: /Dependabot/ },
  ])('$by', async ({ step, names }, { serve, create }) => {
    const { errors, outputs } = await create(await serve(), { ...IMAGE, secrets: 'DB_PASSWORD' }, step)
    expect(outputs['error_code']).toBe('invalid_input')
    expect(errors.map(({ message }) => message).join('\n')).toMatch(names)
  })
})
