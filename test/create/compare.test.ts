import { expect } from 'vitest'
import { test } from '../harness/test.ts'
import { AS_ASKED, errorOf, IMAGE } from '../orders.ts'

// A deployment that has the name is compared with what was asked for, and adopted or refused. test/rules has what is the
// same, different or unknown, and what `if_exists` decides.

const VALUES = { A: 'requested-value-a', B: 'requested-value-b' }
const secret = (name: string) => ({ name, value: `existing-value-${name}` })
const ORDER = { ...IMAGE, secrets: 'A\nB' }

test('a difference has both values, and secrets in it are names', async ({ serve, create }) => {
  const labels = { secrets: 'green' }
  const there = { secrets: [secret('A')], source_config: { build_command: 'make all', resource_spec: { labels } } }
  const service = await serve({ deployments: [{ ...AS_ASKED, ...there }] })
  const order = { ...ORDER, build_command: 'make', resource_spec: 'labels: { secrets: blue }' }
  const run = await create(service, order, { env: VALUES })
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'differs', created: 'false' } })
  const command = { path: 'source_config.build_command', requested: 'make', existing: 'make all' }
  const names = { path: 'secrets', requested: ['A', 'B'], existing: ['A'] }
  const label = { path: 'source_config.resource_spec.labels.secrets', requested: 'blue', existing: 'green' }
  const differences = JSON.parse(run.outputs['differences'] ?? '')
  expect(new Set(differences)).toEqual(new Set([command, names, label]))
  for (const { path } of differences) expect(errorOf(run)).toContain(path)
  expect(run.shown).not.toMatch(/(?:existing|requested)-value-|never compared/)
  expect(service.of('create')).toEqual([])
})

test('what the service does not return is named in one warning', async ({ serve, create }) => {
  const resource_spec = { volumes: [{ name: 'cache', configMap: { name: 'cache' } }] }
  const source_config = { build_command: undefined, resource_spec }
  const service = await serve({ deployments: [{ ...AS_ASKED, source_config }] })
  const order = { ...ORDER, build_command: 'make', resource_spec: 'volumes: [{ name: cache, emptyDir: {} }]' }
  const run = await create(service, order, { env: VALUES })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'false', differences: '[]' } })
  const [compared, ...others] = run.warnings.filter(({ message }) => /compared/.test(message))
  for (const path of ['source_config.build_command', 'volumes.[].emptyDir', 'secrets'])
    expect(compared?.message).toContain(path)
  expect(others).toEqual([])
  // The log of each run that adopts says so.
  expect(run.stdout).toMatch(/secrets?\b.*\bvalues\b.*\bnever compared/i)
})
