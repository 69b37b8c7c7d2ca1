import { isDeepStrictEqual } from 'node:util'
import type { CompleteDraft, Draft, Order } from '../deployment/order.ts'
import type { RepositoryLookup } from '../deployment/repository.ts'
import type { Job } from '../github/job.ts'
import type { Path } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { whyNotMasked } from '../secrets/redact.ts'
import { withoutUser } from '../secrets/urls.ts'
import type { Config } from './config.ts'
import { readConnection } from './connection.ts'
import { checkDraft, type Locate, readFields } from './fields.ts'
import {
  type Inputs,
  readGitHub,
  readGoal,
  readInputs,
  WAIT_TIMEOUT,
} from './inputs.ts'
import { oneOf, parseBoolean, parseDetailsUrl } from './parse.ts'
import { EMPTY_STRING, type Problem } from './problem.ts'
import { type Entry, parseSecrets, parseVariables } from './secrets.ts'

/**
 * Reads all inputs of the create action and the `config` file, masks all secrets, and builds the order; or returns the
 * problems, with the values that are known in spite of them. Prints only masks and sends nothing.
 */
export async function readCreateInputs(job: Job, env: NodeJS.ProcessEnv) {
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
  const hasConfig = inputs.text('config') !== undefined
  if (!hasConfig) inputs.noEffect('version', '`config`')
  const config = hasConfig
    ? await (await import('./config.ts')).readConfig(inputs, given.entries)
    : undefined
  const merged = await mergeDraft(inputs, config, given.entries, plain.entries)
  const { draft, locate } = merged
  checkRequest(inputs, merged, hasConfig && !config?.isWhole)
  checkEntries(inputs, merged)
  const repository = readRepository(inputs, draft)
  inputs.checkUnknown()
  if (problems.length > 0 || !connection) {
    const name = typeof draft.name === 'string' ? draft.name : undefined
    return {
      ok: false as const,
      error: { problems, github, name, dry_run: goal.dry_run },
    }
  }
  const order: Order = {
    ...goal,
    ...(repository && { commit }),
    repository,
    draft: draft as CompleteDraft,
  }
  return {
    ok: true as const,
    value: { connection, order, github, details_url, warnings, locate },
  }
}

function readCreateGoal(inputs: Inputs) {
  const goal = {
    if_exists: inputs.readOr(
      'if_exists',
      oneOf(['match', 'fail', 'reuse']),
      'match',
    ),
    ...readGoal(inputs, { wait_for: 'none' }),
    dry_run: inputs.readOr('dry_run', parseBoolean, 'false'),
  }
  const isWaiting =
    goal.wait_for !== 'none' || inputs.text('health_url') !== undefined
  if (
    !isWaiting &&
    (inputs.text('wait_timeout') ?? WAIT_TIMEOUT) !== WAIT_TIMEOUT
  )
    inputs.noEffect('wait_timeout', '`wait_for` or `health_url`')
  return goal
}

/** Merges the inputs over the `config` file. Masks the secrets that the file names, and the users of URLs. */
async function mergeDraft(
  inputs: Inputs,
  config: Config | undefined,
  given: Entry[],
  plain: Entry[],
) {
  const { draft, locate } = await readFields(inputs, config)
  inputs.maskUrls(draft)
  for (const secret of config?.secrets ?? []) inputs.job.maskSecret(secret)
  const secrets = [...(config?.secrets ?? []), ...given]
  const byName = new Map(
    [...(config?.variables ?? []), ...plain].map(entry => [entry.name, entry]),
  )
  const variables = [...byName.values()]
  // The interface has one list for both.
  const entries = [...secrets, ...variables]
  const ofEntry = ([field, index]: Path) =>
    field === 'secrets' && entries[Number(index)]?.origin
  return {
    draft: { ...draft, secrets: entries },
    ...{
      secrets,
      variables,
      locate: (path: Path) => ofEntry(path) || locate(path),
    },
  }
}

/** Checks the merged request. A field that is missing may be in the unreadable file, or its mistake is known already. */
function checkRequest(
  { problems, warnings, text }: Inputs,
  { draft, locate }: { draft: Draft; locate: Locate },
  isUnreadable: boolean,
): void {
  const isNews = ({ input = '', place }: Problem) =>
    !(isUnreadable && text(input) === undefined) &&
    !problems.some(known =>
      isDeepStrictEqual([known.input ?? '', known.place], [input, place]),
    )
  const { refused, warned } = checkDraft(draft, locate)
  for (const problem of refused) if (isNews(problem)) problems.push(problem)
  warnings.push(...warned)
}

const TOKEN_OF_JOB = say`holds \`github_token\`, the token of this job, which \`toJSON(secrets)\` includes: list the secrets of the deployment one by one`

function checkEntries(
  { problems, warnings, text }: Inputs,
  { secrets, variables }: Record<'secrets' | 'variables', Entry[]>,
): void {
  const names = new Set(secrets.map(({ name }) => name))
  const apiKey = text('api_key')
  for (const { value, origin } of [...secrets, ...variables])
    if (value === '')
      problems.push({
        ...origin,
        message: say`the value is empty; ${words(EMPTY_STRING)}`,
      })
  for (const { name, value, origin } of secrets) {
    const reason = whyNotMasked(value)
    const warn = (what: Sentence) =>
      warnings.push({ ...origin, message: say`the value of ${name} ${what}` })
    if (name === 'github_token')
      problems.push({ ...origin, message: TOKEN_OF_JOB })
    if (reason !== undefined) warn(say`${words(reason)}, so it is not masked`)
    if (value === apiKey)
      warn(say`is the \`api_key\` of this step; the deployment gets it`)
  }
  for (const { name, origin } of variables)
    if (names.has(name))
      problems.push({
        ...origin,
        message: say`the variable ${name} is also in \`secrets\`: remove one`,
      })
}

/** The repository to look up; by default the workflow's own. */
function readRepository(
  inputs: Inputs,
  { source, source_config }: Draft,
): RepositoryLookup | undefined {
  const { text, env } = inputs
  if (source !== 'repohost') {
    for (const input of ['repository', 'commit'])
      inputs.noEffect(input, '`source: repohost`')
    return undefined
  }
  // The fields of an invalid `config` file may have any type.
  const asked = text('repository') ?? source_config?.repo_url
  const repository = asked ?? env['GITHUB_REPOSITORY']
  if (!repository)
    inputs.refuse(
      'repository',
      say`is required where GITHUB_REPOSITORY is not set`,
    )
  return {
    integration_id: source_config?.integration_id ?? '',
    // The user name of a URL may be a credential, and the look-up does not need it.
    repository: withoutUser(String(repository)),
    ...(asked === undefined && { own_host: env['GITHUB_SERVER_URL'] }),
  }
}
