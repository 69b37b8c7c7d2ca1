import type { Draft, Goal, Order } from '../deployment/order.ts'
import type { GitHubTarget } from '../github/github-report.ts'
import { merged, type Path, setAt, valueAt } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { whyNotMasked } from '../secrets/redact.ts'
import { withoutUsers } from '../secrets/urls.ts'
import {
  type Kind,
  SOURCE_CONFIG,
  SOURCE_REVISION_CONFIG,
  SOURCES,
} from '../service/fields.ts'
import type { Config } from './config.ts'
import { type Read, readConnection } from './connection.ts'
import { type Inputs, openInputs, type Parser, type Step } from './inputs.ts'
import {
  oneOf,
  parseBoolean,
  parseCommit,
  parseDetailsUrl,
  parseDuration,
  parseHealthUrl,
} from './parse.ts'
import { EMPTY_STRING, type Locate } from './problem.ts'
import { checkDraft } from './rules.ts'
import { byName, type Entry, readEntries } from './secrets.ts'

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
export async function readCreateInputs(step: Step): Promise<CreateInputs> {
  const inputs = openInputs(step)
  // First, so that no later message can show them.
  const secrets = await readEntries('secrets', inputs)
  const github = readGitHub(inputs)
  const connection = await readConnection(inputs)
  const { commit, details_url, ...goal } = readCreateGoal(inputs)

  const { draft, locate } = await readDraft(inputs, secrets)
  const repository = readRepository(inputs, draft)
  const order = { ...goal, commit: repository && commit, repository, draft }
  const findings = inputs.finish()
  return { github, connection, details_url, locate, order, ...findings }
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
  if (goal.health_contains && !inputs.text('health_url'))
    inputs.refuse(
      'health_contains',
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
  const isWaiting = goal.wait_for !== 'none' || inputs.text('health_url')
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
    refuse('repository', say`is required where GITHUB_REPOSITORY is not set`)
  return {
    integration_id: String(integration_id),
    // The user name of a URL may be a credential, and the look-up does not need it.
    repository: withoutUsers(String(repository), 'url'),
    own_host: asked === undefined ? env['GITHUB_SERVER_URL'] : undefined,
  }
}

/** What a step without a file has, or with one that cannot be read, of which nothing is known. */
const withoutFile = (isWhole: boolean): Config => ({
  isWhole,
  fields: {},
  secrets: [],
  variables: [],
  originOf: () => undefined,
})

/** The draft of a request, and where its fields come from. */
interface LocatedDraft {
  draft: Draft
  locate: Locate
}

/** A field of the create request, and the input that sets it. */
interface Field {
  path: string[]
  input: string
  /** Reads an input of one value. Documents, the repository and the entries of `secrets` are read on their own. */
  parse: Parser | undefined
}

/** A field whose input has its name. */
const field = (path: string[], parse?: Parser): Field => ({
  path,
  input: String(path.at(-1)),
  parse,
})

const PARSERS = { string: String, boolean: parseBoolean }

const fieldsAt = (parent: string, kinds: Record<string, Kind>): Field[] =>
  Object.entries(kinds).map(([name, kind]) =>
    field([parent, name], PARSERS[kind]),
  )

/** All but the repository, whose input has another name. */
const { repo_url: _, ...OWN_CONFIG } = SOURCE_CONFIG

/** Every field that an input sets. `source` stands before those that depend on it. */
const FIELDS = [
  field(['secrets']),
  field(['secret_references']),
  field(['name'], String),
  field(['source'], oneOf(SOURCES)),
  ...fieldsAt('source_config', OWN_CONFIG),
  field(['source_config', 'resource_spec']),
  field(['source_config', 'listener_config', 'k8s_namespace'], String),
  ...fieldsAt('source_revision_config', SOURCE_REVISION_CONFIG),
  { ...field(['source_config', 'repo_url']), input: 'repository' },
]

/** The input that sets a field, or the whole that the field is a part of. */
const inputFor = (path: Path): string | undefined =>
  FIELDS.find(
    ({ path: own, parse }) =>
      own.every((step, index) => step === path[index]) &&
      (!parse || own.length === path.length),
  )?.input

/** The variables with what a reusable workflow sets for all its deployments, each by its field's name. */
const DEFAULT = 'CREATE_DEPLOYMENT_DEFAULT_'

/** Fields that only a repository has. */
const OF_REPOSITORY = ['integration_id', 'repo_ref']

/**
 * Reads every input that fills a field of the request, except for `secrets`, whose entries are given, and the `config`
 * file. Inputs win over the file.
 */
async function readDraft(
  inputs: Inputs,
  given: Entry[],
): Promise<LocatedDraft> {
  const plain = await readEntries('variables', inputs)
  const config = await readConfigOf(inputs, given)
  const secrets = byName([...config.secrets, ...given])
  const variables = byName([...config.variables, ...plain])
  const entries = [...secrets.values(), ...variables.values()]
  const { extra_fields: ofFile, ...fields } = config.fields
  const request = await readFields(inputs, fields)
  const ofInput = await inputs.document('extra_fields')
  const extra_fields = merged(Object(ofFile), Object(ofInput))
  inputs.maskUrls({ ...request, extra_fields })

  const locate: Locate = path => {
    const [root, index] = path
    const entry = root === 'secrets' && entries[Number(index)]
    if (entry) return entry.origin
    const input = inputFor(path)
    if (input && inputs.text(input)) return { input }
    if (valueAt(ofInput, path) !== undefined) return { input: 'extra_fields' }
    return (
      config.originOf(path) ??
      config.originOf(['extra_fields', ...path]) ?? { input }
    )
  }
  // With problems, fields may be missing or have another type.
  const draft = {
    ...(request as Partial<Draft>),
    secrets: entries,
    extra_fields,
  } as Draft
  checkDraft(draft, locate, inputs, config.isWhole)
  checkEntries(secrets, variables, inputs)
  return { draft, locate }
}

/** The fields of the request. Inputs win over the file, field by field, and both over the defaults of a reusable workflow. */
async function readFields(
  inputs: Inputs,
  ofFile: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const documents: Record<string, unknown> = {
    secret_references: await inputs.document('secret_references'),
    resource_spec: await inputs.document('resource_spec'),
  }
  const request: Record<string, unknown> = {
    source_config: {},
    source_revision_config: {},
    ...ofFile,
  }
  for (const { path, input, parse } of FIELDS) {
    const asked = parse ? inputs.value(input, parse) : documents[input]
    const fallback = defaultOf(input, request['source'], inputs.env)
    if (asked !== undefined) setAt(request, path, asked)
    else if (parse && fallback && valueAt(request, path) === undefined)
      inputs.attempt(input, () => setAt(request, path, parse(fallback)))
  }
  return request
}

/** What a reusable workflow sets for all its deployments of a source. */
function defaultOf(
  input: string,
  source: unknown,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const isApt = source === 'repohost' || !OF_REPOSITORY.includes(input)
  return isApt ? env[DEFAULT + input.toUpperCase()]?.trim() : undefined
}

/** Reads the `config` file, if the step has one. */
async function readConfigOf(inputs: Inputs, secrets: Entry[]): Promise<Config> {
  const path = inputs.text('config')
  if (!path) {
    inputs.noEffect('version', '`config`')
    return withoutFile(true)
  }
  const { readConfig } = await import('./config.ts')
  return (await readConfig(path, secrets, inputs)) ?? withoutFile(false)
}

/** Checks the entries of the list `secrets`: the secrets, and the variables beside them, by name. */
function checkEntries(
  secrets: Map<string, Entry>,
  variables: Map<string, Entry>,
  inputs: Inputs,
): void {
  for (const secret of secrets.values()) {
    checkValue(secret, inputs)
    checkSecret(secret, inputs)
  }
  for (const variable of variables.values()) {
    const { name, origin } = variable
    checkValue(variable, inputs)
    if (secrets.has(name))
      inputs.refuse(
        origin,
        say`the variable ${name} is also in \`secrets\`: remove one`,
      )
  }
}

function checkValue({ value, origin }: Entry, { refuse }: Inputs): void {
  if (value === '') refuse(origin, EMPTY_VALUE)
}

const EMPTY_VALUE = words(
  `the value is empty: check where it comes from; ${EMPTY_STRING}`,
)

function checkSecret({ name, value, origin }: Entry, inputs: Inputs): void {
  const warn = (what: Sentence) =>
    inputs.warn(origin, say`the value of ${name} ${what}`)
  const reason = value && whyNotMasked(value)
  if (name === 'github_token')
    inputs.refuse(
      origin,
      say`holds \`github_token\`, the token of this job, which \`toJSON(secrets)\` includes: list the secrets of the deployment one by one`,
    )
  if (reason) warn(words(`${reason}, so it is not masked`))
  if (value === inputs.text('api_key'))
    warn(say`is the \`api_key\` of this step; the deployment gets it`)
}
