import type { Draft } from '../deployment/order.ts'
import { valueAt } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import { SOURCES, type Source } from '../service/fields.ts'
import type { LocatedDraft } from './draft.ts'
import type { Inputs } from './inputs.ts'
import { NOT_ONE_STEP, ONE_STEP } from './parse.ts'
import { EMPTY_STRING, type Origin } from './problem.ts'

// Rules that no shape has. Which source takes which fields is for the service to say.

/** A rule about one field of the create request. */
interface Rule {
  /** The dotted path of the field. */
  path: string
  isBroken: (value: unknown, draft: Draft) => boolean
  message: string
  /** The sources that have this rule; by default all. */
  sources?: Source[]
  /** Whether a request that breaks the rule is sent all the same. */
  isSent?: boolean
}

const NAME = 'name'
const INTEGRATION = 'source_config.integration_id'
const IMAGE = 'source_revision_config.image_uri'

const isEmpty = (value: unknown) => String(value ?? '').trim() === ''

const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value)

/** An `@` before what is no digest. Those of another algorithm have at least 32 hexadecimal digits. */
const NO_DIGEST =
  /@(?!(sha256:[0-9a-f]{64}|(?!sha256:)[a-z][a-z0-9+._-]*:[0-9a-f]{32,})$)/i

const WITHHELD = `${EMPTY_STRING}, and so is an output of another job that GitHub withholds because it holds the value of a secret`

const RULES: Rule[] = [
  {
    path: NAME,
    isBroken: isEmpty,
    message: `is required: the name of the deployment; ${EMPTY_STRING}`,
  },
  {
    path: 'source',
    isBroken: isEmpty,
    message: `is required: one of ${SOURCES.join(', ')}; ${EMPTY_STRING}`,
  },
  {
    path: INTEGRATION,
    isBroken: isEmpty,
    message: `is required with source repohost: the integration through which the repository is listed; ${EMPTY_STRING}`,
    sources: ['repohost'],
  },
  {
    path: INTEGRATION,
    isBroken: value => !ONE_STEP.test(String(value)),
    message: NOT_ONE_STEP,
    sources: ['repohost'],
  },
  {
    path: IMAGE,
    isBroken: isEmpty,
    message: `is required with source external_container: the image to run; ${WITHHELD}`,
    sources: ['external_container'],
  },
  {
    path: IMAGE,
    isBroken: matches(/\s/),
    message: 'holds white space, which no image has',
  },
  {
    path: IMAGE,
    isBroken: matches(NO_DIGEST),
    message:
      'has no digest after `@`, such as `sha256:` with 64 hexadecimal digits',
  },
  {
    path: IMAGE,
    isBroken: matches(/[:/]$/),
    message: `ends in \`:\` or \`/\`, so its tag or its name is missing; ${WITHHELD}`,
  },
  {
    path: 'secret_references',
    isBroken: value => value != null,
    message: 'applies to source external_container only',
    sources: SOURCES.filter(source => source !== 'external_container'),
  },
  {
    path: NAME,
    isBroken: matches(/-$/),
    message:
      'ends in `-`: an expression is probably empty (a deployment of this name is then a mistake: delete it in the service)',
    isSent: true,
  },
  {
    path: NAME,
    isBroken: matches(/\$/),
    message:
      'holds `$`: an expression or a variable of a shell was probably not replaced',
    isSent: true,
  },
  {
    path: NAME,
    isBroken: matches(/[\s\p{Lu}]/u),
    message: 'holds white space or capital letters, which most services refuse',
    isSent: true,
  },
  {
    path: 'source_config.build_on_push',
    isBroken: (value, { source_revision_config }) =>
      value === true &&
      matches(/^refs\/tags\//)(valueAt(source_revision_config, ['repo_ref'])),
    message: 'builds nothing for the tag in `repo_ref`, which no push changes',
    isSent: true,
  },
]

/** Checks a draft by the rules. `isWhole`: whether no field is missing because its file cannot be read. */
export function checkDraft(
  { draft, locate }: LocatedDraft,
  isWhole: boolean,
  { problems, refuse, warn }: Inputs,
): void {
  const idOf = ({ input, place }: Origin) => JSON.stringify([input, place])
  for (const { path, isBroken, message, sources, isSent } of RULES) {
    const steps = path.split('.')
    const value = valueAt(draft, steps)
    const isKnown = isWhole || value !== undefined
    const applies = !sources || sources.includes(draft.source)
    if (!isKnown || !applies || !isBroken(value, draft)) continue

    const origin = locate(steps)
    const isRefused = problems.some(known => idOf(known) === idOf(origin))
    if (isSent) warn(origin, words(message))
    else if (!isRefused) refuse(origin, words(message))
  }
}
