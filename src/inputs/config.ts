import * as z from 'zod'
import type { Draft } from '../deployment/draft.ts'
import type { Place } from '../github/job.ts'
import { isObject } from '../lib/json.ts'
import { formatPath, type Path, valueAt } from '../lib/path.ts'
import type { Result } from '../lib/result.ts'
import { CreateDeploymentRequest, OpenObject } from '../service/requests.ts'
import { extraFieldProblems } from './extra-fields.ts'
import type { Problem } from './problem.ts'
import { EMPTY_VALUE, isSecretName, type Secret, secretFromEnvironment, unsetVariable } from './secret.ts'
import { checkShape, type ShapeProblem } from './shape.ts'
import { fromWorkspace, readWorkspaceFile } from './workspace-file.ts'
import { type ParsedDocument, parseDocument } from './yaml.ts'

/** The create request's shape, with nothing required, names instead of secrets, and fields that it does not name. */
export const ConfigFile = CreateDeploymentRequest.partial().extend({
  secrets: z.array(z.string()).optional(),
  extra_fields: OpenObject.optional(),
})
type ConfigFile = z.infer<typeof ConfigFile>

/** Inputs of the step that say what to do: no keys of the file, and easily taken for such. */
const STEP_INPUTS = [
  'base_url',
  'api_key',
  'api_key_header',
  'headers',
  'oidc_audience',
  'allow_http',
  'request_timeout',
  'list_parameters',
  'config',
  'if_exists',
  'commit',
  'wait_for',
  'wait_timeout',
  'health_url',
  'health_contains',
  'dry_run',
  'github_token',
  'environment',
  'comment',
]

/** The content of the `config` file: fields of the request, and the secrets that it names. */
export interface Config {
  fields: Omit<Partial<Draft>, 'secrets'>
  secrets: (Secret & { place: Place })[]
  problems: Problem[]
  /** Whether the file gives a field, rightly or wrongly. */
  gives(path: Path): boolean
  /** Whether a mistake in the file may be the reason why it does not give a field. */
  hides(path: Path): boolean
  /** The place of a field. */
  locate(path: Path): Place
}

/**
 * Reads the `config` file: YAML or JSON inside the workspace. Mistakes are located and left out of `fields`, so
 * that everything else can still be checked.
 *
 * @param given names of secrets that the input `secrets` gives: these need no variable
 * @returns the problem alone where there is no file to read or no mapping in it
 */
export async function readConfig(
  path: string,
  env: NodeJS.ProcessEnv,
  given: ReadonlySet<string>,
): Promise<Result<Config, Problem[]>> {
  const workspace = env['GITHUB_WORKSPACE'] || process.cwd()
  const file = fromWorkspace(workspace, path)
  const read = await readWorkspaceFile(workspace, path)
  if (!read.ok) return { ok: false, error: [{ input: 'config', message: read.error }] }
  const document = parseDocument(read.value)
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message, line, col }) => ({
      message,
      place: { file, line, col },
    }))
    return { ok: false, error: problems }
  }
  if (!isObject(document.value)) {
    const message = 'must hold a mapping in the shape of the create request'
    return { ok: false, error: [{ message, place: { file, ...document.locate([]) } }] }
  }
  return { ok: true, value: toConfig(document, document.value, file, { env, given }) }
}

function toConfig(
  document: ParsedDocument,
  value: Record<string, unknown>,
  file: string,
  context: { env: NodeJS.ProcessEnv; given: ReadonlySet<string> },
): Config {
  const locate = (path: Path, what?: 'key') => ({ file, ...document.locate(path, what) })
  const checked = checkShape(ConfigFile, value, STEP_INPUTS)
  const shapeProblems = [...(checked.ok ? [] : checked.error), ...extraProblems(value['extra_fields'])]
  const problems: Problem[] = shapeProblems.map(({ path, message, unknownKey }) => ({
    message: `${formatPath(path)} ${describeSecretValue(path) ?? message}`,
    place: locate(path, unknownKey ? 'key' : undefined),
  }))
  const named = new Set(problems.map(({ place }) => place?.line))
  for (const { line, col, message } of document.badKeys) {
    if (!named.has(line)) problems.push({ message, place: { file, line, col } })
  }
  const fields =
    shapeProblems.length === 0 && checked.ok ? checked.value : withoutProblems(value, shapeProblems)
  const secrets = readSecretNames(value['secrets'], context)
  for (const { index, message } of secrets.problems) {
    problems.push({ message: `secrets[${index}]: ${message}`, place: locate(['secrets', index]) })
  }
  const { secrets: _names, ...rest } = fields
  return {
    fields: rest as Config['fields'],
    secrets: secrets.found.map(({ index, secret }) => ({ ...secret, place: locate(['secrets', index]) })),
    problems,
    gives: path => valueAt(value, path) !== undefined,
    hides: path => shapeProblems.some(problem => mayHide(problem, path)),
    locate,
  }
}

/** The shape check has said already whether it is a mapping. */
const extraProblems = (value: unknown): ShapeProblem[] =>
  isObject(value)
    ? extraFieldProblems(value).map(problem => ({ ...problem, path: ['extra_fields', ...problem.path] }))
    : []

/** A mistake hides the fields within it; a key that is not known where it is may be the field itself. */
function mayHide({ path, unknownKey }: ShapeProblem, field: Path): boolean {
  if (unknownKey) return path.at(-1) === field.at(-1)
  return path.length < field.length && path.every((step, index) => step === field[index])
}

/** Reads the values of the secrets that the file names, each from the environment. */
function readSecretNames(
  names: unknown,
  { env, given }: { env: NodeJS.ProcessEnv; given: ReadonlySet<string> },
): {
  found: { index: number; secret: Secret }[]
  problems: { index: number; message: string }[]
} {
  const found: { index: number; secret: Secret }[] = []
  const problems: { index: number; message: string }[] = []
  const seen = new Set<string>()
  for (const [index, name] of (Array.isArray(names) ? names : []).entries()) {
    // Anything else is a problem of the shape.
    if (typeof name !== 'string') continue
    if (!isSecretName(name)) problems.push({ index, message: 'must be the name of an environment variable' })
    else if (seen.has(name)) problems.push({ index, message: 'the name is given twice' })
    else if (!given.has(name)) {
      const secret = secretFromEnvironment(name, env)
      if (secret.ok) found.push({ index, secret: secret.value })
      else problems.push({ index, message: secret.error === 'unset' ? unsetVariable(name) : EMPTY_VALUE })
    }
    seen.add(name)
  }
  return { found, problems }
}

/** The likeliest mistake in `secrets` is the dangerous one. */
function describeSecretValue(path: Path): string | undefined {
  if (path[0] !== 'secrets' || path.length < 2) return undefined
  return 'must be a name alone: its value comes from the environment, never from the file'
}

/** The fields of the file but those with a problem in them. */
function withoutProblems(value: Record<string, unknown>, problems: ShapeProblem[]): ConfigFile {
  const kept = structuredClone(value)
  for (const { path } of problems) {
    const [first, second] = path.map(String)
    if (first === undefined) continue
    const part = kept[first]
    if (second !== undefined && isObject(part) && first !== 'secrets') delete part[second]
    else delete kept[first]
  }
  return ConfigFile.parse(kept)
}
