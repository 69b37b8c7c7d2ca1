import type { Goal } from '../deployment/goal.ts'
import type { CompleteDraft, Draft, Order } from '../deployment/order.ts'
import type { RepositoryLookup } from '../deployment/repository.ts'
import type { GitHubTarget } from '../github/github-report.ts'
import type { Job } from '../github/job.ts'
import type { Result } from '../lib/result.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { whyNotMasked } from '../secrets/redact.ts'
import { withoutUsers } from '../secrets/urls.ts'
import { type Connection, readConnection } from './connection.ts'
import { type Config, type Locate, NO_CONFIG, readDraft } from './draft.ts'
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
import { type Entry, readSecrets, readVariables } from './secrets.ts'

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
  warnings: Problem[]
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
  const secrets = await readSecrets(inputs.raw('secrets'), env, inputs)
  const github = readGitHub(inputs)
  const connection = await readConnection(inputs)
  const variables = await readVariables(inputs.raw('variables'), inputs)
  const { commit, ...goal } = readCreateGoal(inputs)
  const details_url = inputs.read('details_url', parseDetailsUrl)

  const config = await readConfigOf(inputs, secrets)
  const entries = mergeEntries(config.entries, [...secrets, ...variables])
  const located = await readDraft(inputs, config, entries)
  const { draft, locate } = located
  inputs.maskUrls({ ...draft, secrets: [] })
  checkDraft(located, config.isWhole, inputs)
  checkEntries(entries, inputs)
  const repository = readRepository(inputs, draft)
  inputs.checkUnknown()

  if (problems.length > 0 || !connection) {
    const name = typeof draft.name === 'string' ? draft.name : undefined
    const { dry_run } = goal
    const known = { github, name, dry_run }
    return { ok: false, error: { problems, warnings, ...known } }
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

/** The entries of the `config` file and of the inputs, which win. A secret and a variable may have the same name. */
function mergeEntries(ofFile: Entry[], ofInputs: Entry[]): Entry[] {
  const entries = [...ofFile, ...ofInputs].map(
    entry => [`${entry.isSecret} ${entry.name}`, entry] as const,
  )
  return [...new Map(entries).values()]
}

const EMPTY = say`the value is empty; ${words(EMPTY_STRING)}`
const TOKEN_OF_JOB = say`holds \`github_token\`, the token of this job, which \`toJSON(secrets)\` includes: list the secrets of the deployment one by one`

/** Checks the entries of the list `secrets`. */
function checkEntries(entries: Entry[], { refuse, warn, text }: Inputs): void {
  const apiKey = text('api_key')
  const secrets = entries.filter(({ isSecret }) => isSecret)
  const names = new Set(secrets.map(({ name }) => name))

  for (const { name, value, isSecret, origin } of entries) {
    if (value === '') refuse(origin, EMPTY)
    if (!isSecret && names.has(name))
      refuse(
        origin,
        say`the variable ${name} is also in \`secrets\`: remove one`,
      )
  }
  for (const { name, value, origin } of secrets) {
    const warnOf = (what: Sentence) =>
      warn(origin, say`the value of ${name} ${what}`)
    const reason = whyNotMasked(value)
    if (name === 'github_token') refuse(origin, TOKEN_OF_JOB)
    if (reason) warnOf(say`${words(reason)}, so it is not masked`)
    if (value === apiKey)
      warnOf(say`is the \`api_key\` of this step; the deployment gets it`)
  }
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
      { input: 'repository' },
      say`is required where GITHUB_REPOSITORY is not set`,
    )
  return {
    integration_id: String(integration_id),
    // The user name of a URL may be a credential, and the look-up does not need it.
    repository: withoutUsers(String(repository), 'url'),
    ...(asked === undefined && { own_host: env['GITHUB_SERVER_URL'] }),
  }
}
