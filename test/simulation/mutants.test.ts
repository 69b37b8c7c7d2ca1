import { afterEach, expect, it, vi } from 'vitest'
import { type Family, worldsOf } from './exhaustive.ts'
import { violations } from './invariants.ts'

// Breaks each rule that prevents a second deployment, by another export of create-rules.ts: the simulation must notice.

/** From the smallest family to the largest: the first families find most mutants. */
const FAMILIES: Family[] = [
  { runs: 1, faults: 1, taken: 'accept' },
  { runs: 2, faults: 0, taken: 'accept' },
  { runs: 2, faults: 0, taken: '409' },
  { runs: 1, faults: 2, taken: '409' },
  { runs: 1, faults: 2, taken: 'accept' },
  { runs: 1, faults: 3, taken: 'accept' },
  { runs: 1, faults: 3, taken: '409' },
  { runs: 2, faults: 1, taken: 'accept' },
]

type Rules = typeof import('../../src/deployment/create-rules.ts')
type Decision = import('../../src/deployment/create-rules.ts').Decision
type Failed = Parameters<Rules['resultOf']>[0]

type Mutant = [rule: string, replace: (own: Rules) => Partial<Rules>]

const FILE = '../../src/deployment/create-rules.ts'

const rules = (...mutant: Mutant): Mutant => mutant

/** The result of a failed POST in place of its own, for some failures. */
const result = (rule: string, to: ReturnType<Rules['resultOf']>, isBroken: (failure: Failed) => boolean) =>
  rules(rule, own => ({ resultOf: failure => (isBroken(failure) ? to : own.resultOf(failure)) }))
const isServerError = (failure: Failed) => failure.kind === 'refused' && failure.status >= 500
const isRedirect = (failure: Failed) => failure.kind === 'unusable' && failure.problem === 'redirect'

/** Another decision after a result of the first POST. */
const decision = (rule: string, after: keyof Rules['DECISIONS'], change: Partial<Decision>) =>
  rules(rule, own => ({ DECISIONS: { ...own.DECISIONS, [after]: { ...own.DECISIONS[after], ...change } } }))

/** Another decision after the second POST. */
const second = (rule: string, change: (first: Decision, own: Decision) => Partial<Decision>) =>
  rules(rule, own => ({
    secondDecision: first => ({ ...own.secondDecision(first), ...change(first, own.secondDecision(first)) }),
  }))

const MUTANTS: Mutant[] = [
  result('a lost POST is settled first', 'not_processed', ({ kind }) => kind === 'network'),
  result('a POST with a 5xx response is settled first', 'refused', isServerError),
  result('a POST with an unreadable success is settled', 'not_processed', ({ kind }) => kind === 'unusable'),
  result('a redirect leaves the effect unknown', 'refused', isRedirect),
  rules('absence requires several look-ups', ({ isSettled }) => ({
    isSettled: (survey, isSecond, plan) => isSettled(survey, isSecond, { ...plan, proofs: 1 }),
  })),
  rules('absence requires a settling time', ({ isSettled }) => ({
    isSettled: (survey, isSecond, plan) => isSettled(survey, isSecond, { ...plan, atLeast: 0 }),
  })),
  rules('a failed look-up proves no absence', () => ({ proofsIn: failures => failures.length })),
  second('an unknown second POST is settled', () => ({ look: 'never' })),
  second('there is no third POST', ({ if_free }, { look }) => ({
    if_free,
    look: look === 'never' ? 'once' : look,
  })),
  second('a run looks the name up after the refusal of a second POST', ({ look }) => ({ look })),
  decision('a POST with an unusable response is not sent again', 'unusable', { if_free: 'send_again' }),
  decision('a run looks the name up after a conflict', 'conflict', { look: 'never' }),
  decision('a conflict is settled over a time', 'conflict', { look: 'once' }),
  decision('a run looks the name up after a refusal', 'rejected', { look: 'never' }),
  rules('the refusal of a second POST says nothing about the first', own => ({
    isUnknown: posted => posted === 'rejected' || own.isUnknown(posted),
  })),
  rules('a run looks for duplicates after a POST', ({ SETTLINGS }) => ({
    SETTLINGS: { ...SETTLINGS, answered: { ...SETTLINGS.answered, pauses: [] } },
  })),
  rules('the search goes on until the new deployment is listed', () => ({ isComplete: () => true })),
  rules('a run whose deployment is not the oldest fails', () => ({ oldestOf: ([own]) => own })),
  rules('two deployments after a second POST are a failure', () => ({ isSentTwice: () => false })),
]

afterEach(() => {
  vi.doUnmock(FILE)
  vi.resetModules()
})

it.each(MUTANTS)('the simulation notices a broken rule: %s', async (_, replace) => {
  vi.doMock(FILE, async importOriginal => {
    const own = await importOriginal<Rules>()
    return { ...own, ...replace(own) }
  })
  vi.resetModules()
  const { deploy } = await import('../../src/deployment/deploy.ts')
  const { openService } = await import('../../src/service/client.ts')
  async function isNoticed(): Promise<boolean> {
    for (const family of FAMILIES)
      for await (const { world } of worldsOf(family, { deploy, openService }))
        if (violations(world).length > 0) return true
    return false
  }
  // A crash is noticed, too.
  expect(await isNoticed().catch(() => true)).toBe(true)
})
