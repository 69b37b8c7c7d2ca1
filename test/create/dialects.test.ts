import { describe, expect } from 'vitest'
import { type Deployment, type Dialect, talkative, terse } from '../harness/records.ts'
import { answer, type ServiceOptions } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { IMAGE, repositoryOrder } from './orders.ts'

// Services of this shape differ. A create, and a rerun of it, end well with each of them.

const listed =
  (change: (deployment: Deployment) => unknown): Dialect =>
  (deployment, operation) =>
    operation === 'list' ? change(deployment) : deployment

const withSecrets =
  (secret: (name: string) => unknown): Dialect =>
  deployment => ({ ...deployment, secrets: deployment.secrets.map(({ name }) => secret(name)) })

const PLAIN: Dialect = deployment => deployment
const DIALECTS: { how: string; dialect: Dialect; options?: ServiceOptions }[] = [
  { how: 'returns exactly the interface', dialect: PLAIN },
  { how: 'returns an id and a tenant alone', dialect: terse },
  { how: 'resolves refs, and returns more than the interface', dialect: talkative },
  { how: 'returns secrets as names', dialect: withSecrets(name => name) },
  { how: 'hides the values of secrets', dialect: withSecrets(name => ({ name, value: '***' })) },
  { how: 'lists no secrets', dialect: listed(({ secrets: _, ...others }) => others) },
  { how: 'has other statuses', dialect: PLAIN, options: { created: { status: 'CREATING' } } },
  { how: 'has no status', dialect: listed(({ status: _, ...others }) => others) },
  { how: 'has numbers as ids', dialect: ({ tenant_id: _, ...others }) => ({ ...others, tenant_id: 7 }) },
  { how: 'accepts a name twice', dialect: PLAIN, options: { taken: 'accept' } },
  { how: 'answers 422 to a name that is taken', dialect: PLAIN, options: { taken: 422 } },
  { how: 'has a path in its base URL', dialect: PLAIN, options: { base_path: '/self/hosted/api' } },
]

describe.concurrent('a create and a rerun are green, with one deployment, where the service', () => {
  test.for(DIALECTS)('$how', async ({ dialect, options }, { serve, create }) => {
    const service = await serve({ dialect, ...options })
    const order = { ...repositoryOrder(service), secrets: 'KEY=a-secret-value', build_command: 'make' }
    const first = await create(service, order)
    expect(first).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true', differences: '[]' } })
    const again = await create(service, order)
    expect(again).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'false', differences: '[]' } })
    expect(again.outputs['id']).toBe(first.outputs['id'])
    expect(first.shown + again.shown).not.toContain('a-secret-value')
    expect(service.deployments).toHaveLength(1)
    expect(service.of('create')).toHaveLength(1)
  })
})

const strange = {
  id: 'not a uuid',
  name: 'shop',
  status: 7,
  source_config: { custom_url: null, region: 'north' },
  secrets: [{ name: 'KEY', value: 'a-secret-value' }, 'B', 4],
  extra: { nested: [1, 'two', null], 'a key\n': '<b>' },
}
test('the answer of a create may have odd fields', async ({ serve, create }) => {
  const service = await serve()
  service.override('create', 1, answer(200, strange))
  const run = await create(service, { ...IMAGE, secrets: 'KEY=a-secret-value' })
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { id: 'not a uuid', created: 'true' } })
  expect(run.outputs).toMatchObject({ url: '', tenant_id: '', repo_url: '', image_version: '' })
  expect(JSON.parse(run.outputs['deployment'] ?? '')).toMatchObject({ extra: strange.extra })
  expect(run.shown).not.toContain('a-secret-value')
})
