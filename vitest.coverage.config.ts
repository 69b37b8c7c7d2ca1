import { defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

// Which lines and branches the tests reach: `npm run coverage`. Counted in the processes that they start too.
export default mergeConfig(
  config,
  defineConfig({
    test: {
      // Node itself runs what is imported, as it runs the steps: only then can the counts be added.
      experimental: { viteModuleRunner: false },
      // It imports JSON as only bundlers allow it, and nothing of the source.
      exclude: ['test/workflows/valid.test.ts'],
      coverage: {
        enabled: true,
        include: ['src/**/*.ts', 'scripts/**/*.ts'],
        exclude: ['**/*.d.ts'],
        autoAttachSubprocess: true,
        reporter: ['text'],
        reportsDirectory: 'build/coverage',
        reportOnFailure: true,
      },
    },
  }),
)
