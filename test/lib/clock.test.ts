import { expect, it } from 'vitest'
import { within } from '../../src/lib/clock.ts'
import { virtualClock } from '../simulation/virtual-clock.ts'

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

it('within() returns a result that arrives in time', async () => {
  const clock = virtualClock()
  const { signal } = new AbortController()
  expect(await clock.run(within(10, { clock, signal }, async () => 'done'))).toBe('done')
  expect(clock.now()).toBe(0)
})

it('within() returns undefined if the time runs out', async () => {
  const clock = virtualClock()
  const { signal } = new AbortController()
  expect(await clock.run(within(10, { clock, signal }, never))).toBeUndefined()
  expect(clock.now()).toBe(10)
})

it('within() fails if the work fails or is cancelled', async () => {
  const clock = virtualClock()
  const cancellation = new AbortController()
  const { signal } = cancellation
  const bug = () => Promise.reject(new TypeError('a bug'))
  await expect(clock.run(within(10, { clock, signal }, bug))).rejects.toThrow('a bug')
  clock.after(5, () => cancellation.abort(new Error('cancelled')))
  await expect(clock.run(within(10, { clock, signal }, never))).rejects.toThrow('cancelled')
})
