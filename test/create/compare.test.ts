import { describe, expect } from 'vitest'
import { COMMIT } from '../harness/job.ts'
import { type Deployment, deployment, type Fields } from '../harness/records.ts'
import type { Service } from '../harness/service.ts'
import type { Run } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import {
  AS_ASKED,
  errorOf,
  IMAGE,
  OTHER_IMAGE,
  repositoryAsAsked,
  repositoryOrder,
  warningsOf,
} from './orders.ts'

// A deployment that has the name is compared with what was asked for, and adopted or refused.

type Json = Record<string, unknown>

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const OTHER_UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const DIGEST = `sha256:${'0a1b2c3d'.repeat(8)}`
const OTHER_DIGEST = `sha256:${'99887766'.repeat(8)}`
const VALUES = { A: 'requested-value-a', B: 'requested-value-b' }
const SITE = 'https://shop.example'
const secret = (name: string) => ({ name, value: `existing-value-${name}` })
const reference = (name: string, secret_key = 'key') => ({ name, secret_name: 'database', secret_key })
const container = (name: string) => ({ name, image: `${name}:1` })
const [A, B] = [container('a'), container('b')]

/** A field as it is asked for, and as the service returns it. What is undefined is absent. */
interface Field {
  path: string
  asked: unknown
  returned: unknown
}
const field = (path: string, asked: unknown, returned: unknown): Field => ({ path, asked, returned })
const config = (name: string, asked: unknown, returned: unknown) =>
  field(`source_config.${name}`, asked, returned)
const spec = (name: string, asked: unknown, returned: unknown) =>
  config(`resource_spec.${name}`, asked, returned)
const image = (asked: unknown, returned: unknown) =>
  field('source_revision_config.image_uri', asked, returned)
const secrets = (asked: string[], returned: unknown) => field('secrets', asked, returned)
const references = (asked: unknown, returned: unknown) => field('secret_references', asked, returned)

/** Sets the value at a path. */
function set(object: Json, path: string, value: unknown): void {
  const [key = '', ...rest] = path.split('.')
  const child = { ...(object[key] as Json) }
  if (rest.length > 0) set(child, rest.join('.'), value)
  object[key] = rest.length > 0 ? child : value
}

/** What each row compares: fields that are the same, that differ, or that are unknown. */
interface Comparison {
  what: string
  is: 'same' | 'different' | 'unknown'
  fields: Field[]
}

const COMPARISONS: Comparison[] = [
  { is: 'same', what: 'nothing but the image', fields: [] },
  {
    is: 'same',
    what: 'the same in another form',
    fields: [
      image(`h:5000/app:v1@${DIGEST}`, `h:5000/app@${DIGEST}`),
      config('build_on_push', false, null),
      config('custom_url', SITE, `${SITE}/`),
      config('listener_id', UUID, UUID.toUpperCase()),
      spec('sidecars', [A, B], [B, A]),
      secrets(['A', 'B'], [secret('C'), secret('B'), secret('A')]),
      references([reference('C'), reference('D')], [reference('D'), reference('C')]),
    ],
  },
  { is: 'same', what: 'an address without its scheme', fields: [config('custom_url', SITE, 'shop.example')] },
  { is: 'same', what: 'a digest with a tag', fields: [image(`app@${DIGEST}`, `app:v1@${DIGEST}`)] },
  {
    is: 'same',
    what: 'what was not asked for, or asked for as null',
    fields: [
      ...[config('build_command', undefined, 'make'), config('region', undefined, 'north')],
      ...[config('install_command', null, 'npm ci'), references(null, [reference('C')])],
    ],
  },
  {
    is: 'different',
    what: 'values of every kind',
    fields: [
      image('app:v1', 'app:v2'),
      config('build_on_push', true, false),
      config('custom_url', `${SITE}/A`, `${SITE}/a`),
      config('listener_id', UUID, OTHER_UUID),
      config('install_command', 'npm ci', 'npm install'),
      config('build_command', 'make', null),
      config('listener_config.k8s_namespace', 'shop', 'Shop'),
      spec('cpu', 1, 2),
      spec('labels.team', 'core', 'edge'),
      spec('sidecars', [A], [A, B]),
      spec('image_pull_secrets', [A, B], [A]),
      spec('init_containers', [A, B], [B, A]),
      secrets(['A', 'B'], [secret('A')]),
      references([reference('C')], [reference('C', 'other')]),
    ],
  },
  { is: 'different', what: 'a digest', fields: [image(`app:v1@${DIGEST}`, `app:v1@${OTHER_DIGEST}`)] },
  { is: 'different', what: 'a source', fields: [field('source', 'external_container', 'internal_template')] },
  {
    is: 'unknown',
    what: 'absent keys, an object that is null, and no secrets',
    fields: [
      config('build_command', 'make', undefined),
      config('resource_spec', { cpu: 1 }, null),
      config('listener_config.k8s_namespace', 'shop', undefined),
      secrets(['A'], []),
    ],
  },
  { is: 'unknown', what: 'secrets that are null', fields: [secrets(['A'], null)] },
  { is: 'unknown', what: 'no list of secrets', fields: [secrets(['A'], undefined)] },
]

/** A path is named as itself, or by an item of a list in it. */
const inPaths = (run: Run): string[] =>
  (JSON.parse(run.outputs['differences'] ?? '[]') as { path: string }[]).map(({ path }) => path).sort()

/** Inputs and step of a run that asks for the fields, of a service that returns them in its way. */
function comparing(service: Service, fields: Field[]) {
  const asked: Json = { source: IMAGE.source, ...AS_ASKED }
  for (const { path, asked: value } of fields) set(asked, path, value)
  const existing: Json = deployment({ ...asked, secrets: [] } as Fields)
  for (const { path, returned } of fields) set(existing, path, returned)
  service.override('list', 'each', ({ query }, respond) =>
    respond(200, { resources: Number(query['offset']) > 0 ? [] : [existing] }),
  )
  const files = { 'deploy.json': JSON.stringify(asked) }
  return { inputs: { config: 'deploy.json', name: 'shop' }, step: { files, env: VALUES }, id: existing['id'] }
}

describe.concurrent('a deployment is compared field by field:', () => {
  test.for(COMPARISONS)('$what: $is', async ({ is, fields }, { serve, create }) => {
    const service = await serve()
    const { inputs, step, id } = comparing(service, fields)
    const run = await create(service, inputs, step)
    expect(service.of('create')).toEqual([])
    const differing = is === 'different' ? fields.map(({ path }) => path) : []
    const paths = inPaths(run)
    for (const path of paths) expect(differing.some(one => path.startsWith(one))).toBe(true)
    for (const one of differing) expect(paths.some(path => path.startsWith(one))).toBe(true)
    for (const one of differing) expect(errorOf(run)).toContain(one)
    const error_code = is === 'different' ? 'differs' : undefined
    expect([run.exitCode, run.outputs['error_code']]).toEqual([error_code ? 1 : 0, error_code])
    expect(run.outputs).toMatchObject({ created: 'false', id })
    const warnings = run.warnings.filter(({ message }) => /compared/.test(message))
    expect(warnings).toHaveLength(is === 'unknown' ? 1 : 0)
    if (is === 'unknown') for (const { path } of fields) expect(warnings[0]?.message).toContain(path)
    expect(run.shown).not.toMatch(/(?:existing|requested)-value-/)
  })
})

test('a difference has both values, and secrets in it are names', async ({ serve, create }) => {
  const service = await serve()
  const fields = [config('build_command', 'make', 'make all'), secrets(['A', 'B'], [secret('A')])]
  const { inputs, step } = comparing(service, fields)
  const { outputs } = await create(service, inputs, step)
  const command = { path: 'source_config.build_command', requested: 'make', existing: 'make all' }
  const names = { path: 'secrets', requested: ['A', 'B'], existing: ['A'] }
  expect(JSON.parse(outputs['differences'] ?? '')).toEqual(expect.arrayContaining([command, names]))
})

describe.concurrent('what a repository runs is compared:', () => {
  interface Row {
    what: string
    inputs?: Record<string, string>
    returns?: Json
    differs?: string
    unknown?: string
  }
  const OF_TAG = { repo_ref: 'refs/tags/v1' }
  const AT_COMMIT = { commit: COMMIT }
  const at = (repo_commit_sha: string | null) => ({ repo_commit_sha })
  const from = (repo_ref: string) => ({ repo_ref })
  const path = (graph_config_path: string) => ({ graph_config_path })
  test.for<Row>([
    { what: 'a branch in full', returns: from('refs/heads/main') },
    { what: 'a bare branch', inputs: from('refs/heads/main'), returns: from('main') },
    { what: 'a bare tag', inputs: OF_TAG, returns: from('v1') },
    {
      what: 'a branch named like the tag',
      inputs: OF_TAG,
      returns: from('refs/heads/v1'),
      differs: 'repo_ref',
    },
    { what: 'another branch', inputs: from('next'), returns: from('main'), differs: 'repo_ref' },
    { what: 'a ref as the own commit', returns: from(COMMIT), unknown: 'repo_ref' },
    { what: 'a commit', inputs: AT_COMMIT },
    { what: 'a commit in seven characters', inputs: AT_COMMIT, returns: at(COMMIT.slice(0, 7)) },
    { what: 'a commit in capitals', inputs: AT_COMMIT, returns: at(COMMIT.toUpperCase()) },
    { what: 'another commit', inputs: { commit: 'c'.repeat(40) }, differs: 'repo_commit_sha' },
    { what: 'a commit that is not built yet', inputs: AT_COMMIT, returns: at(null), unknown: 'commit' },
    { what: 'a path', inputs: path('a'), returns: path('b'), differs: 'graph_config_path' },
  ])('$what', async ({ inputs = {}, returns, differs, unknown }, { serve, create }) => {
    const service = await serve()
    const asked = repositoryAsAsked(service)
    const { repo_ref = 'main' } = inputs
    const source_revision_config = { ...asked.source_revision_config, repo_ref, ...returns }
    service.add({ ...asked, source_revision_config })
    const run = await create(service, { ...repositoryOrder(service), ...inputs })
    expect(inPaths(run)).toEqual(differs ? [`source_revision_config.${differs}`] : [])
    expect(run.outputs['error_code']).toBe(differs && 'differs')
    const warning = run.warnings.filter(({ message }) => /compared/.test(message))
    expect(warning).toHaveLength(unknown ? 1 : 0)
    if (unknown) expect(warning[0]?.message).toContain(unknown)
    expect(service.of('create')).toEqual([])
  })
})

describe.concurrent('if_exists decides about a deployment that has the name:', () => {
  const [same, other] = [AS_ASKED, OTHER_IMAGE]
  const several = [same, { ...other, status: 'AWAITING_DELETE' }]
  const always = (code: string) => ({ match: code, reuse: code, fail: code })
  const dying = (status: string) => ({ there: [{ ...other, status }], ...always('deleted') })
  const states: Record<string, { there: Fields[]; match?: string; reuse?: string; fail?: string }> = {
    same: { there: [same], fail: 'already_exists' },
    different: { there: [other], match: 'differs', fail: 'already_exists' },
    several: { there: several, ...always('ambiguous_name') },
    AWAITING_DELETE: dying('AWAITING_DELETE'),
    AWAITING_FINAL_DELETE: dying('AWAITING_FINAL_DELETE'),
    DELETING: dying('DELETING'),
    DELETION_PROTECTED: { there: [{ ...same, status: 'DELETION_PROTECTED' }], fail: 'already_exists' },
  }
  const rows = Object.entries(states).flatMap(([state, { there, ...codes }]) =>
    (['match', 'reuse', 'fail'] as const).map(rule => ({ state, rule, code: codes[rule], there })),
  )
  test.for(rows)('$state, $rule: $code', async ({ rule, code, there }, { serve, create }) => {
    const service = await serve({ deployments: there })
    const run = await create(service, { ...IMAGE, if_exists: rule })
    expect([run.exitCode, run.outputs['error_code']]).toEqual([code ? 1 : 0, code])
    expect(run.outputs['created']).toBe('false')
    const ids = service.deployments.map(({ id }: Deployment) => id)
    if (code) for (const id of ids) expect(errorOf(run)).toContain(id)
    expect(run.outputs['id'] ?? '').toBe(ids.length > 1 ? '' : ids[0])
    expect(service.of('create')).toEqual([])
  })
})

test('reuse warns of the differences, and gives them as an output', async ({ serve, create }) => {
  const service = await serve({ deployments: [OTHER_IMAGE] })
  const run = await create(service, { ...IMAGE, if_exists: 'reuse' })
  expect(run.exitCode).toBe(0)
  for (const part of ['image_uri', 'example/shop:1', 'example/shop:2'])
    expect(warningsOf(run)).toContain(part)
  expect(inPaths(run)).toEqual(['source_revision_config.image_uri'])
})

test('a plan compares, too', async ({ serve, create }) => {
  const service = await serve({ deployments: [OTHER_IMAGE] })
  const run = await create(service, { ...IMAGE, dry_run: 'true' })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs', created: 'false' } })
})

test('values of secrets are not compared, as the log says', async ({ serve, create }) => {
  const service = await serve({ deployments: [{ ...AS_ASKED, secrets: [secret('A')] }] })
  const run = await create(service, { ...IMAGE, secrets: 'A' }, { env: VALUES })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', differences: '[]' } })
  expect(run.stdout).toMatch(/secrets?\b.*\bcompared/i)
})

test('with wait_for, another commit is awaited, and no difference', async ({ serve, create }) => {
  const service = await serve()
  const next = 'c'.repeat(40)
  service.add(repositoryAsAsked(service))
  service.override('list', 4, (_request, { usual }, store) => {
    const revision = { latest_revision_id: 'next', active_revision_id: 'next' }
    store.update('shop', { ...revision, source_revision_config: { repo_commit_sha: next } })
    usual()
  })
  const run = await create(service, { ...repositoryOrder(service), commit: next, wait_for: 'active' })
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'false', repo_commit_sha: next } })
  expect(run.outputs['active_revision_id']).toBe('next')
  expect(run.warnings).toEqual([])
})
