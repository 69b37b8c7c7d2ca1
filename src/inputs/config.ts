import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import {
  formatPath,
  isObject,
  mapTexts,
  type Path,
  partsIn,
  valueAt,
} from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { CreateDeploymentRequest } from '../service/requests.ts'
import { type Config, NO_CONFIG } from './draft.ts'
import type { Inputs } from './inputs.ts'
import { EMPTY_STRING, type Origin } from './problem.ts'
import {
  type Entry,
  fromEnvironment,
  NAME,
  POOL,
  parseSecrets,
  toEntries,
} from './secrets.ts'
import { ExtraFields, readDocument, Variables } from './shapes.ts'

/** A value in place of a name is the most likely mistake, and leaks the secret. */
const NAMES = 'must hold only names of environment variables, and no values'

const VERSION = '{version}'
const NO_VERSION = say`holds {version}, but the input \`version\` is not set; ${words(EMPTY_STRING)}`
const NOT_PASSED = say`the workflow does not pass; add it to the \`secrets\` that it passes to deploy-many.yml`
const EXPRESSION = say`holds an expression, \`\${{\`, which nothing evaluates in a file: set the field by the input of the step, or use {version} and the input \`version\``
const TWICE = say`is given twice`
const OUTSIDE = say`is outside the workspace, or a link that leads there`

/** The shape of the create request with all fields optional, secret names instead of secrets, and extra fields. */
export const ConfigFile = CreateDeploymentRequest.partial().extend({
  secrets: z.array(z.string(NAMES).regex(NAME, NAMES)).optional(),
  variables: Variables.optional(),
  extra_fields: ExtraFields.optional(),
  $schema: z.unknown().optional(),
})

/** Writes down a problem with the part of the file at a path. */
type Refuse = (path: Path, message: Sentence) => void

/** The value of a secret that the file names, or why there is none. */
type FindSecret = (name: string) => string | Sentence

/**
 * Reads the `config` file. Reports each mistake with its place, and masks the pool.
 *
 * @param given the secrets of the input, which need no environment variable
 */
export async function readConfig(
  inputs: Inputs,
  given: Entry[],
): Promise<Config> {
  const find = await openSecrets(inputs, given)
  const workspace = inputs.env['GITHUB_WORKSPACE'] || process.cwd()
  const path = inputs.text('config') ?? ''
  const text = await readWorkspaceFile(workspace, path)
  if (!text.ok) {
    inputs.refuse('config', text.error)
    return { ...NO_CONFIG, isWhole: false }
  }

  // With slashes, as annotations use it.
  const steps = relative(workspace, resolve(workspace, path)).split(sep)
  const file = steps.join('/')
  const document = readDocument(text.value, ConfigFile, place => ({
    place: { ...place, file },
  }))
  inputs.problems.push(...document.problems)
  inputs.warnings.push(...document.warnings)
  const { value: whole, originOf } = document
  const refuse: Refuse = (path, message) =>
    inputs.problems.push({
      ...originOf(path),
      message: say`${formatPath(path)} ${message}`,
    })

  const isWhole = isObject(whole)
  const value = isWhole ? whole : { name: document.textAt('name') }
  const { $schema, secrets, ...written } = value as Record<string, unknown>
  checkTexts(written, inputs, refuse)
  const { variables, extra_fields, ...fields } = withVersion(written, inputs)
  return {
    isWhole,
    fields,
    secrets: readSecrets(secrets, find, originOf, refuse),
    variables: toEntries(variables, document, ['variables']),
    extra_fields: isObject(extra_fields) ? extra_fields : {},
    originOf(path) {
      const found = [path, ['extra_fields', ...path]].find(
        place => valueAt(value, place) !== undefined,
      )
      return found && originOf(found)
    },
  }
}

/** Returns a look-up of the secrets that the file may name. */
async function openSecrets(
  { job, env, problems }: Inputs,
  given: Entry[],
): Promise<FindSecret> {
  const text = env[POOL]
  if (text === undefined) {
    const own = valuesOf(given)
    return name => own.get(name) ?? fromEnvironment(name, env)
  }
  // deploy-many.yml gives every job the secrets of all services. The step's own environment does not count there.
  const pool = await parseSecrets(text, {})
  for (const secret of pool.entries) job.maskSecret(secret)
  problems.push(...pool.problems)
  const values = valuesOf([...pool.entries, ...given])
  return name => values.get(name) ?? NOT_PASSED
}

const valuesOf = (entries: Entry[]): Map<string, string> =>
  new Map(entries.map(({ name, value }) => [name, value]))

/** The secrets that the file names. The check of the shape refuses what is no name. */
function readSecrets(
  names: unknown,
  find: FindSecret,
  originOf: (path: Path) => Origin,
  refuse: Refuse,
): Entry[] {
  const entries = new Map<string, Entry>()
  for (const [index, name] of (Array.isArray(names) ? names : []).entries()) {
    if (typeof name !== 'string' || !NAME.test(name)) continue
    const path = ['secrets', index]
    const value = entries.has(name) ? TWICE : find(name)
    if (typeof value === 'string')
      entries.set(name, { name, value, origin: originOf(path) })
    else refuse(path, say`names the secret ${name}, which ${value}`)
  }
  return [...entries.values()]
}

/** Refuses expressions in the file, and `{version}` without the input; warns of the input without `{version}`. */
function checkTexts(
  written: Record<string, unknown>,
  inputs: Inputs,
  refuse: Refuse,
): void {
  const parts = [...partsIn(written)]
  const holds = (text: unknown, sign: string) =>
    typeof text === 'string' && text.includes(sign)
  for (const { path, value } of parts)
    if (holds(path.at(-1), '${{') || holds(value, '${{'))
      refuse(path, EXPRESSION)

  const uses = parts.filter(({ value }) => holds(value, VERSION))
  if (uses.length === 0)
    inputs.noEffect('version', '`{version}` in a text of `config`')
  if (inputs.text('version') === undefined)
    for (const { path } of uses) refuse(path, NO_VERSION)
}

/** Replaces `{version}` in the texts of the file. */
function withVersion<T>(written: T, inputs: Inputs): T {
  const version = inputs.text('version') ?? VERSION
  return mapTexts(written, text => text.replaceAll(VERSION, () => version)) as T
}

function isOutside(folder: string, file: string): boolean {
  const steps = relative(folder, file)
  return /^\.\.([/\\]|$)/.test(steps) || isAbsolute(steps)
}

/** Reads a text file of the workspace, or says why not. Follows links that stay inside the workspace. */
async function readWorkspaceFile(
  workspace: string,
  path: string,
): Promise<Result<string, Sentence>> {
  const refused = (error: Sentence) => ({ ok: false as const, error })
  const target = resolve(workspace, path)
  // Before the path is touched: it may be on a share of the network.
  if (isOutside(workspace, target)) return refused(OUTSIDE)
  try {
    const file = await realpath(target)
    if (isOutside(await realpath(workspace), file)) return refused(OUTSIDE)
    // A named pipe would be read until somebody writes to it.
    if (!(await stat(file)).isFile())
      return refused(say`${path} is no regular file`)
    const decoder = new TextDecoder('utf-8', { fatal: true })
    return { ok: true, value: decoder.decode(await readFile(file)) }
  } catch (error) {
    if (error instanceof TypeError) return refused(say`is not UTF-8 text`)
    return refused(say`the file ${path} ${words(reasonOf(error))}`)
  }
}

function reasonOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return ['ENOENT', 'ENOTDIR'].includes(code)
    ? 'does not exist in the workspace: is the repository checked out before this step?'
    : `cannot be read: ${code}`
}
