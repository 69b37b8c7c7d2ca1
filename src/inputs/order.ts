import type { Order } from '../deployment/deploy.ts'
import { type Draft, draftProblems, draftWarnings, isComplete, type Remark } from '../deployment/draft.ts'
import type { RepositoryLookup } from '../deployment/repository.ts'
import { runCommit } from '../github/event.ts'
import type { GitHubTarget } from '../github/host-report.ts'
import type { Job, Place } from '../github/job.ts'
import { whyNotMasked } from '../github/redact.ts'
import type { Result } from '../lib/result.ts'
import { withoutUser } from '../lib/url-credentials.ts'
import type { Config } from './config.ts'
import { type Connection, readConnection } from './connection.ts'
import { maskUrls } from './credentials.ts'
import { type Fields, readFields } from './fields.ts'
import { type Inputs, readGitHub, readGoal, readInputs } from './inputs.ts'
import type { Problem } from './parse.ts'
import { imageWarnings, oneOf, parseBoolean } from './parse.ts'
import type { LineRemark, ParsedSecrets, Secret } from './secret.ts'
import { parseSecrets } from './secrets.ts'

/** The checked inputs of the create action. */
export interface CreateInputs {
  connection: Connection
  order: Order
  /** The GitHub Deployment and the comment to write; undefined if the workflow requests neither. */
  github: GitHubTarget | undefined
  warnings: Problem[]
  locate: Fields['locate']
}

/** The problems with the inputs, and the values that are known in spite of them. */
export interface InvalidInputs {
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
  // Mask secrets and credentials first, so that no later message can show them.
  const given = await readSecrets(inputs, job, env)
  const github = readGitHub(inputs, job)
  const connection = await readConnection(inputs, job, env)
  const { order, locate, ...known } = await readOrder(inputs, given, job, env)
  const { problems, warnings } = inputs
  if (problems.length > 0 || !connection || !order)
    return { ok: false, error: { problems, github, ...known } }
  return { ok: true, value: { connection, order, github, warnings, locate } }
}

/**
 * Reads the deployment request from the inputs and the `config` file.
 *
 * @returns no order if a required part is missing; `inputs.problems` names it
 */
async function readOrder(
  inputs: Inputs,
  given: ParsedSecrets,
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<{
  order: Order | undefined
  locate: Fields['locate']
  name: string | undefined
  dry_run: boolean
}> {
  const { problems, warnings } = inputs
  const config = await readConfigInput(inputs, given.names, job, env)
  for (const secret of config.read?.secrets ?? []) job.maskSecret(secret)
  const { draft, isReported, ...fields } = await readFields(inputs, config.read)
  maskUrls([draft, inputs.text('repository'), inputs.text('health_url')], job)
  const secrets = [...(config.read?.secrets ?? []), ...given.secrets]
  draft.secrets = secrets.map(({ name, value }) => ({ name, value }))
  const locate: Fields['locate'] = path =>
    path[0] === 'secrets' ? originOf(secrets[Number(path[1])]) : fields.locate(path)
  const toProblem = ({ path, message }: Remark): Problem => ({ message, ...locate(path.split('.')) })
  const repository = readRepository(inputs, draft, env)
  const { commit, ...goal } = {
    if_exists: inputs.readOr('if_exists', oneOf(['match', 'fail', 'reuse']), 'match'),
    ...readGoal(inputs, { wait_for: 'none' }),
    dry_run: inputs.readOr('dry_run', parseBoolean, 'false'),
  }
  // An unreadable file may contain the field.
  const isNews = (remark: Remark) => !(remark.missing && (config.unreadable || isReported(remark)))
  problems.push(...draftProblems(draft).filter(isNews).map(toProblem))
  const known = { locate, name: draft.name, dry_run: goal.dry_run }
  if (!isComplete(draft)) return { order: undefined, ...known }
  warnings.push(
    ...[...draftWarnings(draft), ...imageWarnings(draft)].map(toProblem),
    ...repositoryWarnings(inputs, draft),
    ...(await extraFieldsWarning(inputs, draft, config.read)),
    ...unmaskedSecretWarnings(secrets),
  )
  const run = { repository: env['GITHUB_REPOSITORY'], sha: runCommit(env).sha }
  const order = { ...goal, ...(repository && { commit }), repository, draft, run }
  return { order, ...known }
}

/** Reads the `config` file. Its modules are loaded only if the input is set. */
async function readConfigInput(
  inputs: Inputs,
  given: ReadonlySet<string>,
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<{ read: Config | undefined; unreadable: boolean }> {
  const path = inputs.text('config')
  if (path === undefined) return { read: undefined, unreadable: false }
  const { readConfig } = await import('./config.ts')
  const { readPool } = await import('./pool.ts')
  const pool = await readPool(job, env)
  for (const { line, message } of pool.problems)
    inputs.problems.push({ input: 'secrets', message: `line ${line}: ${message}` })
  const { GITHUB_WORKSPACE } = env
  const config = await readConfig(path, { ...pool.env, GITHUB_WORKSPACE }, given)
  inputs.problems.push(...(config.ok ? config.value.problems : config.error))
  return config.ok ? { read: config.value, unreadable: false } : { read: undefined, unreadable: true }
}

/** Reads the input `secrets`, and masks its values. */
async function readSecrets(inputs: Inputs, job: Job, env: NodeJS.ProcessEnv): Promise<ParsedSecrets> {
  const parsed = await parseSecrets(job.input('secrets'), env)
  for (const secret of parsed.secrets) job.maskSecret(secret)
  const toProblem = ({ line, to, message }: LineRemark): Problem => ({
    input: 'secrets',
    message: `${to === undefined ? `line ${line}` : `lines ${line} to ${to}`}: ${message}`,
  })
  inputs.problems.push(...parsed.problems.map(toProblem))
  inputs.warnings.push(...parsed.warnings.map(toProblem))
  return parsed
}

/** A secret of the request, with its place if it comes from the `config` file. */
type SourcedSecret = Secret & { place?: Place }

const originOf = (secret: SourcedSecret | undefined) =>
  secret?.place ? { place: secret.place } : { input: 'secrets' }

/** The repository to look up. The default is the workflow's own repository. */
function readRepository(inputs: Inputs, draft: Draft, env: NodeJS.ProcessEnv): RepositoryLookup | undefined {
  if (draft.source !== 'repohost') return undefined
  const repository = inputs.text('repository') ?? draft.source_config.repo_url ?? env['GITHUB_REPOSITORY']
  if (!repository) {
    inputs.problems.push({ input: 'repository', message: 'is required where GITHUB_REPOSITORY is not set' })
  }
  const { integration_id } = draft.source_config
  if (!repository || integration_id == null) return undefined
  // The user name of a URL may be a credential, and the look-up does not need it.
  return { integration_id, repository: withoutUser(repository) }
}

/** Warns about inputs that have an effect only with the source `repohost`. */
function repositoryWarnings(inputs: Inputs, { source }: Draft): Problem[] {
  if (source === 'repohost') return []
  return ['repository', 'commit']
    .filter(input => inputs.text(input) !== undefined)
    .map(input => ({ input, message: `is for source repohost only; it has no effect with ${source}` }))
}

/** Extra fields are sent unchecked, so a warning lists their paths. */
async function extraFieldsWarning(
  inputs: Inputs,
  { extra_fields = {} }: Draft,
  config: Config | undefined,
): Promise<Problem[]> {
  if (Object.keys(extra_fields).length === 0) return []
  const { extraFieldPaths } = await import('./shape.ts')
  const paths = extraFieldPaths(extra_fields).join(', ')
  const message = `sends fields that this version of the action does not know, as they are: ${paths}`
  if (inputs.text('extra_fields') === undefined && config) {
    return [{ message: `extra_fields ${message}`, place: config.locate(['extra_fields']) }]
  }
  return [{ input: 'extra_fields', message }]
}

function unmaskedSecretWarnings(secrets: SourcedSecret[]): Problem[] {
  return secrets.flatMap(secret => {
    const reason = whyNotMasked(secret.value)
    if (reason === undefined) return []
    return [{ ...originOf(secret), message: `the value of ${secret.name} ${reason}, so it is not masked` }]
  })
}
