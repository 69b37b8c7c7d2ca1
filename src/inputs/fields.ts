import type { Draft } from '../deployment/order.ts'
import { formatPath, merged, type Path, setAt, valueAt } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import {
  type Kind,
  SOURCE_CONFIG,
  SOURCE_REVISION_CONFIG,
  SOURCES,
  type Source,
} from '../service/fields.ts'
import type { Config } from './config.ts'
import type { Inputs } from './inputs.ts'
import { oneOf, parseBoolean, parseNumber } from './parse.ts'
import { EMPTY_STRING, type Origin, type Problem } from './problem.ts'

/** Finds the input or the place in the `config` file that sets a field of the request, or that should set it. */
export type Locate = (path: Path) => Origin

/** A field of the create request, and how its input is read, which has the last name of the path. */
type Field = readonly [
  path: string[],
  read: (inputs: Inputs, name: string) => unknown,
]

const READERS: Record<Kind, Field[1]> = {
  text: (inputs, name) => inputs.text(name),
  number: (inputs, name) => inputs.read(name, parseNumber),
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
  [
    ['source_config', 'resource_spec'],
    inputs => inputs.document('resource_spec'),
  ],
  ...fieldsOf('source_revision_config', SOURCE_REVISION_CONFIG),
  [['secret_references'], inputs => inputs.document('secret_references')],
]

function inputFor(path: Path): string | undefined {
  if (path[0] === 'secrets') return 'secrets'
  if (path.at(-1) === 'repo_url') return 'repository'
  return FIELDS.find(([own]) =>
    own.every((step, index) => step === path[index]),
  )?.[0].at(-1)
}

/** Reads every input that fills a field of the request. Inputs win over the `config` file, field by field. */
export async function readFields(inputs: Inputs, config: Config | undefined) {
  const groups = { source_config: {}, source_revision_config: {} }
  const request: Record<string, unknown> = structuredClone({
    ...groups,
    ...config?.fields,
  })
  for (const [path, read] of FIELDS) {
    const value = await read(inputs, path.at(-1) ?? '')
    if (value !== undefined) setAt(request, path, value)
  }
  setDefaults(request, inputs.env)
  const extra = (await inputs.document('extra_fields')) ?? {}
  const extra_fields = merged(config?.extra_fields ?? {}, extra)
  function locate(path: Path): Origin {
    const input = inputFor(path)
    const own = input === undefined ? {} : { input }
    if (input && inputs.text(input) !== undefined) return own
    const isExtra = valueAt(extra, path) !== undefined
    const ofExtra = isExtra
      ? { input: 'extra_fields' }
      : config?.originOf(['extra_fields', ...path])
    return config?.originOf(path) ?? ofExtra ?? own
  }
  if (Object.keys(extra_fields).length > 0) {
    const { fieldsIn } = await import('./documents.ts')
    const paths = fieldsIn(extra_fields).map(({ path }) => path)
    const message = say`sends these fields unchecked, because this version of the action does not know them: ${paths.map(formatPath).join(', ')}`
    inputs.warnings.push({ ...locate(paths[0] ?? []), message })
  }
  return { draft: { ...(request as unknown as Draft), extra_fields }, locate }
}

/** What a reusable workflow sets for all its deployments, each by its field's name. */
const DEFAULT = 'CREATE_DEPLOYMENT_DEFAULT_'

/** Sets what neither an input nor the `config` file says to the defaults of a reusable workflow. */
function setDefaults(
  request: Record<string, unknown>,
  env: NodeJS.ProcessEnv,
): void {
  for (const [path] of FIELDS) {
    const value = env[`${DEFAULT}${path.at(-1)?.toUpperCase()}`]?.trim()
    if (!value || valueAt(request, path) !== undefined) continue
    const sources = OF_SOURCES[path.join('.')]
    const applies = sources?.some(source => source === request['source'])
    if (applies ?? true) setAt(request, path, value)
  }
}

/** A rule that no schema has, about the field at a dotted path of the create request, for these sources or for all. */
type Rule = [
  path: string,
  isBroken: Test,
  message: string,
  sources?: Source[] | undefined,
]
type Test = (value: unknown, draft: Draft) => boolean

const isEmpty = (value: unknown) =>
  value == null || (typeof value === 'string' && value.trim() === '')
const isGiven = (value: unknown) => !isEmpty(value)
const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value)
const allBut = (sources: Source[]) =>
  SOURCES.filter(source => !sources.includes(source))

const INTEGRATION = 'source_config.integration_id'
const IMAGE = 'source_revision_config.image_uri'

const required = (path: string, what: string, sources?: Source[]): Rule => [
  path,
  isEmpty,
  `is required${sources ? ` with source ${sources.join()}` : ''}: ${what}; ${EMPTY_STRING}`,
  sources,
]

/** An `@` before what is no digest. Those of another algorithm have at least 32 hexadecimal digits. */
const NO_DIGEST =
  /@(?!(sha256:[0-9a-f]{64}|(?!sha256:)[a-z][a-z0-9+._-]*:[0-9a-f]{32,})$)/i

const REFUSED: Rule[] = [
  required('name', 'the name of the deployment'),
  required('source', `one of ${SOURCES.join(', ')}`),
  required(
    INTEGRATION,
    'the integration through which the repository is listed',
    ['repohost'],
  ),
  required(IMAGE, 'the image to run', ['external_container']),
  [IMAGE, matches(/\s/), 'holds white space, which no image has'],
  [
    IMAGE,
    matches(NO_DIGEST),
    'has no digest after `@`, such as `sha256:` with 64 hexadecimal digits',
  ],
  [
    'secret_references',
    isGiven,
    'applies to source external_container only',
    allBut(['external_container']),
  ],
]

const BUILT: Source[] = ['repohost', 'internal_source', 'internal_template']

/** Fields that seem to belong to these sources. Only the service knows, so they are sent. */
const OF_SOURCES: Record<string, Source[]> = {
  [INTEGRATION]: ['repohost'],
  'source_config.repo_url': ['repohost'],
  'source_config.build_on_push': ['repohost'],
  'source_config.install_command': BUILT,
  'source_config.build_command': BUILT,
  'source_revision_config.repo_ref': ['repohost'],
  'source_revision_config.graph_config_path': BUILT,
  [IMAGE]: ['external_container', 'internal_container'],
  'source_revision_config.source_tarball_path': ['internal_source'],
}

const isOfTag: Test = (value, draft) =>
  value === true &&
  /^refs\/tags\//.test(
    String(valueAt(draft, ['source_revision_config', 'repo_ref'])),
  )

const WARNED: Rule[] = [
  ...Object.entries(OF_SOURCES).map(([path, sources]): Rule => {
    const message = `is usually a field of source ${sources.join(' or ')}; it is sent anyway`
    return [path, isGiven, message, allBut(sources)]
  }),
  [
    'name',
    matches(/-$/),
    'ends in `-`: an expression is probably empty (then delete this deployment)',
  ],
  [
    'name',
    matches(/\$/),
    'holds `$`: an expression or a variable of a shell was probably not replaced',
  ],
  [
    'name',
    matches(/[\s\p{Lu}]/u),
    'holds white space or capital letters, which most services refuse',
  ],
  [
    'source_config.build_on_push',
    isOfTag,
    'builds nothing for the tag in `repo_ref`, which no push changes',
  ],
]

/** The problems that make a request not worth sending, and the warnings about one that is sent. */
export function checkDraft(
  draft: Draft,
  locate: Locate,
): { refused: Problem[]; warned: Problem[] } {
  const broken = (rules: Rule[]) =>
    rules.flatMap(([dotted, isBroken, message, sources]): Problem[] => {
      const path = dotted.split('.')
      const applies =
        !sources || sources.some(source => source === draft.source)
      if (!applies || !isBroken(valueAt(draft, path), draft)) return []
      return [{ ...locate(path), message: words(message) }]
    })
  return { refused: broken(REFUSED), warned: broken(WARNED) }
}
