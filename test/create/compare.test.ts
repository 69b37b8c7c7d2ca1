import { describe, expect } from 'vitest'
import { COMMIT } from '../harness/job.ts'
import { type Deployment, deployment, type Fields, terse } from '../harness/records.ts'
import type { Service } from '../harness/service.ts'
import type { Run } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { AS_ASKED, errorOf, IMAGE, repositoryAsAsked, repositoryOrder, warningsOf } from './orders.ts'

// A deployment that has the name is compared with what was asked for, and adopted or refused.

type Json = Record<string, unknown>

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const OTHER_UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const DIGEST = `sha256:${'0a1b2c3d'.repeat(8)}`
const OTHER_DIGEST = `sha256:${'99887766'.repeat(8)}`
const VALUES = { A: 'requested-value-a', B: 'requested-value-b' }
const secret = (name: string) => ({ name, value: `existing-value-${name}` })
const reference = (name: string, secret_key = 'key') => ({ name, secret_name: 'database', secret_key })
const [NAMED_A, NAMED_B] = [
  { name: 'a', image: 'a:1' },
  { name: 'b', image: 'b:1' },
]

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with the fields of a change at any depth; `undefined` removes one. */
function changed(value: Json, change: Json): Json {
  const result = { ...value }
  for (const [key, next] of Object.entries(change)) {
    const old = result[key]
    if (next === undefined) delete result[key]
    else result[key] = isObject(next) && isObject(old) ? changed(old, next) : next
  }
  return result
}

/** The deployment as a service returns it that kept all that was asked for. */
function echoed(asked: Json): Json {
  const { secrets, ...fields } = asked
  const whole = deployment(fields as Fields) as Json
  return { ...whole, secrets: Array.isArray(secrets) ? secrets.map(name => secret(String(name))) : [] }
}

interface Comparison {
  what: string
  /** What the `config` file asks for, beside `IMAGE`. */
  asks?: Json
  /** What the service returns in another way; `undefined` for what it does not return. */
  returns: Json
  /** The paths of the differences. */
  differs?: string[]
  /** What could not be compared. */
  unknown?: string[]
}

const config = (fields: Json) => ({ source_config: fields })
const spec = (fields: Json) => config({ resource_spec: fields })
const image = (image_uri: string) => ({ source_revision_config: { image_uri } })

const SAME: Comparison[] = [
  { what: 'exactly the same', returns: {} },
  {
    what: 'the same in another form',
    asks: {
      ...config({
        ...{ build_on_push: false, custom_url: 'https://shop.example', listener_id: UUID },
        resource_spec: { sidecars: [NAMED_A, NAMED_B], volumes: [{ name: 'v', emptyDir: {} }] },
      }),
      ...image(`h:5000/app:v1@${DIGEST}`),
      secrets: ['A', 'B'],
      secret_references: [reference('C'), reference('D')],
    },
    returns: {
      ...config({
        ...{ build_on_push: null, custom_url: 'https://shop.example/', listener_id: UUID.toUpperCase() },
        resource_spec: { sidecars: [NAMED_B, NAMED_A] },
      }),
      ...image(`h:5000/app@${DIGEST}`),
      secrets: [secret('C'), secret('B'), secret('A')],
      secret_references: [reference('D'), reference('C')],
    },
  },
  {
    what: 'an address without its scheme',
    asks: config({ custom_url: 'https://shop.example' }),
    returns: config({ custom_url: 'shop.example' }),
  },
  {
    what: 'a digest to which the service adds a tag',
    asks: image(`app@${DIGEST}`),
    returns: image(`app:v1@${DIGEST}`),
  },
  {
    what: 'fields that were not asked for',
    returns: config({ build_command: 'make', listener_config: { k8s_namespace: 'x' }, region: 'north' }),
  },
  {
    what: 'fields that were asked for as null',
    asks: { ...config({ build_command: null, resource_spec: null }), secret_references: null },
    returns: { ...config({ build_command: 'make' }), secret_references: [reference('C')] },
  },
]

const DIFFERENT: Comparison[] = [
  {
    what: 'values of every kind',
    asks: {
      ...config({
        ...{ build_on_push: true, custom_url: 'https://shop.example/A', listener_id: UUID },
        ...{ install_command: 'npm ci', build_command: 'make' },
        listener_config: { k8s_namespace: 'shop' },
        resource_spec: { cpu: 1, labels: { team: 'core' }, service_account_name: 'shop' },
      }),
      ...image('app:v1'),
    },
    returns: {
      ...config({
        ...{ build_on_push: false, custom_url: 'https://shop.example/a', listener_id: OTHER_UUID },
        ...{ install_command: 'npm install', build_command: null },
        listener_config: { k8s_namespace: 'Shop' },
        resource_spec: { cpu: 2, labels: { team: 'edge' }, service_account_name: 'other' },
      }),
      ...image('app:v2'),
    },
    differs: [
      'source_config.build_command',
      'source_config.build_on_push',
      'source_config.custom_url',
      'source_config.install_command',
      'source_config.listener_config.k8s_namespace',
      'source_config.listener_id',
      'source_config.resource_spec.cpu',
      'source_config.resource_spec.labels.team',
      'source_config.resource_spec.service_account_name',
      'source_revision_config.image_uri',
    ],
  },
  {
    what: 'another digest',
    asks: image(`app:v1@${DIGEST}`),
    returns: image(`app:v1@${OTHER_DIGEST}`),
    differs: ['source_revision_config.image_uri'],
  },
  { what: 'another source', returns: { source: 'internal_template' }, differs: ['source'] },
  {
    what: 'a secret less',
    asks: { secrets: ['A', 'B'] },
    returns: { secrets: [secret('A')] },
    differs: ['secrets'],
  },
  {
    what: 'another reference to a secret',
    asks: { secret_references: [reference('C')] },
    returns: { secret_references: [reference('C', 'other')] },
    differs: ['secret_references'],
  },
  {
    what: 'init containers in another order',
    asks: spec({ init_containers: [NAMED_A, NAMED_B] }),
    returns: spec({ init_containers: [NAMED_B, NAMED_A] }),
    differs: ['source_config.resource_spec.init_containers'],
  },
  {
    what: 'lists with an item more and an item less',
    asks: spec({ sidecars: [NAMED_A], image_pull_secrets: [{ name: 'x' }, { name: 'y' }] }),
    returns: spec({ sidecars: [NAMED_A, NAMED_B], image_pull_secrets: [{ name: 'x' }] }),
    differs: ['source_config.resource_spec.image_pull_secrets', 'source_config.resource_spec.sidecars'],
  },
]

const UNKNOWN: Comparison[] = [
  {
    what: 'absent keys, objects that are null, and no secrets',
    asks: {
      ...config({
        build_command: 'make',
        resource_spec: { cpu: 1 },
        listener_config: { k8s_namespace: 'a' },
      }),
      secrets: ['A'],
    },
    returns: {
      ...config({
        build_command: undefined,
        resource_spec: null,
        listener_config: { k8s_namespace: undefined },
      }),
      secrets: [],
    },
    unknown: ['build_command', 'resource_spec', 'k8s_namespace', 'secrets'],
  },
  {
    what: 'no secrets at all, and no configuration of the revision',
    asks: { secrets: ['A'] },
    returns: { secrets: undefined, source_revision_config: null },
    unknown: ['secrets', 'image_uri'],
  },
  {
    what: 'secrets that are null',
    asks: { secrets: ['A'] },
    returns: { secrets: null },
    unknown: ['secrets'],
  },
]

/** A path is named as itself, or by an item of a list in it. */
const inPaths = (run: Run): string[] =>
  (JSON.parse(run.outputs['differences'] ?? '[]') as { path: string }[]).map(({ path }) => path).sort()

async function compared(service: Service, { asks = {}, returns }: Comparison) {
  const asked = changed({ source: IMAGE.source, ...AS_ASKED }, asks)
  const existing = changed(echoed(asked), returns)
  service.override('list', 'each', ({ query }, respond) =>
    respond(200, { resources: Number(query['offset']) > 0 ? [] : [existing] }),
  )
  const with_ = { config: 'deploy.json', name: 'shop' }
  return { inputs: with_, step: { files: { 'deploy.json': JSON.stringify(asked) }, env: VALUES }, existing }
}

describe.concurrent('a deployment is compared field by field:', () => {
  test.for([...SAME, ...DIFFERENT, ...UNKNOWN])('$what', async (row, { serve, create }) => {
    const { differs = [], unknown = [] } = row
    const service = await serve()
    const { inputs, step, existing } = await compared(service, row)
    const run = await create(service, inputs, step)
    expect(service.of('create')).toEqual([])
    const paths = inPaths(run)
    expect(paths.length).toBeGreaterThanOrEqual(differs.length)
    for (const path of paths) expect(differs.some(one => path.startsWith(one))).toBe(true)
    for (const one of differs) expect(paths.some(path => path.startsWith(one))).toBe(true)
    const error_code = differs.length > 0 ? 'differs' : undefined
    expect([run.exitCode, run.outputs['error_code']]).toEqual([error_code ? 1 : 0, error_code])
    expect(run.outputs).toMatchObject({ created: 'false', id: existing['id'] })
    const warning = run.warnings.filter(({ message }) => /compared/.test(message))
    expect(warning).toHaveLength(unknown.length > 0 ? 1 : 0)
    for (const name of unknown) expect(warning[0]?.message).toContain(name)
    for (const path of differs) expect(errorOf(run)).toContain(path)
    expect(run.shown).not.toMatch(/(?:existing|requested)-value-/)
  })
})

test('a difference has both values, and secrets in it are names', async ({ serve, create }) => {
  const service = await serve()
  const asks = { ...config({ build_command: 'make' }), secrets: ['A', 'B'] }
  const returns = { ...config({ build_command: 'make all' }), secrets: [secret('A')] }
  const { inputs, step } = await compared(service, { what: '', asks, returns })
  const run = await create(service, inputs, step)
  expect(JSON.parse(run.outputs['differences'] ?? '')).toEqual(
    expect.arrayContaining([
      { path: 'source_config.build_command', requested: 'make', existing: 'make all' },
      { path: 'secrets', requested: ['A', 'B'], existing: ['A'] },
    ]),
  )
})

describe.concurrent('what a repository runs is compared:', () => {
  test.for<{
    what: string
    inputs: Record<string, string>
    returns: Json
    differs?: string[]
    unknown?: string
  }>([
    { what: 'a branch in full', inputs: {}, returns: { repo_ref: 'refs/heads/main' } },
    { what: 'a bare branch', inputs: { repo_ref: 'refs/heads/main' }, returns: { repo_ref: 'main' } },
    { what: 'a bare tag', inputs: { repo_ref: 'refs/tags/v1' }, returns: { repo_ref: 'v1' } },
    {
      what: 'a branch that is named like the tag',
      inputs: { repo_ref: 'refs/tags/v1' },
      returns: { repo_ref: 'refs/heads/v1' },
      differs: ['repo_ref'],
    },
    {
      what: 'another branch',
      inputs: { repo_ref: 'next' },
      returns: { repo_ref: 'main' },
      differs: ['repo_ref'],
    },
    { what: 'a ref as the own commit', inputs: {}, returns: { repo_ref: COMMIT }, unknown: 'repo_ref' },
    { what: 'a commit', inputs: { commit: COMMIT }, returns: {} },
    {
      what: 'a commit in seven characters',
      inputs: { commit: COMMIT },
      returns: { repo_commit_sha: COMMIT.slice(0, 7) },
    },
    {
      what: 'a commit in capitals',
      inputs: { commit: COMMIT },
      returns: { repo_commit_sha: COMMIT.toUpperCase() },
    },
    {
      what: 'another commit',
      inputs: { commit: 'c'.repeat(40) },
      returns: {},
      differs: ['repo_commit_sha'],
    },
    {
      what: 'a commit that is not built yet',
      inputs: { commit: COMMIT },
      returns: { repo_commit_sha: null },
      unknown: 'commit',
    },
    {
      what: 'another path of the graph',
      inputs: { graph_config_path: 'a.json' },
      returns: { graph_config_path: 'b.json' },
      differs: ['graph_config_path'],
    },
  ])('$what', async ({ inputs, returns, differs = [], unknown }, { serve, create }) => {
    const service = await serve()
    const asked = repositoryAsAsked(service)
    const { repo_ref = 'main' } = inputs
    service.add({
      ...asked,
      source_revision_config: { ...asked.source_revision_config, repo_ref, ...returns },
    })
    const run = await create(service, { ...repositoryOrder(service), ...inputs })
    expect(inPaths(run)).toEqual(differs.map(field => `source_revision_config.${field}`))
    expect(run.outputs['error_code']).toBe(differs.length > 0 ? 'differs' : undefined)
    const warning = run.warnings.filter(({ message }) => /compared/.test(message))
    expect(warning.map(({ message }) => message.includes(unknown ?? ''))).toEqual(unknown ? [true] : [])
    expect(service.of('create')).toEqual([])
  })
})

describe.concurrent('if_exists decides about a deployment that has the name:', () => {
  const [same, other] = [AS_ASKED, image('registry.example/shop:2') as Fields]
  const states: Record<string, { there: Fields[]; match?: string; reuse?: string; fail?: string }> = {
    same: { there: [same], fail: 'already_exists' },
    different: { there: [other], match: 'differs', fail: 'already_exists' },
    several: {
      there: [same, { ...other, status: 'AWAITING_DELETE' }],
      match: 'ambiguous_name',
      reuse: 'ambiguous_name',
      fail: 'ambiguous_name',
    },
    ...Object.fromEntries(
      ['AWAITING_DELETE', 'AWAITING_FINAL_DELETE', 'DELETING'].map(status => [
        status,
        { there: [{ ...other, status }], match: 'deleted', reuse: 'deleted', fail: 'deleted' },
      ]),
    ),
    DELETION_PROTECTED: {
      there: [{ ...same, status: 'DELETION_PROTECTED' }],
      fail: 'already_exists',
    },
  }
  const rows = Object.entries(states).flatMap(([state, { there, ...codes }]) =>
    (['match', 'reuse', 'fail'] as const).map(if_exists => ({
      state,
      if_exists,
      code: codes[if_exists],
      there,
    })),
  )
  test.for(rows)('$state, $if_exists: $code', async ({ if_exists, code, there }, { serve, create }) => {
    const service = await serve({ deployments: there })
    const run = await create(service, { ...IMAGE, if_exists })
    expect([run.exitCode, run.outputs['error_code']]).toEqual([code ? 1 : 0, code])
    expect(run.outputs['created']).toBe('false')
    const ids = service.deployments.map(({ id }: Deployment) => id)
    if (code) for (const id of ids) expect(errorOf(run)).toContain(id)
    expect(run.outputs['id'] ?? '').toBe(ids.length > 1 ? '' : ids[0])
    expect(service.of('create')).toEqual([])
  })
})

test('reuse warns of the differences, and gives them as an output', async ({ serve, create }) => {
  const service = await serve({ deployments: [image('registry.example/shop:2') as Fields] })
  const run = await create(service, { ...IMAGE, if_exists: 'reuse' })
  expect(run.exitCode).toBe(0)
  expect(warningsOf(run)).toMatch(
    /image_uri[\s\S]*registry\.example\/shop:[12][\s\S]*registry\.example\/shop:[12]/,
  )
  expect(inPaths(run)).toEqual(['source_revision_config.image_uri'])
})

test('a plan compares, too', async ({ serve, create }) => {
  const service = await serve({ deployments: [image('registry.example/shop:2') as Fields] })
  const run = await create(service, { ...IMAGE, dry_run: 'true' })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs', created: 'false' } })
})

test('the log of a run that adopts says that values of secrets were not compared', async ({
  serve,
  create,
}) => {
  const service = await serve({ deployments: [{ ...AS_ASKED, secrets: [secret('A')] }] })
  const run = await create(service, { ...IMAGE, secrets: 'A' }, { env: VALUES })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', differences: '[]' } })
  expect(run.stdout).toMatch(
    /values? of (?:the )?secrets?[^\n]*compared|secrets?[^\n]*values?[^\n]*compared/i,
  )
})

test('with wait_for, another commit than `commit` is awaited, and no difference', async ({
  serve,
  create,
}) => {
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

test('a service that returns no configuration is adopted, with one warning of what is unknown', async ({
  serve,
  create,
}) => {
  const service = await serve({ dialect: terse, deployments: [AS_ASKED] })
  const run = await create(service, { ...IMAGE, build_command: 'make' })
  expect(run).toMatchObject({ exitCode: 0, outputs: { differences: '[]', created: 'false' } })
  expect(run.warnings.filter(({ message }) => /compared/.test(message))).toHaveLength(1)
  expect(warningsOf(run)).toContain('build_command')
})
