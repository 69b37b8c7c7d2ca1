import { defineConfig } from 'vitest/config'

// Tests that need a browser or act on the machine, a fresh build, or minutes: `npm run test:machine`, and part of .ci/run.
// Of the properties, every try is made here and a tenth in `npm test`.
export default defineConfig({
  test: {
    include: ['browser', 'act', 'ci', 'security', 'simulation'].map(folder => `test/${folder}/**/*.test.ts`),
    env: { TRIES: 'all' },
    setupFiles: ['test/seed.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'machine-test-results.json' }]]
      : ['default'],
  },
})
