import { expect, it } from 'vitest'
import type { Doing, Facts, Stop } from '../../src/deployment/facts.ts'
import { say, write } from '../../src/lib/sentence.ts'
import type { Failure } from '../../src/service/failure.ts'
import prose from '../../src/verdict/errors.json' with { type: 'json' }
import { phrase } from '../../src/verdict/phrases.ts'
import { judgeStopped } from '../../src/verdict/stops.ts'
import type { Asked, FailureWords } from '../../src/verdict/verdict.ts'
import { NAME, orderOf, received, stopCases } from '../report/findings.ts'

// Runs that reach all of errors.json: all that is known of a stop, in each combination.

/** An object for each combination of the values of its members. */
const each = <T extends object>(values: { [K in keyof T]: T[K][] }): T[] =>
  Object.entries<unknown[]>(values).reduce<object[]>(
    (all, [key, some]) => all.flatMap(one => some.map(value => ({ ...one, [key]: value }))),
    [{}],
  ) as T[]

const SHA = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const DEPLOYMENTS = each({
  source_config: [{}, { build_on_push: true }],
  source_revision_config: [{}, { repo_ref: 'refs/tags/v1' }, { repo_commit_sha: SHA }],
  active_revision_id: [SHA, null, undefined],
}).map(received)

const SAID = ['', 'No good'].map(text => ({ text, fields: [] }))
const OF_FIELD = { text: 'image_uri: is odd', fields: [{ path: ['image_uri'], message: 'is odd' }] }
const refusals = (statuses: number[], retryAfter: number[] = [0]): Failure[] =>
  each({
    kind: ['refused' as const],
    status: statuses,
    said: [...SAID, OF_FIELD],
    retryAfter,
    asked: [[], ['X-Api-Key'], ['Authorization (OIDC token)']].flatMap(credentials =>
      [[], ['X-Tenant-Id']].map(headers => ({ path: '/v2', bytes: 1, headers, credentials })),
    ),
  })
const NETWORK: Failure[] = each({
  kind: ['network' as const],
  sent: [true],
  code: [
    ...[
      'ECONNREFUSED',
      'RESPONSE_TIMEOUT',
      'TIMEOUT',
      'PROXY_AUTHENTICATION',
      'PROXY_REFUSED_403',
      'UND_ERR_PRX_TLS',
    ],
    ...['OIDC_TOKEN', 'OIDC_UNREACHABLE', 'ENOTFOUND', 'ECONNRESET', 'EPROTO', 'CERT_HAS_EXPIRED'],
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_GET_ISSUER_CERT'],
  ],
  cause: [undefined],
  proxy: ['HTTPS_PROXY', undefined],
}).filter(({ code, proxy }) => proxy || !code.startsWith('PROXY'))
const PROBLEMS = [
  'redirect',
  'moved',
  'cut_short',
  'bad_encoding',
  'list_parameters',
  'list_repeats',
  'list_gap',
  'list_late',
]
const UNUSABLE: Failure[] = each({
  kind: ['unusable' as const],
  status: [200],
  reason: [say`is odd`],
  asked: [[], ['X-Api-Key']].map(credentials => ({ path: '/v2', bytes: 1, headers: [], credentials })),
  problem: [undefined, ...PROBLEMS],
}) as never
const REFUSED = refusals([400, 401, 402, 403, 404, 405, 407, 409, 413, 422, 429, 500, 501, 503], [0, 90_000])
const LOST = [refusals([503])[0], refusals([429])[0], NETWORK[0], NETWORK[2], ...UNUSABLE].flatMap(
  one => one ?? [],
)

const DOINGS: Doing[] = [
  { task: 'look_up', target: { name: NAME } },
  { task: 'look_up', target: { id: 'an-id' } },
  { task: 'list_deployments' },
  { task: 'list_repositories', integration_id: 'an-id' },
  { task: 'create', name: NAME },
  { task: 'watch', deployment: received() },
]
/** A stop with a code for each combination of what is known of it. */
const stops = <C extends Stop['code']>(
  code: C,
  values: { [K in keyof Omit<Extract<Stop, { code: C }>, 'code'>]: Extract<Stop, { code: C }>[K][] },
): Stop[] => each({ code: [code], ...values }) as never
const existing = { deployment: DEPLOYMENTS, appeared: [true, false], commitOnly: [true, false] }
const news = each({
  kind: ['refused', 'other_text', 'no_response', 'no_address'] as ('refused' | 'other_text')[],
  status: [200, 302, 401],
  answered: [say`answered so`],
  excerpt: ['', '<html>'],
}).map(answer => ({ url: 'https://shop.test', answer }))
const others = [[received()], [received({ name: 'Shop' })]]

const STOPS: Stop[] = [
  ...Object.values(stopCases('odd')).flatMap(({ end }) => (typeof end === 'object' ? end : [])),
  ...stops('invalid_input', { problems: [1, 2] }),
  ...stops('cancelled', { late: [true, false] }),
  ...stops('request_failed', { doing: DOINGS, failure: [...REFUSED, ...NETWORK, ...UNUSABLE] }),
  ...stops('not_created', { name: [NAME], failure: refusals([400, 409, 422]) }),
  ...stops('unknown_outcome', {
    name: [NAME],
    failure: LOST,
    lost: [undefined, ...LOST.slice(0, 4)],
    unlisted: [undefined, ...NETWORK.slice(0, 1), ...refusals([403])],
  }),
  ...each({ kind: ['renamed' as const, 'other_name' as const, 'known_id' as const] }).map(({ kind }) => ({
    code: 'wrong_answer' as const,
    kind,
    name: NAME,
    answered: 'Shop',
    id: 'id',
    status: 201,
  })),
  ...stops('ambiguous_name', { name: [NAME], deployments: others }),
  ...stops('already_exists', existing),
  ...stops('differs', existing),
  ...stops('duplicate_created', {
    name: [NAME],
    own: [received()],
    others,
    winner: [undefined, received()],
  }),
  ...stops('repository_not_found', { repository: ['a/b'], visible: [0, 1, 2], nearest: [[], ['a/c']] }),
  ...stops('ambiguous_repository', {
    repository: ['a/b'],
    matches: [
      [
        { id: 1, url: 'https://a' },
        { id: 2, url: 'https://b' },
      ],
      [
        { id: 1, url: 'https://a' },
        { id: 1, url: 'https://a' },
      ],
    ],
  }),
  ...stops('never_built', { deployment: DEPLOYMENTS }),
  ...stops('not_in_time', {
    deployment: DEPLOYMENTS,
    listed: [true, false],
    failure: [undefined],
    misses: [0],
    isUnreachable: [false],
  }),
  ...stops('not_in_time', {
    deployment: DEPLOYMENTS.slice(0, 1),
    listed: [true],
    failure: LOST,
    misses: [1, 2],
    isUnreachable: [true, false],
  }),
  ...stops('unhealthy', { deployment: [received()], news }),
  ...stops('unwritten', { file: ['the outputs'], reason: ['ENOSPC: no space left'] }),
  ...stops('never_listed', { target: [{ name: NAME }], failure: refusals([429, 503]) }),
  ...stops('not_listed', { target: [{ name: NAME }, { id: 'an-id' }], near: [[], ...others] }),
]

const order = orderOf()
const draft = {
  ...order.draft,
  source_config: { build_command: 'odd' },
  source_revision_config: { ...order.draft.source_revision_config, repo_ref: 'main' },
}
/** A create from another ref than that of the run. */
const ofRef = { ...draft, source: 'repohost', source_revision_config: { repo_ref: 'other' } }
const URL = 'https://github.com/a/b'
const run = { ref: 'refs/heads/main', sha: SHA, repository: URL, expression: 'github.ref' }
const ASKED: Asked[] = [
  { action: 'wait', goal: orderOf({ wait_for: 'active' }), inputs: [] },
  { action: 'other', goal: order, inputs: [] },
  ...each({
    action: ['create' as const],
    order: [
      order,
      orderOf({ dry_run: true }),
      orderOf({ draft: ofRef as never, run }),
      orderOf({
        commit: SHA.replace('0', '1'),
        repository: { integration_id: 'an-id', repository: 'a/b', own_host: 'github.com' },
      }),
    ],
    inputs: [[]],
    isRestricted: [true, false],
  }).map(asked => ({ ...asked, goal: asked.order })),
]
const FACTS: Facts[] = (
  [
    { posts: ['pending'], created: undefined, unsettled: REFUSED[0] },
    { deployment: received(), posts: [], created: false, isAnswered: true },
    ...[
      {},
      { source: 'repohost' },
      { source_revision_config: { image_uri: 'odd' } },
      { source: 'repohost', source_revision_config: { image_uri: 'odd' } },
    ].map(change => ({ deployment: received(change), posts: ['lost'], created: undefined })),
    { posts: [], created: false },
    { posts: ['refused'], created: false },
    { posts: ['not_processed', 'refused'], created: false },
    { posts: ['answered'], created: true, deployment: received() },
    {
      posts: ['answered'],
      created: true,
      deployment: received({ source: 'repohost' }),
      request: ofRef,
      repository: { url: URL },
    },
    { posts: ['lost', 'answered'], created: undefined },
    { posts: ['lost', 'refused'], created: undefined },
    { posts: ['lost', 'pending', 'not_processed'], created: undefined },
  ] as Partial<Facts>[]
).map(facts => ({
  name: NAME,
  request: draft,
  sent: facts.deployment?.sent,
  phases: ['look_up', 'create', 'wait'],
  notices: [],
  ...facts,
})) as never

const FEW = STOPS.filter(({ code }) => code !== 'request_failed' && code !== 'unknown_outcome')
const failures: FailureWords[] = ASKED.flatMap(asked => [
  ...FACTS.slice(0, 3).flatMap(facts => STOPS.map(stop => judgeStopped(asked, facts, stop).failure)),
  ...FACTS.flatMap(facts => FEW.map(stop => judgeStopped(asked, facts, stop).failure)),
])
const [whats, nexts, reruns, sents, titles] = (['what', 'next', 'rerun', 'sent', 'title'] as const).map(
  part => [...new Set(failures.map(failure => write(failure[part] ?? '')))].join('\n'),
)

/** Whether texts have a template, with any facts. */
function isSaid(template: string, texts = ''): boolean {
  const parts = template.replace('{what}', '').split(/\{[\w.]+\}/)
  return new RegExp(parts.map(part => RegExp.escape(part)).join('.*')).test(texts)
}

it.each(Object.entries(prose.errors))(
  'some run has the texts of %s',
  (_, { title, what, next, rerun, ...variants }) => {
    const all: Record<string, string>[] = [{ title, what, next, rerun }, ...Object.values(variants)]
    for (const { title = '', what = '', next = '', rerun = '' } of all) {
      expect([title, isSaid(title, titles)]).toEqual([title, true])
      expect([what, isSaid(what, whats)]).toEqual([what, true])
      expect([next, isSaid(next, nexts)]).toEqual([next, true])
      expect([rerun, isSaid(rerun, reruns)]).toEqual([rerun, true])
    }
  },
)

it('some run has each sentence around an error, each answer, and each sentence about create requests', () => {
  const parts = [...Object.values(prose.around), ...Object.values(prose.answers)]
  expect(parts.filter(part => !isSaid(part, whats))).toEqual([])
  expect(Object.values(prose.sent).filter(part => !isSaid(part, sents))).toEqual([])
})

it('every fact that a text names is known', () => {
  const all = [whats, nexts, reruns, sents].join('\n')
  expect(all.match(/.*(\{[\w.]+\}|id undefined \(h|\[object|""|``).*/g)).toBeNull()
})

it.each(['name', 'title', 'file', 'wait_for'])('a text called %s is redacted', name => {
  const shown = write(phrase([`{${name}}`], { [name]: 'a secret' }), () => '***')
  expect(shown).toBe('***')
})
