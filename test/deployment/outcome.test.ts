import { expect, it } from 'vitest'
import { describe as describeFailure } from '../../src/deployment/outcome.ts'

it.each([
  ['ECONNRESET', new Error('read ECONNRESET'), 'the connection was reset (ECONNRESET)'],
  ['EPIPE', new Error('write EPIPE'), 'write EPIPE (EPIPE)'],
  ['EPIPE', new Error(''), 'the connection failed (EPIPE)'],
  ['UNKNOWN', new Error('something else'), 'something else'],
  ['UNKNOWN', undefined, 'the connection failed'],
])('a failure of the network with code %s and cause %s reads: %s', (code, cause, text) => {
  expect(describeFailure({ kind: 'network', sent: false, code, cause })).toBe(text)
})
