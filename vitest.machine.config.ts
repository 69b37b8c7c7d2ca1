import { defineConfig } from 'vitest/config'

// Tests that need a browser or act on the machine, a fresh build, or half a minute: `npm run test:machine`, and part of
// .ci/run.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts', 'test/act/**/*.test.ts', 'test/ci/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'machine-test-results.json' }]]
      : ['default'],
  },
})
