import { test as base } from 'vitest'
import { openService, type Service, type ServiceOptions } from './service.ts'
import { type AtEnd, type Run, type RunningStep, type Step, startStep } from './step.ts'

/** What a test gets from its context. All that it opens is closed at its end, in a concurrent test, too. */
export interface Harness {
  /** Registers what to do at the end; the last registered is done first. */
  atEnd: AtEnd
  /** Opens a service. */
  serve(options?: ServiceOptions): Promise<Service>
  /** Starts a step, for a test that acts before its end. */
  start(step: Step): Promise<RunningStep>
  /** Runs a step to its end. */
  run(step: Step): Promise<Run>
  /** Runs create with these inputs against a service. */
  create(service: Service, inputs: Record<string, string>, step?: Partial<Step>): Promise<Run>
}

/** `test` with the harness: `test('…', async ({ serve, create }) => …)`. A table of cases is `test.for`. */
export const test = base.extend<Harness>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern
  atEnd: async ({}, use) => {
    const open: (() => Promise<unknown>)[] = []
    await use(close => void open.unshift(close))
    const failures: unknown[] = []
    for (const close of open) await close().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  },
  serve: async ({ atEnd }, use) => {
    await use(async options => {
      const service = await openService(options)
      atEnd(service.close)
      return service
    })
  },
  start: async ({ atEnd }, use) => use(step => startStep(step, atEnd)),
  run: async ({ start }, use) => use(async step => (await start(step)).result),
  create: async ({ run }, use) => use(({ base_url }, inputs, step) => run({ ...step, with: { base_url, ...inputs } })),
})
