import { expect, it } from 'vitest'
import type { Failure } from '../../src/service/failure.ts'
import { isTransient, type OnRetry, RETRY, retrying } from '../../src/service/retry.ts'
import { virtualClock } from '../simulation/virtual-clock.ts'

const refused = (status: number, retryAfter?: number): Failure => ({
  kind: 'refused',
  status,
  said: { text: '', fields: [] },
  ...(retryAfter !== undefined && { retryAfter }),
})
const lost: Failure = { kind: 'network', sent: true, code: 'ECONNRESET', cause: undefined }

/** Runs a request that always fails; returns the attempts, the pauses and the time. */
async function tryInVain(failure: Failure, random = () => 1) {
  const clock = virtualClock()
  const pauses: number[] = []
  let attempts = 0
  const request = async (): Promise<Failure> => {
    attempts++
    return failure
  }
  const onRetry: OnRetry = ({ delay }) => pauses.push(delay)
  const reply = await clock.run(
    retrying('ask', request, { clock, random, onRetry }, new AbortController().signal),
  )
  return { reply, pauses, attempts, elapsed: clock.now() }
}

it.each([
  ...[408, 425, 429, 500, 502, 503, 504, 599].map(status => [status, true, refused(status)] as const),
  ...[400, 401, 403, 404, 409, 418, 422].map(status => [status, false, refused(status)] as const),
  ['ECONNRESET', true, lost] as const,
  ...(['SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'PROXY_AUTHENTICATION', 'OIDC_TOKEN'] as const).map(
    code => [code, false, { ...lost, code }] as const,
  ),
])('a request is retried after %s: %s', (_, isRetried, failure) => {
  expect(isTransient(failure)).toBe(isRetried)
})

it('the pauses between retries grow exponentially, half of each at random, up to five attempts', async () => {
  expect(await tryInVain(lost)).toMatchObject({
    attempts: 5,
    pauses: [1000, 2000, 4000, 8000],
    reply: lost,
  })
  expect(await tryInVain(lost, () => 0)).toMatchObject({ attempts: 5, pauses: [500, 1000, 2000, 4000] })
})

it('Retry-After lengthens a pause up to a limit, and shortens none', async () => {
  expect(await tryInVain(refused(429, 3000))).toMatchObject({ pauses: [3000, 3000, 4000, 8000] })
  expect(await tryInVain(refused(429, 0), () => 0)).toMatchObject({ pauses: [500, 1000, 2000, 4000] })
  const { pauses, elapsed } = await tryInVain(refused(503, 3_600_000))
  expect(pauses).toEqual([60_000, 60_000])
  expect(elapsed).toBeLessThanOrEqual(RETRY.total)
})
