import { defineConfig } from 'vitest/config'

// Tests that need a browser on the machine: `npm run test:browser`, and part of .ci/run.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'browser-test-results.json' }]]
      : ['default'],
  },
})
