import { isDeepStrictEqual } from 'node:util'
import type { Order } from '../deployment/deploy.ts'
import type { CompleteDraft, Draft } from '../deployment/draft.ts'
import type { RepositoryLookup } from '../deployment/repository.ts'
import { runCommit } from '../github/event.ts'
import type { GitHubTarget } from '../github/host-report.ts'
import type { Job } from '../github/job.ts'
import { whyNotMasked } from '../github/redact.ts'
import type { Result } from '../lib/result.ts'
import { say, words } from '../lib/sentence.ts'
import { withoutUser } from '../lib/url-credentials.ts'
import { draftProblems, draftWarnings } from './checks.ts'
import type { Config } from './config.ts'
import { type Connection, readConnection } from './connection.ts'
import { maskUrls } from './credentials.ts'
import { type Locate, readFields } from './fields.ts'
import { type Inputs, readGitHub, readGoal, readInputs } from './inputs.ts'
import { oneOf, parseBoolean } from './parse.ts'
import type { Problem } from './problem.ts'
import { type Entry, parseSecrets, parseVariables } from './secrets.ts'

/** The checked inputs of the create action. */
interface CreateInputs {
  connection: Connection
  order: Order
  /** The GitHub Deployment and the comment to write; undefined if the workflow requests neither. */
  github: GitHubTarget | undefined
  warnings: Problem[]
  locate: Locate
}

/** The problems with the inputs, and the values that are known in spite of them. */
interface InvalidInputs {
  problems: Problem[]
  github: GitHubTarget | undefined
  name: string | undefined
  dry_run: boolean
}

/**
 * Reads all inputs of the create action and the `config` file, masks all secrets, and builds the request. Inputs
 * override the file, field by field. Prints only masks and sends nothing.
 */
export async function readCreateInputs(
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<Result<CreateInputs, InvalidInputs>> {
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
  const repository = inputs.text('repository')
  const config = await readConfigInput(inputs, given.names, job, env)
  const { draft, ...fields } = await readFields(inputs, config)
  maskUrls([draft, repository, inputs.text('health_url')], job)
  const secrets = [...(config?.secrets ?? []), ...given.entries]
  for (const secret of config?.secrets ?? []) job.maskSecret(secret)
  const variables = [
    ...(config?.variables ?? []).filter(({ name }) => !plain.names.has(name)),
    ...plain.entries,
  ]
  const entries = [...secrets, ...variables]
  const locate: Locate = path =>
    (path[0] === 'secrets' ? entries[Number(path[1])]?.origin : undefined) ?? fields.locate(path)
  inputs.checkUnknown()
  const isUnreadable = inputs.text('config') !== undefined && !config
  // A field may be missing because of a mistake that is already reported, or be in the unreadable file.
  const isNews = ({ input = '', place }: Problem) =>
    !(isUnreadable && inputs.text(input) === undefined) &&
    !problems.some(known => isDeepStrictEqual([known.input ?? '', known.place], [input, place]))
  problems.push(...draftProblems(draft, locate).filter(isNews), ...entryProblems(secrets, variables))
  warnings.push(
    ...(await draftWarnings(draft, locate)),
    ...repositoryWarnings(inputs, draft),
    ...secretWarnings(secrets, inputs.text('api_key')),
  )
  const lookUp = findRepository(repository, draft, env)
  if (draft.source === 'repohost' && !lookUp) {
    problems.push({ input: 'repository', message: say`is required where GITHUB_REPOSITORY is not set` })
  }
  if (problems.length > 0 || !connection) {
    const name = typeof draft.name === 'string' ? draft.name : undefined
    return { ok: false, error: { problems, github, name, dry_run: goal.dry_run } }
  }
  const withoutOrigin = ({ name, value }: Entry) => ({ name, value })
  const order: Order = {
    ...goal,
    ...(lookUp && { commit }),
    repository: lookUp,
    draft: {
      ...(draft as CompleteDraft),
      secrets: secrets.map(withoutOrigin),
      variables: variables.map(withoutOrigin),
    },
    run: {
      ...runCommit(env),
      repository: env['GITHUB_REPOSITORY'],
      from_pull_request: Boolean(env['GITHUB_HEAD_REF']),
    },
  }
  return { ok: true, value: { connection, order, github, warnings, locate } }
}

/** Reads the `config` file, whose modules are loaded only if the input is set. Undefined if it is not readable. */
async function readConfigInput(
  inputs: Inputs,
  given: ReadonlySet<string>,
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<Config | undefined> {
  const path = inputs.text('config')
  if (path === undefined) return undefined
  const { readConfig } = await import('./config.ts')
  const { readPool } = await import('./pool.ts')
  const pool = await readPool(job, env)
  inputs.problems.push(...pool.problems)
  const workspace = env['GITHUB_WORKSPACE'] || process.cwd()
  const config = await readConfig(path, { workspace, env: pool.env, given })
  inputs.problems.push(...(config.ok ? config.value.problems : config.error))
  return config.ok ? config.value : undefined
}

function entryProblems(secrets: Entry[], variables: Entry[]): Problem[] {
  const names = new Set(secrets.map(({ name }) => name))
  const token = say`holds \`github_token\`, the token of this job, as \`toJSON(secrets)\` brings it: list the secrets of the deployment one by one`
  return [
    ...secrets
      .filter(({ name }) => name === 'github_token')
      .map(({ origin }) => ({ ...origin, message: token })),
    ...variables
      .filter(({ name }) => names.has(name))
      .map(({ name, origin }) => ({
        ...origin,
        message: say`the variable ${name} is also in \`secrets\`: remove it from \`secrets\` or from \`variables\``,
      })),
  ]
}

const secretWarnings = (secrets: Entry[], apiKey: string | undefined): Problem[] =>
  secrets.flatMap(({ name, value, origin }) => {
    const reason = whyNotMasked(value)
    const unmasked = reason && say`the value of ${name} ${words(reason)}, so it is not masked`
    const own =
      value === apiKey && say`the value of ${name} is the \`api_key\` of this step; the deployment gets it`
    return [unmasked, own].flatMap(message => (message ? [{ ...origin, message }] : []))
  })

/** The repository to look up; by default the workflow's own. Undefined if there is none to look up. */
function findRepository(
  input: string | undefined,
  { source, source_config }: Draft,
  env: NodeJS.ProcessEnv,
): RepositoryLookup | undefined {
  // The fields of an invalid `config` file may have any type.
  const repository = input ?? source_config?.repo_url ?? env['GITHUB_REPOSITORY']
  if (source !== 'repohost' || !repository) return undefined
  // The user name of a URL may be a credential, and the look-up does not need it.
  return { integration_id: source_config?.integration_id ?? '', repository: withoutUser(String(repository)) }
}

/** Warns about inputs that have an effect only with the source `repohost`. */
const repositoryWarnings = (inputs: Inputs, { source }: Draft): Problem[] =>
  ['repository', 'commit']
    .filter(input => source !== 'repohost' && inputs.text(input) !== undefined)
    .map(input => ({
      input,
      message: say`is for source repohost only; it has no effect with ${String(source)}`,
    }))
