import { expect } from 'vitest'
import { create } from './create.ts'
import { startInSharedProcess } from './shared-process.ts'

/** The test files that have run a step in a separate process. */
const started = new Set<string | undefined>()

/**
 * Runs the built create action like {@link create}, but only the first step of a test file has a separate process. All
 * others share one, one after another, and take a quarter of the time. For tests of inputs, requests and messages, and
 * not of the start and end of a process.
 */
export const createInTurn: typeof create = (sandbox, inputs, step = {}) => {
  const { testPath } = expect.getState()
  const isFirst = !started.has(testPath)
  started.add(testPath)
  // Node reads its own variables when a process starts.
  const startsNode = Object.keys(step.env ?? {}).some(name => name.startsWith('NODE_'))
  return create(sandbox, inputs, step, isFirst || startsNode ? undefined : startInSharedProcess)
}

/** What the shared process takes for quick time: see {@link createInQuickTime}. */
export const QUICK_TIME = { TEST_JUMPS: '1' }

/**
 * Runs the built create action like {@link createInTurn}, always in the shared process and in quick time: pauses in which
 * nothing happens take no time. For what comes only after pauses: retries, a settled outcome, a wait. With
 * `TEST_JUMPS: ''` time is real, for a service that changes by itself.
 */
export const createInQuickTime: typeof create = (sandbox, inputs, step = {}) =>
  create(sandbox, inputs, { ...step, env: { ...QUICK_TIME, ...step.env } }, startInSharedProcess)
