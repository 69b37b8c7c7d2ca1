import type { Draft } from '../deployment/order.ts'
import { merged, type Path, setAt, valueAt } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { whyNotMasked } from '../secrets/redact.ts'
import {
  SOURCE_CONFIG,
  SOURCE_REVISION_CONFIG,
  SOURCES,
} from '../service/fields.ts'
import type { Config } from './config.ts'
import type { Inputs, Parsers } from './inputs.ts'
import { oneOf, parseBoolean } from './parse.ts'
import { EMPTY_STRING, type Locate } from './problem.ts'
import { checkDraft } from './rules.ts'
import type { Entry } from './secrets.ts'

/** What a step without a file has. */
const NO_CONFIG: Config = {
  isWhole: true,
  fields: {},
  entries: [],
  originOf: () => undefined,
}

/** The draft of a request, and where its fields come from. */
interface LocatedDraft {
  draft: Draft
  locate: Locate
}

/** How the input of a field is read. Documents, the repository and the entries of `secrets` are read elsewhere. */
const PARSERS = {
  string: String,
  boolean: parseBoolean,
  source: oneOf(SOURCES),
  elsewhere: () => undefined,
} satisfies Parsers

/** A field of the create request with its input. */
interface Field {
  path: string[]
  input: string
  kind: keyof typeof PARSERS
}

/** The fields of an object of the request. The input of each has its name, but for the repository. */
const fieldsAt = (
  parent: string[],
  kinds: Record<string, Field['kind']>,
): Field[] =>
  Object.entries(kinds).map(([name, kind]) => ({
    path: [...parent, name],
    input: name === 'repo_url' ? 'repository' : name,
    kind,
  }))

const FIELDS = [
  ...fieldsAt([], {
    name: 'string',
    source: 'source',
    secret_references: 'elsewhere',
  }),
  ...fieldsAt(['source_config'], {
    ...SOURCE_CONFIG,
    repo_url: 'elsewhere',
    resource_spec: 'elsewhere',
  }),
  ...fieldsAt(['source_config', 'listener_config'], {
    k8s_namespace: 'string',
  }),
  ...fieldsAt(['source_revision_config'], SOURCE_REVISION_CONFIG),
]

/** The input of a field, or of the list or document that holds it. */
function inputFor(path: Path): string | undefined {
  if (path[0] === 'secrets') return 'secrets'
  const field = FIELDS.find(
    ({ path: own, kind }) =>
      own.every((step, index) => step === path[index]) &&
      (own.length === path.length || kind === 'elsewhere'),
  )
  return field?.input
}

/** The variables with what a reusable workflow sets for all its deployments, each by its field's name. */
const DEFAULT = 'CREATE_DEPLOYMENT_DEFAULT_'

/** Fields that only a repository has. */
const OF_REPOSITORY = ['integration_id', 'repo_ref']

/**
 * Reads every input that fills a field of the request, except for `secrets` and `variables`, whose entries are given, and
 * the `config` file. Inputs win over the file.
 */
export async function readDraft(
  inputs: Inputs,
  secrets: Entry[],
  variables: Entry[],
): Promise<LocatedDraft> {
  const config = await readConfigOf(inputs, secrets)
  const entries = merge([...config.entries, ...secrets, ...variables])
  const { extra_fields: ofFile = {}, ...fields } = config.fields
  const request = await readFields(inputs, fields)
  const ofInput = (await inputs.document('extra_fields')) ?? {}
  const extra_fields = merged(Object(ofFile), ofInput)
  inputs.maskUrls({ ...request, extra_fields })

  const locate: Locate = path => {
    const [root, index] = path
    const entry = root === 'secrets' && entries[Number(index)]
    const input = inputFor(path)
    if (entry) return entry.origin
    if (input && inputs.text(input)) return { input }
    if (valueAt(ofInput, path) !== undefined) return { input: 'extra_fields' }
    return config.originOf(path) ?? { input }
  }
  const whole = { ...request, secrets: entries, extra_fields }
  // Where it is none, there are problems.
  const draft = whole as unknown as Draft
  checkDraft(draft, locate, { ...inputs, isWhole: config.isWhole })
  checkEntries(entries, inputs)
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
  for (const { path, input, kind } of FIELDS) {
    const parse: Parsers[string] = PARSERS[kind]
    const asked = documents[input] ?? inputs.value(input, parse)
    const isApt =
      request['source'] === 'repohost' || !OF_REPOSITORY.includes(input)
    const fallback = inputs.env[DEFAULT + input.toUpperCase()]?.trim()
    if (asked !== undefined) setAt(request, path, asked)
    else if (fallback && isApt && valueAt(request, path) === undefined)
      setAt(request, path, fallback)
  }
  return request
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
