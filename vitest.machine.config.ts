import { defineConfig } from 'vitest/config'

/** Tests that need act or a fresh build, or half a minute of the processor. `npm test` leaves them out. */
export const MACHINE_ONLY = ['test/act/**', 'test/ci/**', 'test/simulation/all-worlds.test.ts']

// `npm run test:machine`, and part of .ci/run.
export default defineConfig({
  test: {
    include: MACHINE_ONLY.map(files => files.replace(/\*\*$/, '**/*.test.ts')),
    // For a busy machine.
    testTimeout: 900_000,
    hookTimeout: 300_000,
    maxWorkers: 3,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'machine-test-results.json' }]]
      : ['default'],
  },
})
