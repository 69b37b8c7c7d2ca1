import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    // They need more than Node and npm, or half a minute: see vitest.machine.config.ts.
    exclude: ['test/browser/**', 'test/act/**', 'test/ci/**', 'node_modules/**'],
    // Most tests wait for child processes, not for the processor.
    testTimeout: 60_000,
    maxConcurrency: 16,
    maxWorkers: 4,
    // They import JSON as only bundlers allow it.
    server: { deps: { inline: [/@actions\/(languageservice|workflow-parser)/] } },
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: 'test-results.json' }]] : ['default'],
  },
})
