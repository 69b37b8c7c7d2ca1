import type { Draft } from '../deployment/order.ts'
import { valueAt } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import { SOURCES, type Source } from '../service/fields.ts'
import type { Locate } from './draft.ts'
import { isOneStep, NOT_ONE_STEP } from './parse.ts'
import { EMPTY_STRING, type Problem } from './problem.ts'

// Rules that no shape has. Which source takes which fields is for the service to say.

/** A rule about one field of the create request. */
interface Rule {
  /** The dotted path of the field. */
  path: string
  isBroken: (value: unknown, draft: Draft) => boolean
  message: string
  /** The sources that have this rule; by default all. */
  sources?: Source[]
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

const REFUSED: Rule[] = [
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
    isBroken: value => !isOneStep(String(value)),
    message: NOT_ONE_STEP,
    sources: ['repohost'],
  },
  {
    path: IMAGE,
    isBroken: isEmpty,
    message: `is required with source external_container: the image to run; ${EMPTY_STRING}`,
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
    message: `ends in \`:\` or \`/\`, so its tag or its name is missing; ${EMPTY_STRING}`,
  },
  {
    path: 'secret_references',
    isBroken: value => value != null,
    message: 'applies to source external_container only',
    sources: SOURCES.filter(source => source !== 'external_container'),
  },
]

const isOfTag: Rule['isBroken'] = (value, { source_revision_config }) =>
  value === true &&
  matches(/^refs\/tags\//)(valueAt(source_revision_config, ['repo_ref']))

const WARNED: Rule[] = [
  {
    path: NAME,
    isBroken: matches(/-$/),
    message:
      'ends in `-`: an expression is probably empty (then delete this deployment)',
  },
  {
    path: NAME,
    isBroken: matches(/\$/),
    message:
      'holds `$`: an expression or a variable of a shell was probably not replaced',
  },
  {
    path: NAME,
    isBroken: matches(/[\s\p{Lu}]/u),
    message: 'holds white space or capital letters, which most services refuse',
  },
  {
    path: 'source_config.build_on_push',
    isBroken: isOfTag,
    message: 'builds nothing for the tag in `repo_ref`, which no push changes',
  },
]

/** What the rules say about a draft. */
interface Verdict {
  /** Problems that make the request not worth sending. */
  refused: Problem[]
  /** Warnings about a request that is sent. */
  warned: Problem[]
}

/** Checks a draft by the rules. */
export function checkDraft(draft: Draft, locate: Locate): Verdict {
  function isBroken({ path, sources, isBroken }: Rule): boolean {
    const applies = !sources || sources.some(one => one === draft.source)
    return applies && isBroken(valueAt(draft, path.split('.')), draft)
  }
  const toProblem = ({ path, message }: Rule): Problem => ({
    ...locate(path.split('.')),
    message: words(message),
  })
  return {
    refused: REFUSED.filter(isBroken).map(toProblem),
    warned: WARNED.filter(isBroken).map(toProblem),
  }
}
