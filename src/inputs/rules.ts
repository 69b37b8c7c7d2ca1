import type { Draft } from '../deployment/order.ts'
import { valueAt } from '../lib/json.ts'
import { words } from '../lib/sentence.ts'
import { SOURCES, type Source } from '../service/fields.ts'
import { NOT_ONE_STEP, UNSAFE_STEP } from './parse.ts'
import {
  EMPTY_STRING,
  type Locate,
  type Origin,
  type Report,
} from './problem.ts'

// Rules that no shape has. Which source takes which fields is for the service to say.

/** A rule about one field of the create request. */
interface Rule {
  path: string[]
  /** What the text of the field must not match; that of a missing field is empty. */
  wrong: RegExp
  message: string
  /** The sources that have this rule; by default all. */
  sources: Source[] | undefined
}

const rule = (
  path: string[],
  wrong: RegExp,
  message: string,
  sources?: Source[],
): Rule => ({ path, wrong, message, sources })

const NAME = ['name']
const INTEGRATION = ['source_config', 'integration_id']
const IMAGE = ['source_revision_config', 'image_uri']

const EMPTY = /^\s*$/

/** An `@` before what is no digest. Those of another algorithm have at least 32 hexadecimal digits. */
const NO_DIGEST =
  /@(?!(sha256:[0-9a-f]{64}|(?!sha256:)[a-z][a-z0-9+._-]*:[0-9a-f]{32,})$)/i

const WITHHELD = `${EMPTY_STRING}, and so is an output of another job that is misspelt, not in \`needs\`, or withheld because it holds a secret`

/** If one of these is broken, nothing is sent. */
const ERRORS = [
  rule(NAME, EMPTY, `is required: the name of the deployment; ${EMPTY_STRING}`),
  rule(
    ['source'],
    EMPTY,
    `is required: one of ${SOURCES.join(', ')}; ${EMPTY_STRING}`,
  ),
  rule(
    INTEGRATION,
    EMPTY,
    `is required with source repohost: the integration through which the repository is listed; ${EMPTY_STRING}`,
    ['repohost'],
  ),
  rule(INTEGRATION, UNSAFE_STEP, NOT_ONE_STEP, ['repohost']),
  rule(
    IMAGE,
    EMPTY,
    `is required with source external_container: the image to run; ${WITHHELD}`,
    ['external_container'],
  ),
  rule(IMAGE, /\s/, 'holds white space, which no image has'),
  rule(
    IMAGE,
    NO_DIGEST,
    'has no digest after `@`, such as `sha256:` with 64 hexadecimal digits',
  ),
  rule(IMAGE, /:$/, `ends in \`:\`, so its tag is missing; ${WITHHELD}`),
  rule(IMAGE, /\/$/, `ends in \`/\`, so its name is missing; ${WITHHELD}`),
  rule(
    ['secret_references'],
    /./,
    'applies to source external_container only',
    SOURCES.filter(source => source !== 'external_container'),
  ),
]

/** If one of these is broken, the draft is sent all the same. */
const WARNINGS = [
  rule(
    NAME,
    /-$/,
    'ends in `-`: an expression in it is probably empty. If so, correct `name` and start a new run. If this run created a deployment, delete it',
  ),
  rule(
    NAME,
    /\$/,
    'holds `$`: an expression or a variable of a shell was probably not replaced',
  ),
  rule(
    NAME,
    /[\s\p{Lu}]/u,
    'holds white space or capital letters, which most services refuse',
  ),
]

const OF_TAGS = [
  rule(
    ['source_config', 'build_on_push'],
    /^true$/,
    'builds nothing for the tag in `repo_ref`, which no push changes',
  ),
]

/** Checks a draft by the rules. `isWhole`: whether no field is missing because its file cannot be read. */
export function checkDraft(
  draft: Draft,
  locate: Locate,
  { problems, refuse, warn }: Report,
  isWhole: boolean,
): void {
  function isBroken({ path, wrong, sources }: Rule): boolean {
    const value = valueAt(draft, path)
    const isKnown = isWhole || value !== undefined
    const applies = !sources || sources.includes(draft.source)
    const text = Array.isArray(value) ? 'a list' : String(value ?? '')
    return isKnown && applies && wrong.test(text)
  }

  function apply(rules: Rule[], report: Report['warn']): void {
    for (const { path, message } of rules.filter(isBroken)) {
      const origin = locate(path)
      // One mistake at a place is enough.
      const isRefused = problems.some(known => spotOf(known) === spotOf(origin))
      if (!isRefused) report(origin, words(message))
    }
  }
  apply(ERRORS, refuse)
  apply(WARNINGS, warn)
  const ref = valueAt(draft, ['source_revision_config', 'repo_ref'])
  if (/^refs\/tags\//.test(String(ref))) apply(OF_TAGS, warn)
}

const spotOf = ({ input, place }: Origin) => JSON.stringify([input, place])
