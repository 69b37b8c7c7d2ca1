import type { Event } from '../../src/deployment/facts.ts'
import type { Code } from './world.ts'

type Module = Record<string, unknown>

/** A rule, and how to break it: by other exports of a module, or by another `deploy`. */
export interface Mutant {
  rule: string
  /** The module in src/ of which some exports are replaced. */
  file?: string
  replace?: (own: Module) => Module
  deploy?: (deploy: Code['deploy']) => Code['deploy']
}

type Rules = typeof import('../../src/deployment/create-rules.ts')
type Duplicates = typeof import('../../src/deployment/duplicate-rules.ts')
type Checks = typeof import('../../src/deployment/duplicates.ts')
type Adopt = typeof import('../../src/deployment/adopt.ts')
type List = typeof import('../../src/deployment/list.ts')
type Pages = typeof import('../../src/service/pages.ts')

/** Breaks a rule by other exports of a module. */
const of =
  <M>(file: string) =>
  (rule: string, replace: (own: M) => Partial<M>): Mutant => ({
    rule,
    file,
    replace: own => replace(own as M) as Module,
  })

const rules = of<Rules>('deployment/create-rules.ts')
const duplicates = of<Duplicates>('deployment/duplicate-rules.ts')
const checks = of<Checks>('deployment/duplicates.ts')
const adopt = of<Adopt>('deployment/adopt.ts')
const list = of<List>('deployment/list.ts')
const pages = of<Pages>('service/pages.ts')

type Failed = Parameters<Rules['resultOf']>[0]
/** The result of a failed POST in place of its own, for some failures. */
const result = (rule: string, to: ReturnType<Rules['resultOf']>, isBroken: (failure: Failed) => boolean) =>
  rules(rule, own => ({ resultOf: failure => (isBroken(failure) ? to : own.resultOf(failure)) }))

const isServerError = (failure: Failed) => failure.kind === 'refused' && failure.status >= 500
const isRedirect = (failure: Failed) => failure.kind === 'unusable' && failure.problem === 'redirect'
/** Another decision after a result of the first POST. */
const decision = (rule: string, after: keyof Rules['DECISIONS'], change: Partial<Decision>) =>
  rules(rule, own => ({ DECISIONS: { ...own.DECISIONS, [after]: { ...own.DECISIONS[after], ...change } } }))
type Decision = import('../../src/deployment/create-rules.ts').Decision

const second = (rule: string, change: (first: Decision, own: Decision) => Decision) =>
  rules(rule, own => ({ secondDecision: first => change(first, own.secondDecision(first)) }))

/** A run that keeps something to itself. */
const silent = (rule: string, isHidden: (event: Event) => boolean): Mutant => ({
  rule,
  deploy: deploy => (order, context) =>
    deploy(order, { ...context, notify: event => isHidden(event) || context.notify(event) }),
})

const isNotice = (code: string) => (event: Event) => event.type === 'notice' && event.notice.code === code

/** Rules that prevent a second deployment: the exhaustive simulation notices each broken one. */
export const MUTANTS: Mutant[] = [
  result('a lost POST is settled first', 'not_processed', ({ kind }) => kind === 'network'),
  result('a POST with a 5xx response is settled first', 'refused', isServerError),
  result(
    'a POST with an unreadable success is settled first',
    'not_processed',
    ({ kind }) => kind === 'unusable',
  ),
  result('a redirect leaves the effect unknown', 'refused', isRedirect),
  rules('absence requires several look-ups', () => ({
    isProvedFree: (absences, elapsed, { atLeast }) => absences > 0 && elapsed >= atLeast,
  })),
  rules('absence requires a settling time', () => ({
    isProvedFree: (absences, _, { proofs }) => absences >= proofs,
  })),
  rules('a failed look-up proves no absence', () => ({ absencesAfter: (_, before) => before + 1 })),
  second('an unknown second POST is settled', (_, own) => ({ ...own, look: 'never' })),
  second('there is no third POST', first => ({ ...secondLook(first), if_free: first.if_free })),
  second('a run looks the name up after the refusal of a second POST', (first, own) => ({
    ...own,
    look: first.look,
  })),
  decision('a POST with a redirect or an unusable response is not sent again', 'unusable', {
    if_free: 'send_again',
  }),
  decision('a run looks the name up after a conflict', 'conflict', { look: 'never' }),
  decision('a conflict is settled over a time', 'conflict', { look: 'once' }),
  decision('a run looks the name up after a refusal', 'rejected', { look: 'never' }),
  rules('the refusal of a second POST says nothing about the first', own => ({
    isUnknown: posted => posted === 'rejected' || own.isUnknown(posted),
  })),
  rules('a response with another name is not used', own => ({
    answeredWith(...facts) {
      const answered = own.answeredWith(...facts)
      return answered === 'other_name' || answered === 'renamed' ? 'new' : answered
    },
  })),

  checks('a run looks for duplicates after a POST', own => ({
    checkDuplicates: async (name, created, isSecond, context) =>
      isSecond
        ? own.checkDuplicates(name, created, isSecond, context)
        : { result: 'created', deployment: created, listed: false },
  })),
  checks('a run looks for duplicates after a second POST', own => ({
    checkDuplicates: async (name, created, isSecond, context) =>
      isSecond
        ? { result: 'created', deployment: created, listed: false }
        : own.checkDuplicates(name, created, isSecond, context),
  })),
  duplicates('the search for duplicates goes on until the new deployment is listed', () => ({
    isComplete: look => look.ok,
  })),
  duplicates('the oldest deployment wins', () => ({
    oldestOf: deployments =>
      deployments.toSorted((a, b) =>
        `${a.read.created_at} ${a.read.id}` < `${b.read.created_at} ${b.read.id}` ? 1 : -1,
      )[0],
  })),
  duplicates('a run whose deployment is not the oldest fails', () => ({ oldestOf: ([own]) => own })),
  duplicates('two deployments after a second POST are a failure', () => ({ isSentTwice: () => false })),
  silent('the log says that duplicates are possible', isNotice('duplicates_possible')),
  silent('a run whose deployment is the oldest warns of the others', isNotice('namesakes')),

  adopt('a deployment that appears after a lost response counts as created', own => ({
    adoptAppeared: (request, deployments, order, notify) =>
      own.adoptAppeared(request, deployments, order, notify, []),
  })),
  list('the name is looked up first', own => ({
    lookUp: async (...asked) => {
      const [, , , retry = true] = asked
      return retry ? { ok: true, status: 200, value: NOTHING } : own.lookUp(...asked)
    },
  })),
  list('a failed look-up ends the run', own => ({
    lookUp: async (...asked) => {
      const [, , , retry = true] = asked
      const reply = await own.lookUp(...asked)
      return retry && !reply.ok ? { ok: true, status: 200, value: NOTHING } : reply
    },
  })),
  list('what the settling finds is used', own => ({
    lookUp: async (...asked) => {
      const [, , , retry = true, onMatch] = asked
      const reply = await own.lookUp(...asked)
      const isSettling = !retry && !onMatch
      return isSettling && reply.ok ? { ...reply, value: { ...reply.value, deployments: [] } } : reply
    },
  })),
  pages('a failed page is not an empty page', own => ({
    async *readPages(...asked) {
      for await (const page of own.readPages(...asked)) {
        if (!page.ok) return
        yield page
      }
    },
  })),
  pages('the next page begins at the last item', own => ({
    readPages: (list, query, signal, options) =>
      own.readPages(
        ({ offset = '0', ...other }, ...more) =>
          list({ ...other, offset: offset === '0' ? '0' : String(Number(offset) + 1) }, ...more),
        query,
        signal,
        options,
      ),
  })),
]

const NOTHING = { deployments: [], ids: { has: () => false } }

const secondLook = ({ look }: Decision) => ({ look: look === 'never' ? ('once' as const) : look })
