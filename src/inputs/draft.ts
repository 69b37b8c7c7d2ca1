import type { Draft } from '../deployment/order.ts'
import { formatPath, merged, type Path, setAt, valueAt } from '../lib/json.ts'
import { say } from '../lib/sentence.ts'
import {
  type Kind,
  SOURCE_CONFIG,
  SOURCE_REVISION_CONFIG,
  SOURCES,
} from '../service/fields.ts'
import type { Inputs } from './inputs.ts'
import { oneOf, parseBoolean } from './parse.ts'
import type { Origin } from './problem.ts'
import type { Entry } from './secrets.ts'

/** The content of the `config` file. */
export interface Config {
  /** Whether all of it is known. If not, only its `name` is, if anything is. */
  isWhole: boolean
  /** Fields of the request. Those of an invalid file may have any type. */
  fields: Record<string, unknown>
  /** Those that the file names. */
  secrets: Entry[]
  variables: Entry[]
  extra_fields: Record<string, unknown>
  /** The place of a field, or of an extra field; undefined if the file does not contain it. */
  originOf(path: Path): Origin | undefined
}

/** What a step without a file has. */
export const NO_CONFIG: Config = {
  isWhole: true,
  fields: {},
  secrets: [],
  variables: [],
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

/** A field of the create request, and how its input is read. */
interface Field {
  path: string[]
  input: string
  read: Reader
  /** Whether the input holds all that is below the path. */
  isWhole?: boolean
}

type Reader = (inputs: Inputs, input: string) => unknown

const readText: Reader = (inputs, input) => inputs.text(input)

const READERS: Record<Kind, Reader> = {
  text: readText,
  boolean: (inputs, input) => inputs.read(input, parseBoolean),
}

/** The repository and the secrets are parts of the order, which reads them. */
const readElsewhere: Reader = () => undefined

/** The fields of an object of the request, each with an input of its name. */
const fieldsOf = (object: string, table: Record<string, Kind>): Field[] =>
  Object.entries(table).map(([name, kind]) => ({
    path: [object, name],
    input: name,
    read: READERS[kind],
  }))

/** The repository of the file is looked up, like the input of another name. */
const { repo_url: _, ...OF_SOURCE } = SOURCE_CONFIG

const FIELDS: Field[] = [
  { path: ['name'], input: 'name', read: readText },
  {
    path: ['source'],
    input: 'source',
    read: inputs => inputs.read('source', oneOf(SOURCES)),
  },
  ...fieldsOf('source_config', OF_SOURCE),
  {
    path: ['source_config', 'repo_url'],
    input: 'repository',
    read: readElsewhere,
  },
  {
    path: ['source_config', 'listener_config', 'k8s_namespace'],
    input: 'k8s_namespace',
    read: readText,
  },
  {
    path: ['source_config', 'resource_spec'],
    input: 'resource_spec',
    read: inputs => inputs.document('resource_spec'),
    isWhole: true,
  },
  ...fieldsOf('source_revision_config', SOURCE_REVISION_CONFIG),
  {
    path: ['secret_references'],
    input: 'secret_references',
    read: inputs => inputs.document('secret_references'),
    isWhole: true,
  },
  { path: ['secrets'], input: 'secrets', read: readElsewhere, isWhole: true },
]

function inputFor(path: Path): string | undefined {
  const isOf = ({ path: own, isWhole }: Field) =>
    (isWhole || own.length === path.length) &&
    own.every((step, index) => step === path[index])
  return FIELDS.find(isOf)?.input
}

/** Reads every input that fills a field of the request. Inputs win over the `config` file, field by field. */
export async function readDraft(
  inputs: Inputs,
  config: Config,
): Promise<LocatedDraft> {
  const groups = { source_config: {}, source_revision_config: {} }
  const request: Record<string, unknown> = structuredClone({
    ...groups,
    ...config.fields,
  })
  for (const { path, input, read } of FIELDS) {
    const value = await read(inputs, input)
    if (value !== undefined) setAt(request, path, value)
  }
  setDefaults(request, inputs)
  const ofInput = (await inputs.document('extra_fields')) ?? {}
  const extra_fields = merged(config.extra_fields, ofInput)

  function locate(path: Path): Origin {
    const input = inputFor(path)
    const own = input === undefined ? {} : { input }
    if (input && inputs.text(input) !== undefined) return own
    if (valueAt(ofInput, path) !== undefined) return { input: 'extra_fields' }
    return config.originOf(path) ?? own
  }

  await warnOfExtra(extra_fields, inputs, locate)
  return { draft: { ...(request as unknown as Draft), extra_fields }, locate }
}

/** What a reusable workflow sets for all its deployments, each by its field's name. */
const DEFAULT = 'CREATE_DEPLOYMENT_DEFAULT_'

/** Fields that only a repository has. */
const OF_REPOSITORY = ['integration_id', 'repo_ref']

/** Sets what neither an input nor the `config` file says to the defaults of a reusable workflow. */
function setDefaults(request: Record<string, unknown>, { env }: Inputs): void {
  for (const { path } of FIELDS) {
    const name = path.at(-1) ?? ''
    const value = env[DEFAULT + name.toUpperCase()]?.trim()
    const isApt =
      !OF_REPOSITORY.includes(name) || request['source'] === 'repohost'
    if (value && isApt && valueAt(request, path) === undefined)
      setAt(request, path, value)
  }
}

async function warnOfExtra(
  extra_fields: Record<string, unknown>,
  { warnings }: Inputs,
  locate: Locate,
): Promise<void> {
  if (Object.keys(extra_fields).length === 0) return
  const { fieldsIn } = await import('./shapes.ts')
  const paths = fieldsIn(extra_fields).map(({ path }) => path)
  const message = say`sends these fields unchecked, because this version of the action does not know them: ${paths.map(formatPath).join(', ')}`
  warnings.push({ ...locate(paths[0] ?? []), message })
}
