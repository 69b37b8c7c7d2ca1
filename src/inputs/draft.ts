import type { Draft } from '../deployment/order.ts'
import { merged, type Path, setAt, valueAt } from '../lib/json.ts'
import {
  type Kind,
  SOURCE_CONFIG,
  SOURCE_REVISION_CONFIG,
  SOURCES,
} from '../service/fields.ts'
import type { Inputs, Parsers } from './inputs.ts'
import { oneOf, parseBoolean } from './parse.ts'
import type { Origin } from './problem.ts'
import type { Entry } from './secrets.ts'

/** The content of the `config` file. */
export interface Config {
  /** Whether all of it is known. If not, only its `name` is, if anything is. */
  isWhole: boolean
  /** Fields of the request. Those of an invalid file may have any type. */
  fields: Record<string, unknown>
  /** The secrets that the file names, and its variables. */
  entries: Entry[]
  extra_fields: Record<string, unknown>
  /** The place of a field, or of an extra field; undefined if the file does not contain it. */
  originOf(path: Path): Origin | undefined
}

/** What a step without a file has. */
export const NO_CONFIG: Config = {
  isWhole: true,
  fields: {},
  entries: [],
  extra_fields: {},
  originOf: () => undefined,
}

/** Finds the input or the place in the `config` file that sets a field of the request, or that should set it. */
export type Locate = (path: Path) => Origin

/** The draft of a request, and where its fields come from. */
export interface LocatedDraft {
  draft: Draft
  locate: Locate
}

/** How the inputs of fields are read, by kind. Documents, the repository and the entries of `secrets` are read elsewhere. */
const PARSERS = {
  text: String,
  boolean: parseBoolean,
  source: oneOf(SOURCES),
  elsewhere: () => undefined,
} satisfies Record<Kind, unknown> & Parsers

/** A field of the create request with its input. */
interface Field {
  path: string[]
  input: string
  kind: keyof typeof PARSERS
}

/** The fields of an object of the request. The input of each has its name, but for the repository. */
const fieldsAt = (
  parent: string[],
  fields: Record<string, Field['kind']>,
): Field[] =>
  Object.entries(fields).map(([name, kind]) => ({
    path: [...parent, name],
    input: name === 'repo_url' ? 'repository' : name,
    kind,
  }))

const FIELDS: Field[] = [
  ...fieldsAt([], {
    name: 'text',
    source: 'source',
    secret_references: 'elsewhere',
  }),
  ...fieldsAt(['source_config'], {
    ...SOURCE_CONFIG,
    repo_url: 'elsewhere',
    resource_spec: 'elsewhere',
  }),
  ...fieldsAt(['source_config', 'listener_config'], { k8s_namespace: 'text' }),
  ...fieldsAt(['source_revision_config'], SOURCE_REVISION_CONFIG),
]

/** The input of a field, or of the list or document that holds it. */
function inputFor(path: Path): string | undefined {
  const isIn = ({ path: own, kind }: Field) =>
    own.every((step, index) => step === path[index]) &&
    (own.length === path.length || kind === 'elsewhere')
  return path[0] === 'secrets' ? 'secrets' : FIELDS.find(isIn)?.input
}

/** What a reusable workflow sets for all its deployments where neither an input nor the `config` file says something. */
const DEFAULT = 'CREATE_DEPLOYMENT_DEFAULT_'

/** Fields for which it sets that only for a repository. */
const OF_REPOSITORY = ['integration_id', 'repo_ref']

/**
 * Reads every input that fills a field of the request, except for `secrets`, whose entries are given. Inputs win over the
 * `config` file, field by field, and both over the defaults of a reusable workflow.
 */
export async function readDraft(
  inputs: Inputs,
  config: Config,
  secrets: Entry[],
): Promise<LocatedDraft> {
  const documents: Record<string, unknown> = {
    secret_references: await inputs.document('secret_references'),
    resource_spec: await inputs.document('resource_spec'),
  }
  const request: Record<string, unknown> = {
    source_config: {},
    source_revision_config: {},
    ...config.fields,
  }
  for (const { path, input, kind } of FIELDS) {
    const parse: Parsers[string] = PARSERS[kind]
    const asked = documents[input] ?? inputs.value(input, parse)
    const known = asked ?? valueAt(request, path)
    const isApt =
      request['source'] === 'repohost' || !OF_REPOSITORY.includes(input)
    const fallback = inputs.env[DEFAULT + input.toUpperCase()]?.trim()
    const value = known === undefined && isApt ? fallback || undefined : asked
    if (value !== undefined) setAt(request, path, value)
  }
  const ofInput = (await inputs.document('extra_fields')) ?? {}

  function locate(path: Path): Origin {
    const [root, index] = path
    const entry = root === 'secrets' && secrets[Number(index)]
    if (entry) return entry.origin
    const input = inputFor(path)
    const own = input === undefined ? {} : { input }
    if (input && inputs.text(input)) return own
    if (valueAt(ofInput, path) !== undefined) return { input: 'extra_fields' }
    return config.originOf(path) ?? own
  }
  const extra_fields = merged(config.extra_fields, ofInput)
  const draft = { ...request, secrets, extra_fields } as unknown as Draft
  return { draft, locate }
}
