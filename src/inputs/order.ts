import type { Order } from '../deployment/deploy.ts'
import { type Draft, draftProblems, draftWarnings, isComplete, type Remark } from '../deployment/draft.ts'
import type { RepositoryLookup } from '../deployment/repository.ts'
import type { GitHubTarget } from '../github/deployment-record.ts'
import type { Job, Place } from '../github/job.ts'
import { whyNotMasked } from '../github/vocabulary.ts'
import type { Result } from '../lib/result.ts'
import type { Config } from './config.ts'
import { type Connection, readConnection } from './connection.ts'
import { type Fields, readFields } from './fields.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { oneOf, parseBoolean, parseDuration } from './parse.ts'
import type { Problem } from './problem.ts'
import { parseSecrets, type Secret } from './secrets.ts'

/** Everything that the create action was told, checked. */
export interface CreateInputs {
  connection: Connection
  order: Order
  /** Where the run is recorded on GitHub; undefined where the workflow does not ask for it. */
  github: GitHubTarget | undefined
  warnings: Problem[]
  locate: Fields['locate']
}

const DEFAULT_WAIT_TIMEOUT = 15 * 60_000

/**
 * Reads all inputs of the create action and the `config` file, masks what is secret, and puts the request
 * together: inputs win over the file, field by field. Nothing is printed but masks, and nothing is sent.
 */
export async function readCreateInputs(
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<Result<CreateInputs, Problem[]>> {
  const inputs = readInputs(job)
  const { problems } = inputs
  const secretsGiven = await readSecrets(inputs, job, env)
  const github = readGitHub(inputs, job)
  const connection = await readConnection(inputs, job, env)

  const path = inputs.text('config')
  const read = path === undefined ? undefined : await readConfigFile(path, env)
  const config = read?.ok ? read.value : undefined
  problems.push(...(read && !read.ok ? read.error : (config?.problems ?? [])))
  for (const { value } of config?.secrets ?? []) job.mask(value)

  const { draft, isReported, ...fields } = await readFields(inputs, config)
  const secrets = mergeSecrets(config, secretsGiven)
  draft.secrets = secrets.map(({ name, value }) => ({ name, value }))
  const locate: Fields['locate'] = path =>
    path[0] === 'secrets' ? originOf(secrets[Number(path[1])]) : fields.locate(path)
  const toProblem = ({ path, message }: Remark): Problem => ({ message, ...locate(path.split('.')) })
  const order = {
    repository: readRepository(inputs, draft, env),
    if_exists: inputs.read('if_exists', oneOf(['match', 'fail', 'reuse'])) ?? 'match',
    wait_for: inputs.read('wait_for', oneOf(['none', 'ready', 'active'])) ?? 'none',
    wait_timeout: inputs.read('wait_timeout', parseDuration) ?? DEFAULT_WAIT_TIMEOUT,
    dry_run: inputs.read('dry_run', parseBoolean) ?? false,
  }
  // What a file that cannot be read may have given is not missing.
  const unreadable = path !== undefined && !config
  const news = (remark: Remark) => !(remark.missing && (unreadable || isReported(remark)))
  problems.push(...draftProblems(draft).filter(news).map(toProblem))
  if (problems.length > 0 || !isComplete(draft)) return { ok: false, error: problems }
  const warnings = [
    ...gitHubWarning(inputs),
    ...draftWarnings(draft).map(toProblem),
    ...repositoryWarning(inputs, draft),
    ...unmaskedSecretWarnings(secrets),
  ]
  return { ok: true, value: { connection, order: { ...order, draft }, github, warnings, locate } }
}

/** Reads the `config` file; what only a file needs is loaded only then. */
async function readConfigFile(path: string, env: NodeJS.ProcessEnv) {
  const { readConfig } = await import('./config.ts')
  return readConfig(path, env)
}

async function readSecrets(inputs: Inputs, job: Job, env: NodeJS.ProcessEnv): Promise<Secret[]> {
  const { secrets, problems } = await parseSecrets(job.input('secrets'), env)
  for (const { value } of secrets) job.mask(value)
  for (const { line, message } of problems)
    inputs.problems.push({ input: 'secrets', message: `line ${line}: ${message}` })
  return secrets
}

/** A secret of the request, with its place where it comes from the `config` file. */
type SourcedSecret = Secret & { place?: Place }

/** A name that both give takes its value from the input. */
function mergeSecrets(config: Config | undefined, given: Secret[]): SourcedSecret[] {
  const names = new Set(given.map(({ name }) => name))
  return [...(config?.secrets ?? []).filter(({ name }) => !names.has(name)), ...given]
}

const originOf = (secret: SourcedSecret | undefined) =>
  secret?.place ? { place: secret.place } : { input: 'secrets' }

/** The repository to look up; without an input or a `repo_url`, it is the workflow's own. */
function readRepository(inputs: Inputs, draft: Draft, env: NodeJS.ProcessEnv): RepositoryLookup | undefined {
  if (draft.source !== 'repohost') return undefined
  const repository = inputs.text('repository') ?? draft.source_config.repo_url ?? env['GITHUB_REPOSITORY']
  if (!repository) {
    inputs.problems.push({ input: 'repository', message: 'is required where GITHUB_REPOSITORY is not set' })
  }
  // Who clones is of no matter to the look-up, and may be a credential.
  const withoutUser = (repository ?? '').replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
  return { integration_id: draft.source_config.integration_id ?? '', repository: withoutUser }
}

/** Both inputs together ask for a record on GitHub. */
function readGitHub(inputs: Inputs, job: Job): GitHubTarget | undefined {
  const [token, environment] = [inputs.text('github_token'), inputs.text('environment')]
  if (token !== undefined) job.mask(token)
  return token === undefined || environment === undefined ? undefined : { token, environment }
}

function gitHubWarning(inputs: Inputs): Problem[] {
  const isGiven = (name: string) => inputs.text(name) !== undefined
  const [given, missing] = isGiven('environment')
    ? ['environment', 'github_token']
    : ['github_token', 'environment']
  if (!isGiven(given) || isGiven(missing)) return []
  return [{ input: given, message: `has no effect without \`${missing}\`: no GitHub Deployment is recorded` }]
}

function repositoryWarning(inputs: Inputs, { source }: Draft): Problem[] {
  if (source === 'repohost' || inputs.text('repository') === undefined) return []
  return [
    {
      input: 'repository',
      message: `is looked up for source repohost only; it has no effect with ${source}`,
    },
  ]
}

function unmaskedSecretWarnings(secrets: SourcedSecret[]): Problem[] {
  return secrets.flatMap(secret => {
    const reason = whyNotMasked(secret.value)
    if (reason === undefined) return []
    return [{ ...originOf(secret), message: `the value of ${secret.name} ${reason}, so it is not masked` }]
  })
}
