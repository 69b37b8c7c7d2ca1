import type { Goal, WaitFor } from '../deployment/goal.ts'
import type { Draft, Order } from '../deployment/order.ts'
import type { RepositoryLookup } from '../deployment/repository.ts'
import type { GitHubTarget } from '../github/github-report.ts'
import type { Job } from '../github/job.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { whyNotMasked } from '../secrets/redact.ts'
import { withoutUsers } from '../secrets/urls.ts'
import { type Read, readConnection } from './connection.ts'
import { type Config, type Locate, NO_CONFIG, readDraft } from './draft.ts'
import { type Inputs, openInputs } from './inputs.ts'
import {
  oneOf,
  parseBoolean,
  parseCommit,
  parseDetailsUrl,
  parseDuration,
  parseHealthUrl,
} from './parse.ts'
import { EMPTY_STRING } from './problem.ts'
import { checkDraft } from './rules.ts'
import { type Entry, readSecrets, readVariables } from './secrets.ts'

/** What the create action reads. */
interface CreateInputs extends Read<Order> {
  github: GitHubTarget | undefined
  details_url: string | undefined
  locate: Locate
}

/**
 * Reads all inputs of the create action and the `config` file, masks all secrets, and builds the order. Prints only masks
 * and sends nothing.
 */
export async function readCreateInputs(
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<CreateInputs> {
  const inputs = openInputs(job, env)
  const { problems, warnings } = inputs
  // First, so that no later message can show them.
  const secrets = await readSecrets(inputs.raw('secrets'), env, inputs)
  const github = readGitHub(inputs)
  const connection = await readConnection(inputs)
  const variables = await readVariables(inputs.raw('variables'), inputs)
  const { commit, details_url, ...goal } = readCreateGoal(inputs)

  const config = await readConfigOf(inputs, secrets)
  const entries = merge([...config.entries, ...secrets, ...variables])
  const { draft, locate } = await readDraft(inputs, config, entries)
  inputs.maskUrls({ ...draft, secrets: [] })
  checkDraft({ draft, locate }, config.isWhole, inputs)
  checkEntries(entries, inputs)
  const repository = readRepository(inputs, draft)
  inputs.checkUnknown()

  const order = { ...goal, ...(repository && { commit }), repository, draft }
  const read = { connection, order, problems, warnings }
  return { ...read, github, details_url, locate }
}

/** Reads the inputs of the GitHub Deployment and the comment, and masks the token. Undefined if there is none. */
function readGitHub(inputs: Inputs): GitHubTarget | undefined {
  const { job, noEffect } = inputs
  const { github_token, environment, comment } = inputs.read(
    { github_token: String, environment: String, comment: parseBoolean },
    { comment: 'false' },
  )
  job.mask(github_token ?? '', words('github_token'))
  if (environment === undefined && !comment)
    noEffect('github_token', '`environment` or `comment`')
  if (github_token !== undefined)
    return { token: github_token, environment, comment }
  noEffect('environment', '`github_token`')
  if (comment) noEffect('comment', '`github_token`')
  return undefined
}

const WAIT_TIMEOUT = '30m'

/** Reads the wait inputs, which the create and the wait action share. */
export function readGoal(inputs: Inputs, wait_for: WaitFor): Goal {
  const goal = inputs.read(
    {
      wait_for: oneOf(['none', 'ready', 'active']),
      wait_timeout: parseDuration,
      commit: parseCommit,
      health_url: parseHealthUrl,
      health_contains: String,
    },
    { wait_for, wait_timeout: WAIT_TIMEOUT },
  )
  if (inputs.text('health_url') === undefined && goal.health_contains)
    inputs.refuse(
      { input: 'health_contains' },
      say`needs \`health_url\`, whose answer it checks`,
    )
  return goal
}

function readCreateGoal(inputs: Inputs) {
  const own = inputs.read(
    {
      if_exists: oneOf(['match', 'fail', 'reuse']),
      dry_run: parseBoolean,
      details_url: parseDetailsUrl,
    },
    { if_exists: 'match', dry_run: 'false' },
  )
  const goal = { ...own, ...readGoal(inputs, 'none') }
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

/** The last of the entries of each name. A secret and a variable may have the same one. */
function merge(entries: Entry[]): Entry[] {
  const byName = Map.groupBy(
    entries,
    ({ name, isSecret }) => `${isSecret} ${name}`,
  )
  return [...byName.values()].flatMap(same => same.slice(-1))
}

/** Checks the entries of the list `secrets`. */
function checkEntries(entries: Entry[], inputs: Inputs): void {
  const apiKey = inputs.text('api_key')
  const secrets = new Set(
    entries.filter(({ isSecret }) => isSecret).map(({ name }) => name),
  )

  for (const { name, value, isSecret, origin } of entries) {
    const refuse = (message: Sentence) => inputs.refuse(origin, message)
    const warn = (what: Sentence) =>
      inputs.warn(origin, say`the value of ${name} ${what}`)
    const reason = value !== '' && whyNotMasked(value)
    if (value === '') refuse(say`the value is empty; ${words(EMPTY_STRING)}`)
    if (!isSecret) {
      if (secrets.has(name))
        refuse(say`the variable ${name} is also in \`secrets\`: remove one`)
      continue
    }
    if (name === 'github_token')
      refuse(
        say`holds \`github_token\`, the token of this job, which \`toJSON(secrets)\` includes: list the secrets of the deployment one by one`,
      )
    if (reason) warn(say`${words(reason)}, so it is not masked`)
    if (value === apiKey)
      warn(say`is the \`api_key\` of this step; the deployment gets it`)
  }
}

/** The repository to look up; by default the workflow's own. */
function readRepository(
  { text, env, noEffect, refuse }: Inputs,
  { source, source_config }: Draft,
): RepositoryLookup | undefined {
  if (source !== 'repohost') {
    noEffect('repository', '`source: repohost`')
    noEffect('commit', '`source: repohost`')
    return undefined
  }
  // The fields of an invalid `config` file may have any type.
  const { integration_id, repo_url } = source_config ?? {}
  const asked = text('repository') ?? repo_url
  const repository = asked ?? env['GITHUB_REPOSITORY']
  if (!repository)
    refuse(
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
