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

/** The shape of the create request with all fields optional, secret names instead of secrets, and extra fields. */
export const ConfigFile = CreateDeploymentRequest.partial().extend({
  secrets: z.array(z.string()).optional(),
  extra_fields: OpenObject.optional(),
})
type ConfigFile = z.infer<typeof ConfigFile>

/** Inputs of the step that are not keys of the file, but are easily mistaken for keys. */
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

/** The content of the `config` file: request fields and the secrets that it names. */
export interface Config {
  fields: Omit<Partial<Draft>, 'secrets'>
  secrets: (Secret & { place: Place })[]
  problems: Problem[]
  /** Whether the file contains the field, valid or not. */
  gives(path: Path): boolean
  /** Whether the field may be missing because of a mistake in the file. */
  hides(path: Path): boolean
  /** The place of a field. */
  locate(path: Path): Place
}

/**
 * Reads the `config` file: YAML or JSON inside the workspace. Reports each mistake with its place and leaves it out of
 * `fields`, so that everything else can still be checked.
 *
 * @param given names of secrets in the `secrets` input: these need no environment variable
 * @returns only the problem, if the file cannot be read or is not a mapping
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

/** The shape check already reports a value that is not a mapping. */
const extraProblems = (value: unknown): ShapeProblem[] =>
  isObject(value)
    ? extraFieldProblems(value).map(problem => ({ ...problem, path: ['extra_fields', ...problem.path] }))
    : []

/** A mistake hides the fields below it. An unknown key may be the field itself, misspelt or misplaced. */
function mayHide({ path, unknownKey }: ShapeProblem, field: Path): boolean {
  if (unknownKey) return path.at(-1) === field.at(-1)
  return path.length < field.length && path.every((step, index) => step === field[index])
}

/** Reads the secrets that the file names from the environment. */
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
    // The shape check reports everything else.
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

/** Explains the most likely mistake in `secrets`, a value in place of a name, because it leaks the secret. */
function describeSecretValue(path: Path): string | undefined {
  if (path[0] !== 'secrets' || path.length < 2) return undefined
  return 'must be a name alone: its value comes from the environment, never from the file'
}

/** The fields of the file without those that have a problem. */
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
