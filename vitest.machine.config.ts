import { defineConfig } from 'vitest/config'

/** Tests that need a browser, act or a fresh build, or half a minute of the processor. `npm test` leaves them out. */
export const MACHINE_ONLY = [
  'test/browser/**',
  'test/act/**',
  'test/ci/**',
  // Tens of thousands of worlds each, or all patterns of the source.
  'test/simulation/{exhaustive,mutants}.test.ts',
  'test/security/regular-expressions.test.ts',
]

/** Properties, and texts that must be read in linear time. `npm test` makes a tenth of the tries: see test/tries.ts. */
export const ALL_TRIES = [
  'test/simulation/simulation.test.ts',
  'test/security/{injection,leaks,long-texts}.test.ts',
  'test/secrets/redact.test.ts',
  'test/summary/limits.test.ts',
]

// `npm run test:machine`, and part of .ci/run.
export default defineConfig({
  test: {
    include: [...MACHINE_ONLY, ...ALL_TRIES].map(files => files.replace(/\*\*$/, '**/*.test.ts')),
    env: { TRIES: 'all' },
    setupFiles: ['test/seed.ts'],
    // For a busy machine.
    testTimeout: 900_000,
    hookTimeout: 300_000,
    // Some wait for a browser or for child processes. By default, two processors would mean one worker.
    maxWorkers: 3,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'machine-test-results.json' }]]
      : ['default'],
  },
})
