import { isDeepStrictEqual } from 'node:util'
import type { CompleteDraft, Draft, Order } from '../deployment/deploy.ts'
import type { RepositoryLookup } from '../deployment/repository.ts'
import type { Job } from '../github/job.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { whyNotMasked } from '../secrets/redact.ts'
import { withoutUser } from '../secrets/urls.ts'
import { maskUrls, readConnection } from './connection.ts'
import { checkDraft, type Locate, readFields } from './fields.ts'
import { type Inputs, readGitHub, readGoal, readInputs, WAIT_TIMEOUT } from './inputs.ts'
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
  // Mask secrets and credentials first, so that no later message can show them.
  const given = await parseSecrets(inputs.raw('secrets'), env)
  for (const secret of given.entries) job.maskSecret(secret)
  const github = readGitHub(inputs, job)
  const connection = await readConnection(inputs, job, env)
  const plain = await parseVariables(inputs.raw('variables'))
  problems.push(...given.problems, ...plain.problems)
  const { commit, ...goal } = {
    if_exists: inputs.readOr('if_exists', oneOf(['match', 'fail', 'reuse']), 'match'),
    ...readGoal(inputs, { wait_for: 'none' }),
    dry_run: inputs.readOr('dry_run', parseBoolean, 'false'),
  }
  const isWaiting = goal.wait_for !== 'none' || inputs.text('health_url') !== undefined
  if (!isWaiting && (inputs.text('wait_timeout') ?? WAIT_TIMEOUT) !== WAIT_TIMEOUT)
    inputs.noEffect('wait_timeout', '`wait_for` or `health_url`')
  const details_url = inputs.read('details_url', parseDetailsUrl)
  const hasConfig = inputs.text('config') !== undefined
  if (!hasConfig) inputs.noEffect('version', '`config`')
  const loaded = hasConfig ? await import('./config.ts') : undefined
  const config = await loaded?.readConfig(inputs, new Set(given.entries.map(({ name }) => name)), job, env)
  const fields = await readFields(inputs, config, env)
  const urls = ['repository', 'health_url', 'details_url'].map(name => [name, inputs.text(name)])
  maskUrls({ ...fields.draft, ...Object.fromEntries(urls) }, job)
  for (const secret of config?.secrets ?? []) job.maskSecret(secret)
  const secrets = [...(config?.secrets ?? []), ...given.entries]
  const byName = new Map([...(config?.variables ?? []), ...plain.entries].map(entry => [entry.name, entry]))
  const variables = [...byName.values()]
  const draft = { ...fields.draft, secrets, variables }
  const locate: Locate = path =>
    (path[0] === 'secrets' && [...secrets, ...variables][Number(path[1])]?.origin) || fields.locate(path)
  inputs.checkUnknown()
  // A field may be missing because of a mistake that is already reported, or be in the unreadable file.
  const isNews = ({ input = '', place }: Problem) =>
    !(hasConfig && !config?.isWhole && inputs.text(input) === undefined) &&
    !problems.some(known => isDeepStrictEqual([known.input ?? '', known.place], [input, place]))
  const { refused, warned } = checkDraft(draft, locate)
  for (const problem of refused) if (isNews(problem)) problems.push(problem)
  problems.push(...entryProblems(secrets, variables))
  warnings.push(...warned, ...secretWarnings(secrets, inputs.text('api_key')))
  const repository = readRepository(inputs, draft, env)
  if (problems.length > 0 || !connection) {
    const name = typeof draft.name === 'string' ? draft.name : undefined
    return { ok: false as const, error: { problems, github, name, dry_run: goal.dry_run } }
  }
  const order: Order = {
    ...goal,
    ...(repository && { commit }),
    repository,
    draft: draft as CompleteDraft,
  }
  return { ok: true as const, value: { connection, order, github, details_url, warnings, locate } }
}

const TOKEN_OF_JOB = say`holds \`github_token\`, the token of this job, which \`toJSON(secrets)\` includes: list the secrets of the deployment one by one`

function* entryProblems(secrets: Entry[], variables: Entry[]): Generator<Problem> {
  for (const { name, value, origin, isUnsure } of [...secrets, ...variables]) {
    const message = say`the value ${isUnsure ? words('') : say`of ${name} `}is empty; ${words(EMPTY_STRING)}`
    if (value === '') yield { ...origin, message }
  }
  const names = new Set(secrets.map(({ name }) => name))
  for (const { name, origin } of secrets)
    if (name === 'github_token') yield { ...origin, message: TOKEN_OF_JOB }
  for (const { name, origin } of variables)
    if (names.has(name))
      yield { ...origin, message: say`the variable ${name} is also in \`secrets\`: remove one` }
}

function* secretWarnings(secrets: Entry[], apiKey: string | undefined): Generator<Problem> {
  for (const { name, value, origin } of secrets) {
    const reason = whyNotMasked(value)
    const warn = (what: Sentence) => ({ ...origin, message: say`the value of ${name} ${what}` })
    if (reason !== undefined) yield warn(say`${words(reason)}, so it is not masked`)
    if (value === apiKey) yield warn(say`is the \`api_key\` of this step; the deployment gets it`)
  }
}

/** The repository to look up; by default the workflow's own. */
function readRepository(
  inputs: Inputs,
  { source, source_config }: Draft,
  env: NodeJS.ProcessEnv,
): RepositoryLookup | undefined {
  const given = inputs.text('repository')
  if (source !== 'repohost') {
    for (const input of ['repository', 'commit']) inputs.noEffect(input, '`source: repohost`')
    return undefined
  }
  // The fields of an invalid `config` file may have any type.
  const asked = given ?? source_config?.repo_url
  const repository = asked ?? env['GITHUB_REPOSITORY']
  if (!repository) inputs.refuse('repository', say`is required where GITHUB_REPOSITORY is not set`)
  return {
    integration_id: source_config?.integration_id ?? '',
    // The user name of a URL may be a credential, and the look-up does not need it.
    repository: withoutUser(String(repository)),
    ...(asked === undefined && { own_host: env['GITHUB_SERVER_URL'] }),
  }
}
