import { expect } from 'vitest'
import { create } from './create.ts'
import { startInSharedProcess } from './shared-process.ts'

/** The test files that have run a step in a process of its own. */
const witnessed = new Set<string | undefined>()

/**
 * Runs the built create action like {@link create}, but only the first step of a test file has a process of its own. All
 * others share one, one after another, and take a quarter of the time. For tests of what a step reads, sends and says,
 * and not of how its process starts and ends.
 */
export const createInTurn: typeof create = (sandbox, inputs, step = {}) => {
  const { testPath } = expect.getState()
  const isWitness = !witnessed.has(testPath)
  witnessed.add(testPath)
  // Node reads its own variables when a process starts.
  const startsNode = Object.keys(step.env ?? {}).some(name => name.startsWith('NODE_'))
  return create(sandbox, inputs, step, isWitness || startsNode ? undefined : startInSharedProcess)
}
