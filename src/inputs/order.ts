import type { Goal, Order } from '../deployment/order.ts'
import type { GitHubTarget } from '../github/github-report.ts'
import type { Job } from '../github/job.ts'
import { say, words } from '../lib/sentence.ts'
import { withoutUsers } from '../secrets/urls.ts'
import { type Read, readConnection } from './connection.ts'
import { readDraft } from './draft.ts'
import { type Inputs, openInputs } from './inputs.ts'
import {
  oneOf,
  parseBoolean,
  parseCommit,
  parseDetailsUrl,
  parseDuration,
  parseHealthUrl,
} from './parse.ts'
import type { Locate } from './problem.ts'
import { readSecrets, readVariables } from './secrets.ts'

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

  const { draft, locate } = await readDraft(inputs, secrets, variables)
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
export function readGoal(inputs: Inputs, wait_for: Goal['wait_for']): Goal {
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

/** The repository to look up; by default the workflow's own. */
function readRepository(
  { text, env, noEffect, refuse }: Inputs,
  { source, source_config }: Order['draft'],
): Order['repository'] {
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
