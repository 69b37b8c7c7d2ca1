import type { Draft, Remark } from '../deployment/draft.ts'
import { isObject } from '../lib/json.ts'
import { SOURCES } from '../service/enums.ts'
import type { Config } from './config.ts'
import type { Inputs } from './inputs.ts'
import { oneOf, parseBoolean, parseUuid } from './parse.ts'
import type { Problem } from './problem.ts'
import type { Path } from './yaml.ts'

/** A field of the create request, and the input that sets it. */
interface Field {
  input: string
  path: readonly string[]
  value: unknown
}

/** Where the request's fields come from: an input each, or else the `config` file. */
export interface Fields {
  draft: Draft
  /** The input, or the place of the `config` file, that sets a field or should have; nothing for other paths. */
  locate(path: Path): Pick<Problem, 'input' | 'place'>
  /** Whether a field is absent because what was given for it is wrong, which is said already. */
  isReported(remark: Remark): boolean
}

/** Inputs that are text as it is, by the object of the request that they belong to. */
const TEXTS = {
  source_revision_config: ['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path'],
  source_config: ['custom_url', 'install_command', 'build_command'],
} as const satisfies { [K in 'source_config' | 'source_revision_config']: readonly (keyof Draft[K])[] }

/** Reads every input that fills a field of the request, and puts them over the `config` file's, one by one. */
export async function readFields(inputs: Inputs, config: Config | undefined): Promise<Fields> {
  const all = await readFieldInputs(inputs)
  const fields = all.filter(({ value }) => value !== undefined)
  const names = new Set([...all.map(({ input }) => input), 'repository', 'secrets'])
  const draft: Draft = structuredClone({
    source_config: {},
    source_revision_config: {},
    ...config?.fields,
    secrets: [],
  })
  for (const { path, value } of fields) setAt(draft, path, value)

  return {
    draft,
    locate(path) {
      const field = fields.find(({ path: own }) => own.every((step, index) => step === path[index]))
      if (field) return { input: field.input }
      if (config?.gives(path)) return { place: config.locate(path) }
      const input = inputFor(path)
      return names.has(input) ? { input } : {}
    },
    isReported({ path }) {
      const steps = path.split('.')
      if (valueAt(draft, steps) !== undefined) return false
      return Boolean(config?.gives(steps)) || inputs.problems.some(({ input }) => input === inputFor(steps))
    },
  }
}

async function readFieldInputs(inputs: Inputs): Promise<Field[]> {
  const field = (input: string, path: readonly string[], value: unknown): Field => ({ input, path, value })
  const config = (input: string, value: unknown) => field(input, ['source_config', input], value)
  return [
    field('name', ['name'], inputs.text('name')),
    field('source', ['source'], inputs.read('source', oneOf(SOURCES))),
    config('integration_id', inputs.read('integration_id', parseUuid)),
    config('build_on_push', inputs.read('build_on_push', parseBoolean)),
    config('listener_id', inputs.read('listener_id', parseUuid)),
    config('resource_spec', await inputs.document('resource_spec')),
    field(
      'k8s_namespace',
      ['source_config', 'listener_config', 'k8s_namespace'],
      inputs.text('k8s_namespace'),
    ),
    field('secret_references', ['secret_references'], await inputs.document('secret_references')),
    ...Object.entries(TEXTS).flatMap(([object, names]) =>
      names.map(name => field(name, [object, name], inputs.text(name))),
    ),
  ]
}

/** An input bears the name of the field that it fills; a repository is looked up before its URL is known. */
function inputFor(path: Path): string {
  const name = String(
    path.find(
      step => step !== 'source_config' && step !== 'source_revision_config' && step !== 'listener_config',
    ) ?? '',
  )
  return name === 'repo_url' ? 'repository' : name
}

function setAt(target: object, path: readonly string[], value: unknown): void {
  const [first, ...rest] = path
  if (first === undefined) return
  const object = target as Record<string, unknown>
  if (rest.length === 0) object[first] = value
  else {
    if (!isObject(object[first])) object[first] = {}
    setAt(object[first] as object, rest, value)
  }
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, step) => (isObject(part) ? part[step] : undefined), value)
