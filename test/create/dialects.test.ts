import { describe, expect } from 'vitest'
import { type Dialect, talkative, terse } from '../harness/records.ts'
import { test } from '../harness/test.ts'
import { repositoryOrder } from '../orders.ts'

// Services of this shape differ. A create, and a rerun of it, end well with each of them.

/** Secrets as names, tenants as numbers, and no status. */
const odd: Dialect = ({ secrets, status: _, ...others }) => ({
  ...others,
  tenant_id: 7,
  secrets: secrets.map(one => one.name),
})
const hiding: Dialect = ({ secrets, ...others }, operation) =>
  operation === 'list' ? others : { ...others, secrets: secrets.map(({ name }) => ({ name, value: '***' })) }

const DIALECTS: [how: string, dialect: Dialect][] = [
  ['returns an id and a tenant alone', terse],
  ['resolves refs, and returns more than the interface', talkative],
  ['returns secrets as names, and numbers', odd],
  ['hides the values of secrets, and lists none', hiding],
]

describe.concurrent('a create and a rerun are green, with one deployment, where the service', () => {
  test.for(DIALECTS)('%s', async ([, dialect], { serve, create }) => {
    const service = await serve({ dialect })
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
