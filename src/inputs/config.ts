import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import type { Place } from '../github/job.ts'
import { isObject, type Path, valueAt } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { CreateDeploymentRequest, OpenObject } from '../service/requests.ts'
import { Variables } from './documents.ts'
import { absent } from './pool.ts'
import type { Problem } from './problem.ts'
import { EMPTY, type Entries, type Entry, fromEnvironment, NAME, toVariables } from './secrets.ts'
import { extraFieldMistakes, readDocument } from './shape.ts'

/** The most likely mistake leaks the secret. */
const VALUE =
  'must be the name of an environment variable alone: the value comes from there, never from the file'

/** The shape of the create request with all fields optional, secret names instead of secrets, and extra fields. */
export const ConfigFile = CreateDeploymentRequest.partial().extend({
  secrets: z.array(z.string(VALUE)).optional(),
  variables: Variables.optional(),
  extra_fields: OpenObject.optional(),
})

/** The content of the `config` file. */
export interface Config {
  /** The request fields, which are valid if there are no problems. */
  fields: Record<string, unknown>
  secrets: Entry[]
  variables: Entry[]
  extra_fields: Record<string, unknown>
  problems: Problem[]
  /** The place of a field; undefined if the file does not contain it. */
  placeOf(path: Path): Place | undefined
}

/** What the reading of the file depends on. */
interface ConfigContext {
  workspace: string
  env: NodeJS.ProcessEnv
  /** Names in the `secrets` input: these need no environment variable. */
  given: ReadonlySet<string>
}

/**
 * Reads the `config` file: YAML or JSON inside the workspace. Reports each mistake with its place.
 *
 * @returns only the problems, if the file is not a mapping that can be read
 */
export async function readConfig(path: string, context: ConfigContext): Promise<Result<Config, Problem[]>> {
  const { workspace } = context
  const text = await readWorkspaceFile(workspace, path)
  if (!text.ok) return { ok: false, error: [{ input: 'config', message: text.error }] }
  // With slashes, as annotations use it.
  const file = relative(workspace, resolve(workspace, path)).split(sep).join('/')
  const { value, problems, locate, written } = readDocument(
    text.value,
    ConfigFile,
    (position, message) => ({ message, place: { file, ...position } }),
    value => [
      ...expressionsIn(value).map(path => ({ path, message: EXPRESSION })),
      ...extraFieldMistakes(valueAt(value, ['extra_fields']), ['extra_fields']),
    ],
  )
  if (!isObject(value)) return { ok: false, error: problems }
  const placeOf = (path: Path): Place => ({ file, ...locate(path) })
  const { secrets: names, variables: plain, extra_fields, ...fields } = value
  const secrets = readNames(Array.isArray(names) ? names : [], context, placeOf)
  const variables = toVariables(Variables.safeParse(plain).data && plain, name => ({
    written: written(['variables', name]),
    origin: { place: placeOf(['variables', name]) },
  }))
  return {
    ok: true,
    value: {
      fields,
      extra_fields: isObject(extra_fields) ? extra_fields : {},
      secrets: secrets.entries,
      variables: variables.entries,
      problems: [...problems, ...variables.problems, ...secrets.problems],
      placeOf: path => (valueAt(value, path) === undefined ? undefined : placeOf(path)),
    },
  }
}

const EXPRESSION =
  'holds an expression, `${{`, which nothing evaluates in a file: give the field by the input of the step'

/** The texts of a JSON value that hold an expression. */
function expressionsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return value.includes('${{') ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, member]) => {
    const own = [...path, isList ? Number(key) : key]
    return key.includes('${{') ? [own] : expressionsIn(member, own)
  })
}

/** The secrets that the file names, with the values of the environment. The check of the shape reports the rest. */
function readNames(
  names: unknown[],
  { env, given }: ConfigContext,
  placeOf: (path: Path) => Place,
): Pick<Entries, 'entries' | 'problems'> {
  const found: Pick<Entries, 'entries' | 'problems'> = { entries: [], problems: [] }
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (typeof name !== 'string') continue
    const place = placeOf(['secrets', index])
    const refuse = (message: Sentence) =>
      found.problems.push({ message: say`${words(`secrets[${index}]`)}: ${message}`, place })
    const value = fromEnvironment(name, env)
    if (!NAME.test(name)) refuse(words(VALUE))
    else if (seen.has(name)) refuse(say`the name is given twice`)
    else if (given.has(name)) continue
    else if (value) found.entries.push({ name, value, origin: { place } })
    else refuse(value === undefined ? absent(name, env) : words(EMPTY))
    seen.add(name)
  }
  return found
}

const MAX_BYTES = 256 * 1024

/**
 * Reads a text file of the workspace. Follows links that stay inside the workspace.
 *
 * @returns the text, or the problem in words
 */
async function readWorkspaceFile(workspace: string, path: string): Promise<Result<string, Sentence>> {
  const refused = (error: Sentence) => ({ ok: false, error }) as const
  const target = resolve(workspace, path)
  if (leadsOut(workspace, target)) return refused(say`points outside the workspace`)
  try {
    const [realWorkspace, realTarget] = await Promise.all([realpath(workspace), realpath(target)])
    if (leadsOut(realWorkspace, realTarget)) return refused(say`points outside the workspace, through a link`)
    const file = await stat(realTarget)
    if (file.isDirectory()) return refused(say`is a folder, not a file`)
    if (!file.isFile()) return refused(say`is not a file`)
    if (file.size > MAX_BYTES) return refused(say`is larger than 256 KiB`)
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(realTarget)) }
  } catch (error) {
    if (error instanceof TypeError) return refused(say`is not UTF-8 text`)
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = words(REASONS[code] ?? 'cannot be read')
    return refused(say`the file ${path} ${reason}`)
  }
}

const MISSING = 'does not exist in the workspace: is the repository checked out before this step?'

const REASONS: Record<string, string> = {
  ENOENT: MISSING,
  ENOTDIR: MISSING,
  EACCES: 'may not be read',
  ELOOP: 'is a link that leads in circles',
}

function leadsOut(folder: string, path: string): boolean {
  const steps = relative(folder, path)
  return steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps)
}
