import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { MACHINE_ONLY } from './vitest.machine.config.ts'

/** Packages that import JSON as only bundlers allow it. */
const ACTIONS = /@actions\/(languageservice|workflow-parser)/

/** Begins with the rules: they need no process, and most mistakes show there. */
class RulesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isRule = ({ moduleId }: TestSpecification) => moduleId.includes('/test/rules/')
    return [...files.filter(isRule), ...(await super.sort(files.filter(file => !isRule(file))))]
  }
}

export default defineConfig({
  plugins: [
    {
      name: 'ignore-missing-sources',
      enforce: 'pre',
      // Their source maps name files that the packages do not hold: Vite would warn of each.
      load: id =>
        ACTIONS.test(id) && id.endsWith('.js')
          ? { code: readFileSync(id, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''), map: null }
          : undefined,
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      ...MACHINE_ONLY,
      ...(process.platform === 'win32' ? [] : ['test/windows/**']),
      'node_modules/**',
    ],
    // No test replaces a module or leaves anything behind, so files may share what they import.
    isolate: false,
    sequence: { sequencer: RulesFirst },
    // Most tests wait for child processes, not for the processor.
    testTimeout: 60_000,
    maxConcurrency: 16,
    // On two processors, fewer leave them idle while runs wait.
    maxWorkers: 4,
    server: { deps: { inline: [ACTIONS] } },
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: 'test-results.json' }]] : ['default'],
  },
})
