import { expect, it } from 'vitest'
import { describe as describeFailure } from '../../src/deployment/outcome.ts'

it.each([
  ['ECONNRESET', new Error('read ECONNRESET'), 'the connection was reset (ECONNRESET)'],
  ['EPIPE', new Error('write EPIPE'), 'the connection was reset (EPIPE)'],
  ['ENEW', new Error('something new'), 'something new (ENEW)'],
  ['ENEW', undefined, 'the connection failed (ENEW)'],
])('a network failure with code %s and cause %s is described as: %s', (code, cause, text) => {
  expect(describeFailure({ kind: 'network', sent: false, code, cause })).toBe(text)
})
