import type { Draft } from '../deployment/draft.ts'
import { merged, type Path, setAt, valueAt } from '../lib/json.ts'
import { type Kind, SOURCE_CONFIG, SOURCE_REVISION_CONFIG } from '../service/fields.ts'
import { SOURCES } from '../service/responses.ts'
import type { Config } from './config.ts'
import type { Inputs } from './inputs.ts'
import { oneOf, parseBoolean } from './parse.ts'
import type { Problem } from './problem.ts'

/** Finds the input or the place in the `config` file that sets a field of the request, or that should set it. */
export type Locate = (path: Path) => Pick<Problem, 'input' | 'place'>

/** Reads the input that sets a field. */
type Read = (inputs: Inputs, name: string) => unknown

/** A field of the create request. Its input has the last name of the path. */
type Field = readonly [path: string[], read: Read]

const READERS: Record<Kind, Read> = {
  text: (inputs, name) => inputs.text(name),
  boolean: (inputs, name) => inputs.read(name, parseBoolean),
}

/** The fields of an object of the request. Only `repo_url` is looked up. */
const fieldsOf = (object: string, table: Record<string, Kind>): Field[] =>
  Object.entries(table)
    .filter(([name]) => name !== 'repo_url')
    .map(([name, kind]) => [[object, name], READERS[kind]])

const FIELDS: Field[] = [
  [['name'], READERS.text],
  [['source'], inputs => inputs.read('source', oneOf(SOURCES))],
  ...fieldsOf('source_config', SOURCE_CONFIG),
  [['source_config', 'listener_config', 'k8s_namespace'], READERS.text],
  [['source_config', 'resource_spec'], inputs => inputs.document('resource_spec')],
  ...fieldsOf('source_revision_config', SOURCE_REVISION_CONFIG),
  [['secret_references'], inputs => inputs.document('secret_references')],
]

/** The request's fields; they are valid if there are no problems. */
export interface Fields {
  draft: Draft
  locate: Locate
}

/** Reads every input that fills a field of the request. Inputs win over the `config` file, field by field. */
export async function readFields(inputs: Inputs, config: Config | undefined): Promise<Fields> {
  const request: Record<string, unknown> = structuredClone({
    source_config: {},
    source_revision_config: {},
    ...config?.fields,
  })
  for (const [path, read] of FIELDS) {
    const value = await read(inputs, path.at(-1) ?? '')
    if (value !== undefined) setAt(request, path, value)
  }
  const extra = await inputs.document('extra_fields')
  const placed = (path: Path) => {
    const place = config?.placeOf(path)
    return place && { place }
  }
  return {
    draft: {
      ...(request as Pick<Draft, 'source_config' | 'source_revision_config'>),
      extra_fields: merged(config?.extra_fields ?? {}, extra ?? {}),
      secrets: [],
    },
    locate(path) {
      const input = inputFor(path)
      if (input !== undefined && inputs.text(input) !== undefined) return { input }
      const isExtra = valueAt(extra, path) !== undefined
      return (
        placed(path) ??
        (isExtra ? { input: 'extra_fields' } : placed(['extra_fields', ...path])) ??
        (input === undefined ? {} : { input })
      )
    },
  }
}

/** The input that sets the field at a path, or a part of it. */
function inputFor(path: Path): string | undefined {
  if (path[0] === 'secrets') return 'secrets'
  if (path.at(-1) === 'repo_url') return 'repository'
  return FIELDS.find(([own]) => own.every((step, index) => step === path[index]))?.[0].at(-1)
}
