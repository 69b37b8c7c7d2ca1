import { describe, expect } from 'vitest'
import { type Dialect, type Fields, talkative, terse } from '../harness/records.ts'
import { answer } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { IMAGE, repositoryOrder } from '../orders.ts'

// Services of this shape differ. A create, and a rerun of it, end well with each of them.

const listed: Dialect = ({ secrets, status, ...others }, operation) =>
  operation === 'list' ? others : { secrets, status, ...others }

const withSecrets =
  (secret: (name: string) => unknown): Dialect =>
  deployment => ({ ...deployment, secrets: deployment.secrets.map(({ name }) => secret(name)) })

/** A service may number its tenants. */
const NUMBERED = { tenant_id: 7 as unknown as string }
const hiding = withSecrets(name => ({ name, value: '***' }))

const DIALECTS: { how: string; dialect: Dialect; created?: Fields }[] = [
  { how: 'returns an id and a tenant alone', dialect: terse },
  { how: 'resolves refs, and returns more than the interface', dialect: talkative },
  { how: 'returns secrets as names, and numbers', dialect: withSecrets(name => name), created: NUMBERED },
  { how: 'hides the values of secrets, in another status', dialect: hiding, created: { status: 'CREATING' } },
  { how: 'lists no secrets, and no status', dialect: listed },
]

describe.concurrent('a create and a rerun are green, with one deployment, where the service', () => {
  test.for(DIALECTS)('$how', async ({ dialect, created = {} }, { serve, create }) => {
    const service = await serve({ dialect, created })
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

test('the answer of a create may have odd fields', async ({ serve, create }) => {
  const secrets = [{ name: 'KEY', value: 'a-secret-value' }, 'B', 4]
  const extra = { nested: [1, 'two', null], 'a key\n': '<b>' }
  const strange = { id: 'not a uuid', name: 'shop', status: 7, source_config: { custom_url: null }, secrets, extra }
  const service = await serve()
  service.override('create', 1, answer(200, strange))
  const run = await create(service, { ...IMAGE, secrets: 'KEY=a-secret-value' })
  expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { id: 'not a uuid', created: 'true', url: '' } })
  expect(JSON.parse(run.outputs['deployment'] ?? '')).toMatchObject({ extra })
  expect(run.shown).not.toContain('a-secret-value')
})
