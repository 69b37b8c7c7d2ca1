import type { Draft, Remark } from '../deployment/draft.ts'
import { merged, type Path, setAt, valueAt } from '../lib/json.ts'
import { SOURCES } from '../service/responses.ts'
import type { Config } from './config.ts'
import type { Inputs } from './inputs.ts'
import type { Problem } from './parse.ts'
import { oneOf, parseBoolean, parseUuid } from './parse.ts'

/** A field of the create request, and the input that sets it. */
interface Field {
  input: string
  path: readonly string[]
  value: unknown
}

/** The request's fields, and the input or the place in the `config` file that sets each of them. */
export interface Fields {
  draft: Draft
  /** The input or the place in the `config` file that sets the field or should set it; empty for other paths. */
  locate(path: Path): Pick<Problem, 'input' | 'place'>
  /** Whether a field is missing only because of a mistake that is already reported. */
  isReported(remark: Remark): boolean
}

/** Inputs that are plain text, by the object of the request that contains their field. */
const TEXTS = {
  source_revision_config: ['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path'],
  source_config: ['custom_url', 'install_command', 'build_command'],
} as const satisfies { [K in 'source_config' | 'source_revision_config']: readonly (keyof Draft[K])[] }

/** Reads every input that fills a field of the request. Inputs win over the `config` file, field by field. */
export async function readFields(inputs: Inputs, config: Config | undefined): Promise<Fields> {
  const all = await readFieldInputs(inputs)
  const extra = await inputs.document('extra_fields')
  const fields = all.filter(({ value }) => value !== undefined)
  const names = new Set([...all.map(({ input }) => input), 'repository', 'secrets'])
  const draft = structuredClone({
    source_config: {},
    source_revision_config: {},
    ...config?.fields,
    extra_fields: merged(config?.fields.extra_fields ?? {}, extra ?? {}),
    secrets: [],
  })
  for (const { path, value } of fields) setAt(draft, path, value)

  return {
    draft,
    locate(path) {
      const field = fields.find(({ path: own }) => own.every((step, index) => step === path[index]))
      if (field) return { input: field.input }
      if (config?.gives(path)) return { place: config.locate(path) }
      if (valueAt(extra, path) !== undefined) return { input: 'extra_fields' }
      if (config?.gives(['extra_fields', ...path])) return { place: config.locate(['extra_fields', ...path]) }
      const input = inputFor(path)
      return names.has(input) ? { input } : {}
    },
    isReported({ path }) {
      const steps = path.split('.')
      if (valueAt(draft, steps) !== undefined) return false
      if (config?.gives(steps) || config?.hides(steps)) return true
      return inputs.problems.some(({ input }) => input === inputFor(steps))
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

/** An input has the name of the field that it sets. The exception is `repository`, which sets a URL. */
function inputFor(path: Path): string {
  const name = String(
    path.find(
      step => step !== 'source_config' && step !== 'source_revision_config' && step !== 'listener_config',
    ) ?? '',
  )
  return name === 'repo_url' ? 'repository' : name
}
