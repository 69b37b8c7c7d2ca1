import { explain } from '../deployment/errors.ts'
import { isNewestActive } from '../deployment/goal.ts'
import type { Outcome } from '../deployment/outcome.ts'
import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { RunState } from './run-state.ts'

/** What a run learnt, and how it ended. */
export interface End {
  state: RunState
  outcome: Outcome
}

/** The end of a run in a few words, and a sign for how good it is. */
export function headline({ state, outcome }: End): {
  sign: string
  text: string
} {
  if (outcome.result === 'failed') {
    const { code, dry_run } = outcome.failure
    const after =
      state.created && code !== 'duplicate_created'
        ? ', after the deployment was created'
        : ''
    const sign = code === 'cancelled' ? '🛑' : '❌'
    return {
      sign,
      text: `${dry_run ? 'Dry run: ' : ''}${explain(outcome.failure).title}${after}`,
    }
  }
  const [doubt] = doubtsOf({ state, outcome })
  const done =
    outcome.result === 'reached' ? reached(outcome.goal) : DONE[outcome.result]
  const [plain, and] =
    outcome.result === 'dry_run' ? ['🧪', ', and'] : ['✅', ':']
  return doubt
    ? { sign: '⚠️', text: `${done}${and} ${doubt.words}` }
    : { sign: plain, text: done }
}

const DONE = {
  created: 'Deployment created',
  adopted: 'Deployment adopted',
  dry_run: 'Dry run: nothing was created',
}

const reached = (goal: string) =>
  goal === '' ? 'Deployment found' : `Deployment is ${goal}`

/** Words for the headline, and the warning if the run has not given it yet. */
interface Doubt {
  words: string
  warning?: Sentence
}

/** The reasons why a success is no plain one, the weightiest first. */
export function doubtsOf({ state, outcome }: End): Doubt[] {
  const { deployment, differences = [], otherVersion } = state
  const { result } = outcome
  if (result === 'failed') return []
  const doubts: Doubt[] = []
  if (state.created !== false && differences.length > 0)
    doubts.push({ words: 'not as requested' })
  if (otherVersion) doubts.push({ words: otherVersion.headline.toLowerCase() })
  if (!deployment || result === 'dry_run') return doubts
  const inactive = inactivity(state)
  if (inactive && (result === 'adopted' || hasWaited(state)))
    doubts.push({
      words: inactive.words,
      warning: say`${inactive.sentence} ${LOOK}`,
    })
  if (deployment.read.status === 'UNUSED')
    doubts.push({
      words: 'its status is UNUSED',
      warning: say`${UNUSED} A rerun is safe, but does not change this.`,
    })
  return doubts
}

const LOOK = words(
  'If its build is under way, run again with `wait_for: active`. If it failed, a rerun is safe, but does not repair it: correct it, and choose a new `name`.',
)
const UNUSED = words(
  'The status UNUSED may mean that nothing runs: open its address, or check it with `health_url`.',
)

const hasWaited = ({ phases }: RunState) =>
  phases.includes('wait') || phases.includes('health')

function inactivity(
  state: RunState,
): { words: string; sentence: Sentence } | undefined {
  const { read } = state.deployment ?? {}
  if (!read || isNewestActive(read)) return undefined
  const { active_revision_id: active, latest_revision_id: latest } = read
  if (active === undefined || (active && !latest)) {
    const sentence = words(
      'The service does not say whether the newest revision is active.',
    )
    return { words: 'its newest revision may not be active', sentence }
  }
  const yet = words(state.created && !hasWaited(state) ? ' yet' : '')
  const serving = active
    ? say`the revision ${active} serves`
    : words('no revision serves')
  const sentence = say`The newest revision is not active${yet}: ${serving}.`
  return { words: 'its newest revision is not active', sentence }
}

/** The end of a run in a few sentences, for the summary and the end of the log. */
export function inSentences({ state, outcome }: End): Sentence {
  // An error at the end of a wait names the state by itself.
  const { code, hint } = outcome.result === 'failed' ? outcome.failure : {}
  const isTold = /wait_timeout|unreachable|gone/.test(`${code} ${hint}`)
  const inactive = isTold ? undefined : inactivity(state)
  const isUnused = state.deployment?.read.status === 'UNUSED'
  const more = [
    ...(inactive ? [inactive.sentence] : []),
    ...(isUnused ? [UNUSED] : []),
  ]
  return joined([inOneSentence({ state, outcome }), ...more], ' ')
}

function inOneSentence({ state, outcome }: End): Sentence {
  const { request, deployment, differences = [] } = state
  const name = request?.name ?? deployment?.read.name ?? state.name ?? ''
  const source = request?.source ?? ''
  const status = deployment?.read.status
  const differing = words(
    differences.length > 0 ? ', although it differs from the request' : '',
  )
  switch (outcome.result) {
    case 'created': {
      const is = status ? say` and is ${status}` : words('')
      return say`The deployment ${name} was created from ${source}${is}${differing}.`
    }
    case 'adopted': {
      const isNew = state.phases.includes('create')
      const how = words(
        isNew ? 'appeared while this run was creating it' : 'already existed',
      )
      return say`The deployment ${name} ${how}${status ? say`, is ${status},` : words('')} and was adopted${differing}.`
    }
    case 'reached': {
      const goal = words(outcome.goal === '' ? 'exists' : `is ${outcome.goal}`)
      return say`The deployment ${name} ${goal}${status ? say`; its status is ${status}` : words('')}.`
    }
    case 'dry_run':
      return deployment
        ? say`Dry run: the deployment ${name} exists and would be adopted${differing}; nothing would be deployed.`
        : say`Dry run: the name ${name} is free, and the deployment would be created from ${source}.`
    case 'failed':
      return say`${outcome.failure.what}.`
  }
}
