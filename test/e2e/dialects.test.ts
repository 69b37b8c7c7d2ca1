import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPath, isObject, type Path, partsIn, valueAt } from '../../src/lib/json.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest, shown, workspaceWith } from './create.ts'
import { createInTurn as create, createInQuickTime } from './create-in-turn.ts'

// Differences between services of this shape. test/service/pages.test.ts reads all dialects of the list.

const shop = { name: 'shop', source: 'internal_template' } as const

type Json = Record<string, unknown>

/** Rewrites every response of the list. */
function rewriteLists(sandbox: Sandbox, rewrite: (page: { resources: Json[]; offset: number }) => unknown) {
  sandbox.script({
    operation: 'list_deployments',
    times: 'forever',
    rewrite: body => rewrite(body as { resources: Json[]; offset: number }),
  })
}

test('a create response may have unknown fields, missing fields and fields of other types', async () => {
  const sandbox = await sandboxForTest()
  const answer = {
    zone: 'b',
    id: 'not a uuid',
    status: 7,
    name: 'shop',
    source_config: { custom_url: 5, region: 'north' },
    secrets: [{ name: 'A', value: 'value of a', version: 3 }, 'B', 4],
    extra: { nested: [1, 'two', null], big: 1e21, 'a key\n': '<b>' },
  }
  sandbox.script({ operation: 'create_deployment', rewrite: () => answer })
  const run = await createInQuickTime(sandbox, { ...shop, secrets: 'A=value of a' })
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  const unknown = { status: '', tenant_id: '', url: '', repo_url: '', image_version: '' }
  expect(run.outputs).toMatchObject({ id: 'not a uuid', name: 'shop', created: 'true', ...unknown })
  expect(run.outputs['deployment']).toBe(JSON.stringify({ ...answer, secrets: ['A', 'B'] }))
})

test.each<[string, Json]>([
  ['unknown fields and an unknown status', { region: 'north', status: 'HIBERNATING', shape: { a: [1] } }],
  ['no optional fields and no status', { secret_references: undefined, status: undefined }],
  ['null', { status: null, secrets: null, latest_revision_id: null, source_config: null }],
])('a listed deployment with %s is adopted', async (_, change) => {
  const sandbox = await sandboxForTest()
  const [deployment] = sandbox.seed(shop)
  rewriteLists(sandbox, page => ({
    ...page,
    resources: page.resources.map(item => ({ ...item, ...change })),
  }))
  const run = await create(sandbox, shop)
  expect(posts(sandbox)).toEqual([])
  const outputs = { id: deployment?.id, created: 'false', status: change['status'] ?? '' }
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs })
  expect(run.outputs['deployment']).toBe(JSON.stringify({ ...deployment, ...change, secrets: [] }))
})

const REQUEST = {
  source: 'external_container',
  source_config: {
    ...{ custom_url: 'https://shop.example', install_command: 'npm ci', build_on_push: true },
    listener_config: { k8s_namespace: 'shop' },
    resource_spec: { cpu: 1, labels: { team: 'core' }, sidecars: [{ name: 'log', image: 'log:1' }] },
  },
  source_revision_config: { image_uri: `shop@sha256:${'0a1b2c3d'.repeat(8)}` },
  secrets: ['A', 'B'],
  secret_references: [{ name: 'C', secret_name: 'c', secret_key: 'key' }],
}
const KEYS = [...partsIn(REQUEST)].map(({ path }) => path).filter(path => typeof path.at(-1) === 'string')
const isIn = (path: Path, whole: Path) => whole.every((step, index) => path[index] === step)
const inWords = (path: Path) => formatPath(path).replace('sidecars[0]', 'sidecars[log]').replace('[0]', '[C]')

/** The keys that a run cannot compare: those that the service leaves out, or the fields of a part that it leaves out. */
const unknownOf = (omitted: Path[]): Path[] =>
  omitted
    .filter(path => !omitted.some(other => other !== path && isIn(path, other)))
    .flatMap(path => {
      const isPart = path.length === 1 && isObject(valueAt(REQUEST, path))
      return isPart ? KEYS.filter(key => key.length === 2 && key[0] === path[0]) : [path]
    })

test('whatever subset of the requested keys a service omits, a rerun is green and names exactly these', async () => {
  const sandbox = await sandboxForTest()
  let [omitted, isNull]: [Path[], boolean] = [[], false]
  const without = (body: unknown) => {
    for (const path of omitted) {
      const parent = (valueAt(body, path.slice(0, -1)) ?? {}) as Json
      const key = String(path.at(-1))
      if (isNull && isObject(valueAt(REQUEST, path))) parent[key] = null
      else delete parent[key]
    }
    return body
  }
  sandbox.script({ operation: 'create_deployment', times: 'forever', rewrite: without })
  rewriteLists(sandbox, page => ({ ...page, resources: page.resources.map(without) }))
  const workspace = await workspaceWith({ 'deploy.json': JSON.stringify(REQUEST) })
  const step = { workspace, env: { A: 'value of a', B: 'value of b' } }
  let name = 'shop'
  const property = fc.asyncProperty(fc.subarray(KEYS), fc.boolean(), async (keys, nulls) => {
    ;[omitted, isNull, name] = [keys, nulls, `${name}s`]
    for (const created of ['true', 'false']) {
      const run = await create(sandbox, { config: 'deploy.json', name }, step)
      expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created, differences: '[]' } })
      expect(shown(run)).not.toContain('value of')
      const unknown = created === 'true' ? [] : unknownOf(keys).map(inWords).sort()
      const messages = run.warnings.map(({ message }) => message)
      const named = messages.flatMap(
        message =>
          /could not be compared.*?: (.*?)\. If the deployment /.exec(message)?.[1]?.split(', ') ?? [],
      )
      expect(named.sort()).toEqual(unknown)
      expect(run.stdout.includes('in all that could be compared')).toBe(unknown.length > 0)
      const isVersion = unknown.includes('source_revision_config.image_uri')
      expect(messages.some(message => message.startsWith('Nothing was deployed'))).toBe(isVersion)
    }
  })
  await fc.assert(property, { numRuns: 30 })
})
