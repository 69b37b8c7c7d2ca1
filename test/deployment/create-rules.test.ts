import { expect, it } from 'vitest'
import { oldestOf } from '../../src/deployment/create-rules.ts'

const received = (id: string, created_at?: string | null, status = 'READY') => ({
  ...{ id, created_at, status },
  sent: {},
})

const YOUNG = received('b', '2026-03-05T00:00:00Z')

it.each([
  ['a date-time', '2026-03-04T23:59:59.999999Z'],
  ['a date-time of another zone', '2026-03-05T00:30:00+01:00'],
])('the oldest of two deployments is the one with %s before', (_, created_at) => {
  expect(oldestOf([YOUNG, received('a', created_at)])?.id).toBe('a')
})

it.each([
  ...[undefined, null, '', 'yesterday', '2026-03-04', '2026-03-04T00:00:00', '2026-03-04 00:00:00Z'],
  // In no calendar.
  ...['2026-02-30T00:00:00Z', '2026-04-31T00:00:00Z', '2026-03-04T24:00:00Z', '2026-13-01T00:00:00Z'],
])('no deployment is the oldest where a creation time is %s', created_at => {
  expect(oldestOf([YOUNG, received('a', created_at)])).toBeUndefined()
})

it('a deployment that is being deleted is not the oldest', () => {
  const old = received('a', '2020-01-01T00:00:00Z', 'AWAITING_DELETE')
  expect(oldestOf([YOUNG, old])).toBe(YOUNG)
})
