import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, join, parse, relative, resolve, sep } from 'node:path'
import leven from 'leven'
import * as z from 'zod'
import type { Draft } from '../deployment/draft.ts'
import type { Place } from '../github/job.ts'
import { closest } from '../lib/closest.ts'
import { formatPath, isObject, type Path, valueAt } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { CreateDeploymentRequest, OpenObject } from '../service/requests.ts'
import { type ParsedDocument, parseDocument } from './documents.ts'
import type { Problem } from './parse.ts'
import { absent } from './pool.ts'
import { EMPTY_VALUE, isSecretName, type Secret, secretFromEnvironment } from './secret.ts'
import { checkShape, extraFieldProblems, type ShapeProblem } from './shape.ts'

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
      else problems.push({ index, message: secret.error === 'unset' ? absent(name, env) : EMPTY_VALUE })
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

const MAX_BYTES = 1024 * 1024

/** The path of a file relative to the workspace, with slashes, as annotations use it. */
const fromWorkspace = (workspace: string, path: string): string =>
  relative(workspace, resolve(workspace, path)).split(sep).join('/')

/**
 * Reads a text file of the workspace. Follows links that stay inside the workspace.
 *
 * @returns the text, or the problem in words
 */
async function readWorkspaceFile(workspace: string, path: string): Promise<Result<string, string>> {
  const target = resolve(workspace, path)
  if (leadsOut(workspace, target)) return { ok: false, error: 'points outside the workspace' }
  try {
    const [realWorkspace, realTarget] = await Promise.all([realpath(workspace), realpath(target)])
    if (leadsOut(realWorkspace, realTarget))
      return { ok: false, error: 'points outside the workspace, through a link' }
    const file = await stat(realTarget)
    if (!file.isFile())
      return { ok: false, error: file.isDirectory() ? 'is a folder, not a file' : 'is not a file' }
    if (file.size > MAX_BYTES) return { ok: false, error: 'is larger than 1 MiB' }
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(realTarget)) }
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, error: 'is not UTF-8 text' }
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, error: await missing(workspace, path) }
    return { ok: false, error: REASONS[code] ?? 'cannot be read' }
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'may not be read',
  ELOOP: 'is a link that leads in circles',
}

async function missing(workspace: string, path: string): Promise<string> {
  const [nearby, isEmpty] = await Promise.all([filesNamedLike(workspace, path), hasNoFiles(workspace)])
  const file = `the file ${path}`
  if (nearby.length > 0) return `${file} does not exist in the workspace; there is ${nearby.join(', ')}`
  const checkout = isEmpty ? ', which is empty' : ''
  return `${file} does not exist in the workspace${checkout}; is the repository checked out before this step?`
}

const hasNoFiles = async (folder: string) => (await readdir(folder).catch(() => [])).length === 0

/** Limits of the search: folders read, depth below the workspace, files shown, letters that may differ. */
const SEARCH = { folders: 500, depth: 5, shown: 3, letters: 3 }

/** No file system allows a longer name. */
const LONGEST_NAME = 255

const CONFIG_FILE = /\.(ya?ml|json)$/i

/**
 * Files of the workspace with a name similar to the last part of a path: equal, with another extension, or misspelt.
 */
async function filesNamedLike(workspace: string, path: string): Promise<string[]> {
  const wanted = basename(path)
  if (wanted.length > LONGEST_NAME) return []
  const { name } = parse(wanted)
  const files: string[] = []
  let folders = ['']
  for (
    let depth = 0, read = 0;
    depth < SEARCH.depth && folders.length > 0 && read < SEARCH.folders;
    depth++
  ) {
    const level = folders.slice(0, SEARCH.folders - read)
    read += level.length
    folders = []
    for (const folder of level) {
      for (const entry of await readdir(join(workspace, folder), { withFileTypes: true }).catch(() => [])) {
        const at = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isDirectory()) {
          if (entry.name !== 'node_modules' && (entry.name === '.github' || !entry.name.startsWith('.')))
            folders.push(at)
        } else if (CONFIG_FILE.test(entry.name)) files.push(at)
      }
    }
  }
  const named = files.filter(file => parse(file).name === name)
  if (named.length > 0) return closest(path, named, SEARCH.shown)
  const [nearest] = closest(path, files, 1)
  return nearest !== undefined && leven(basename(nearest), wanted) <= SEARCH.letters ? [nearest] : []
}

function leadsOut(folder: string, path: string): boolean {
  const steps = relative(folder, path)
  return steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps)
}
