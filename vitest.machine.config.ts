import { defineConfig } from 'vitest/config'

// Tests that need a program on the machine, a browser or act: `npm run test:machine`, and part of .ci/run.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts', 'test/act/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'machine-test-results.json' }]]
      : ['default'],
  },
})
