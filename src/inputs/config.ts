import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import type { Draft } from '../deployment/draft.ts'
import type { Place } from '../github/job.ts'
import { isObject } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { CreateDeploymentRequest } from '../service/requests.ts'
import type { Problem } from './problem.ts'
import { isSecretName, type Secret, secretFromEnvironment } from './secrets.ts'
import { checkShape, formatPath, type ShapeProblem } from './shape.ts'
import { type ParsedDocument, type Path, parseDocument } from './yaml.ts'

/** The create request's shape, with nothing required, and names in the place of secrets. */
export const ConfigFile = CreateDeploymentRequest.partial().extend({
  secrets: z.array(z.string()).optional(),
})
type ConfigFile = z.infer<typeof ConfigFile>

/** What the `config` file gives: fields of the request, and the secrets that it names. */
export interface Config {
  fields: Omit<Partial<Draft>, 'secrets'>
  secrets: (Secret & { place: Place })[]
  problems: Problem[]
  /** Whether the file gives a field, rightly or wrongly. */
  gives(path: Path): boolean
  /** Where a field stands. */
  locate(path: Path): Place
}

const MAX_CONFIG_BYTES = 1024 * 1024

/**
 * Reads the `config` file: YAML or JSON inside the workspace. What is wrong in it is located, and left out of
 * `fields`, so that all else can still be checked.
 *
 * @returns the problem alone where there is no file to read or no mapping in it
 */
export async function readConfig(path: string, env: NodeJS.ProcessEnv): Promise<Result<Config, Problem[]>> {
  const workspace = env['GITHUB_WORKSPACE'] || process.cwd()
  const file = relative(workspace, resolve(workspace, path)).split(sep).join('/')
  const read = await readInside(workspace, path)
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
  return { ok: true, value: toConfig(document, document.value, file, env) }
}

function toConfig(
  document: ParsedDocument,
  value: Record<string, unknown>,
  file: string,
  env: NodeJS.ProcessEnv,
): Config {
  const locate = (path: Path, what?: 'key') => ({ file, ...document.locate(path, what) })
  const checked = checkShape(ConfigFile, value)
  const shapeProblems = checked.ok ? [] : checked.error
  const problems: Problem[] = shapeProblems.map(({ path, message, unknownKey }) => ({
    message: `${formatPath(path)} ${describeSecretValue(path) ?? message}`,
    place: locate(path, unknownKey ? 'key' : undefined),
  }))
  const fields = checked.ok ? checked.value : withoutProblems(value, shapeProblems)

  const secrets: Config['secrets'] = []
  const names: unknown[] = Array.isArray(value['secrets']) ? value['secrets'] : []
  for (const [index, name] of names.entries()) {
    if (typeof name !== 'string') continue
    const place = locate(['secrets', index])
    const secret = isSecretName(name)
      ? secretFromEnvironment(name, env)
      : { ok: false as const, error: 'must be the name of an environment variable' }
    if (!secret.ok) problems.push({ message: `secrets[${index}]: ${secret.error}`, place })
    else if (secrets.some(other => other.name === name))
      problems.push({ message: `secrets[${index}]: the name is given twice`, place })
    else secrets.push({ ...secret.value, place })
  }
  const { secrets: _names, ...rest } = fields
  return {
    fields: rest as Config['fields'],
    secrets,
    problems,
    gives: path =>
      path.reduce<unknown>(
        (part, step) =>
          typeof part === 'object' && part !== null
            ? (part as Record<PropertyKey, unknown>)[step]
            : undefined,
        value,
      ) !== undefined,
    locate,
  }
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

/** Reads a file that is inside the workspace by its real path, so that no link leads out of it. */
async function readInside(workspace: string, path: string): Promise<Result<string, string>> {
  const target = resolve(workspace, path)
  if (leadsOut(workspace, target)) return { ok: false, error: 'points outside the workspace' }
  try {
    const [realWorkspace, realTarget] = await Promise.all([realpath(workspace), realpath(target)])
    if (leadsOut(realWorkspace, realTarget))
      return { ok: false, error: 'points outside the workspace, through a link' }
    const file = await stat(realTarget)
    if (!file.isFile())
      return { ok: false, error: file.isDirectory() ? 'is a folder, not a file' : 'is not a file' }
    if (file.size > MAX_CONFIG_BYTES) return { ok: false, error: 'is larger than 1 MiB' }
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(realTarget)) }
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, error: 'is not UTF-8 text' }
    return { ok: false, error: REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be read' }
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'does not exist in the workspace; is the repository checked out before this step?',
  ENOTDIR: 'does not exist in the workspace',
  EACCES: 'may not be read',
  ELOOP: 'is a link that leads in circles',
}

function leadsOut(folder: string, path: string): boolean {
  const steps = relative(folder, path)
  return steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps)
}
