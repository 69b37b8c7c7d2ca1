import { isDeepStrictEqual } from 'node:util'
import type { Goal } from '../deployment/goal.ts'
import type { CompleteDraft, Draft, Order } from '../deployment/order.ts'
import type { RepositoryLookup } from '../deployment/repository.ts'
import type { GitHubTarget } from '../github/github-report.ts'
import type { Job } from '../github/job.ts'
import type { Path } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { whyNotMasked } from '../secrets/redact.ts'
import { withoutUser } from '../secrets/urls.ts'
import { type Connection, readConnection } from './connection.ts'
import {
  type Config,
  type Locate,
  type LocatedDraft,
  NO_CONFIG,
  readDraft,
} from './draft.ts'
import {
  type Inputs,
  readGitHub,
  readGoal,
  readInputs,
  WAIT_TIMEOUT,
} from './inputs.ts'
import { oneOf, parseBoolean, parseDetailsUrl } from './parse.ts'
import { EMPTY_STRING, type Problem } from './problem.ts'
import { checkDraft } from './rules.ts'
import { type Entry, parseSecrets, parseVariables } from './secrets.ts'

/** The checked inputs of the create action. */
interface CreateInputs {
  connection: Connection
  order: Order
  github: GitHubTarget | undefined
  details_url: string | undefined
  /** What the author of the workflow may not expect. */
  warnings: Problem[]
  locate: Locate
}

/** Inputs that cannot be used, with the values that are known all the same. */
interface RefusedInputs {
  problems: Problem[]
  github: GitHubTarget | undefined
  name: string | undefined
  dry_run: boolean
}

/**
 * Reads all inputs of the create action and the `config` file, masks all secrets, and builds the order. Prints only masks
 * and sends nothing.
 */
export async function readCreateInputs(
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<Result<CreateInputs, RefusedInputs>> {
  const inputs = readInputs(job, env)
  const { problems, warnings } = inputs
  // First, so that no later message can show them.
  const given = await parseSecrets(inputs.raw('secrets'), env)
  for (const secret of given.entries) job.maskSecret(secret)
  const github = readGitHub(inputs)
  const connection = await readConnection(inputs)
  const plain = await parseVariables(inputs.raw('variables'))
  problems.push(...given.problems, ...plain.problems)
  const { commit, ...goal } = readCreateGoal(inputs)
  const details_url = inputs.read('details_url', parseDetailsUrl)

  const config = await readConfigOf(inputs, given.entries)
  const entries = mergeEntries(inputs, config, given.entries, plain.entries)
  const { draft, locate } = await mergeDraft(inputs, config, entries)
  checkRequest(inputs, { draft, locate }, config)
  checkEntries(inputs, entries)
  const repository = readRepository(inputs, draft)
  inputs.checkUnknown()

  if (problems.length > 0 || !connection) {
    const name = typeof draft.name === 'string' ? draft.name : undefined
    const { dry_run } = goal
    return { ok: false, error: { problems, github, name, dry_run } }
  }
  const order: Order = {
    ...goal,
    ...(repository && { commit }),
    repository,
    draft: draft as CompleteDraft,
  }
  const value = { connection, order, github, details_url, warnings, locate }
  return { ok: true, value }
}

type CreateGoal = Goal & Pick<Order, 'if_exists' | 'dry_run'>

function readCreateGoal(inputs: Inputs): CreateGoal {
  const goal = {
    if_exists: inputs.readOr(
      'if_exists',
      oneOf(['match', 'fail', 'reuse']),
      'match',
    ),
    ...readGoal(inputs, { wait_for: 'none' }),
    dry_run: inputs.readOr('dry_run', parseBoolean, 'false'),
  }
  const hasHealth = inputs.text('health_url') !== undefined
  const isWaiting = goal.wait_for !== 'none' || hasHealth
  // The runner sets an omitted input to its default.
  const isDefault = inputs.text('wait_timeout') === WAIT_TIMEOUT
  if (!isWaiting && !isDefault)
    inputs.noEffect('wait_timeout', '`wait_for` or `health_url`')
  return goal
}

/** Reads the `config` file, if the step has one. */
async function readConfigOf(inputs: Inputs, given: Entry[]): Promise<Config> {
  if (inputs.text('config') === undefined) {
    inputs.noEffect('version', '`config`')
    return NO_CONFIG
  }
  const { readConfig } = await import('./config.ts')
  return readConfig(inputs, given)
}

/** The entries of the list `secrets`. */
interface RequestedEntries {
  secrets: Entry[]
  variables: Entry[]
}

/** Adds the entries of the inputs, which win, to those of the `config` file, and masks the file's secrets. */
function mergeEntries(
  { job }: Inputs,
  { secrets, variables }: Config,
  given: Entry[],
  plain: Entry[],
): RequestedEntries {
  for (const secret of secrets) job.maskSecret(secret)
  return {
    secrets: lastOfEachName([...secrets, ...given]),
    variables: lastOfEachName([...variables, ...plain]),
  }
}

const lastOfEachName = (entries: Entry[]): Entry[] => [
  ...new Map(entries.map(entry => [entry.name, entry])).values(),
]

/** Merges the inputs over the `config` file, and masks the users of URLs. */
async function mergeDraft(
  inputs: Inputs,
  config: Config,
  { secrets, variables }: RequestedEntries,
): Promise<LocatedDraft> {
  const { draft, locate } = await readDraft(inputs, config)
  inputs.maskUrls(draft)
  // The interface has one list for both.
  const entries = [...secrets, ...variables]
  function locateEntry([field, index]: Path) {
    return field === 'secrets' ? entries[Number(index)]?.origin : undefined
  }
  return {
    draft: { ...draft, secrets: entries },
    locate: path => locateEntry(path) ?? locate(path),
  }
}

/** Checks the merged request. A field that is missing may be in the unreadable file, or its mistake is known already. */
function checkRequest(
  { problems, warnings, text }: Inputs,
  { draft, locate }: LocatedDraft,
  config: Config,
): void {
  const isKnown = ({ input, place }: Problem) =>
    problems.some(known =>
      isDeepStrictEqual([known.input, known.place], [input, place]),
    )
  const { refused, warned } = checkDraft(draft, locate)
  for (const problem of refused) {
    const isUnset = text(problem.input ?? '') === undefined
    const mayBeInFile = !config.isWhole && isUnset
    if (!mayBeInFile && !isKnown(problem)) problems.push(problem)
  }
  warnings.push(...warned)
}

const EMPTY = say`the value is empty; ${words(EMPTY_STRING)}`
const TOKEN_OF_JOB = say`holds \`github_token\`, the token of this job, which \`toJSON(secrets)\` includes: list the secrets of the deployment one by one`

/** Checks the entries of the list `secrets`. */
function checkEntries(
  { problems, warnings, text }: Inputs,
  { secrets, variables }: RequestedEntries,
): void {
  const refuse = ({ origin }: Entry, message: Sentence) =>
    problems.push({ ...origin, message })
  for (const entry of [...secrets, ...variables])
    if (entry.value === '') refuse(entry, EMPTY)

  const apiKey = text('api_key')
  for (const entry of secrets) {
    const { name, value, origin } = entry
    const warn = (what: Sentence) =>
      warnings.push({ ...origin, message: say`the value of ${name} ${what}` })
    const reason = whyNotMasked(value)
    if (name === 'github_token') refuse(entry, TOKEN_OF_JOB)
    if (reason !== undefined) warn(say`${words(reason)}, so it is not masked`)
    if (value === apiKey)
      warn(say`is the \`api_key\` of this step; the deployment gets it`)
  }

  const names = new Set(secrets.map(({ name }) => name))
  for (const entry of variables)
    if (names.has(entry.name))
      refuse(
        entry,
        say`the variable ${entry.name} is also in \`secrets\`: remove one`,
      )
}

/** The repository to look up; by default the workflow's own. */
function readRepository(
  inputs: Inputs,
  { source, source_config }: Draft,
): RepositoryLookup | undefined {
  const { text, env } = inputs
  if (source !== 'repohost') {
    inputs.noEffect('repository', '`source: repohost`')
    inputs.noEffect('commit', '`source: repohost`')
    return undefined
  }
  // The fields of an invalid `config` file may have any type.
  const { integration_id, repo_url } = source_config ?? {}
  const asked = text('repository') ?? repo_url
  const repository = asked ?? env['GITHUB_REPOSITORY']
  if (!repository)
    inputs.refuse(
      'repository',
      say`is required where GITHUB_REPOSITORY is not set`,
    )
  return {
    integration_id: String(integration_id),
    // The user name of a URL may be a credential, and the look-up does not need it.
    repository: withoutUser(String(repository)),
    ...(asked === undefined && { own_host: env['GITHUB_SERVER_URL'] }),
  }
}
