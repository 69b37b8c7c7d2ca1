import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import type { Job } from '../github/job.ts'
import { formatPath, isObject, mapTexts, type Path, partsIn, valueAt } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { CreateDeploymentRequest } from '../service/requests.ts'
import { ExtraFields, readDocument, Variables } from './documents.ts'
import type { Inputs } from './inputs.ts'
import { EMPTY_STRING } from './problem.ts'
import { type Entry, fromEnvironment, NAME, parseSecrets, toVariables } from './secrets.ts'

/** A value in place of a name is the most likely mistake, and leaks the secret. */
const VALUE = 'must be the name of an environment variable alone: the file holds no values'
const NAMES = 'must be a list of names of environment variables: the file holds no values'

const VERSION = '{version}'
const NO_VERSION = say`holds {version}, but the input \`version\` is not set; ${words(EMPTY_STRING)}`
const NOT_PASSED = say`the workflow does not pass; add it to the \`secrets\` that it passes to deploy-many.yml`
const EXPRESSION = say`holds an expression, \`\${{\`, which nothing evaluates in a file: set the field by the input of the step, or use {version} and the input \`version\``

/** The shape of the create request with all fields optional, secret names instead of secrets, and extra fields. */
export const ConfigFile = CreateDeploymentRequest.partial().extend({
  secrets: z.array(z.string(VALUE).regex(NAME, VALUE), NAMES).optional(),
  variables: Variables.optional(),
  extra_fields: ExtraFields.optional(),
  $schema: z.unknown().optional(),
})

/** The content of the `config` file. */
export type Config = NonNullable<Awaited<ReturnType<typeof readConfig>>>

/**
 * Reads the `config` file. Reports each mistake with its place, and masks the pool. Undefined if it cannot be read.
 *
 * @param given names in the input `secrets`, which need no environment variable
 */
export async function readConfig(inputs: Inputs, given: Set<string>, job: Job, env: NodeJS.ProcessEnv) {
  const { problems } = inputs
  // deploy-many.yml gives every job the secrets of all services.
  const { SECRETS_POOL } = env
  const pool = SECRETS_POOL === undefined ? undefined : await parseSecrets(SECRETS_POOL, {})
  for (const secret of pool?.entries ?? []) job.maskSecret(secret)
  problems.push(...(pool?.problems ?? []))
  const workspace = env['GITHUB_WORKSPACE'] || process.cwd()
  const path = inputs.text('config') ?? ''
  const text = await readWorkspaceFile(workspace, path)
  if (typeof text !== 'string') {
    inputs.refuse('config', text)
    return undefined
  }
  // With slashes, as annotations use it.
  const file = relative(workspace, resolve(workspace, path)).split(sep).join('/')
  const document = readDocument(text, ConfigFile, place => ({ place: { ...place, file } }))
  const { originOf, value: whole } = document
  const value = isObject(whole) ? whole : { name: document.textAt('name') }
  problems.push(...document.problems)
  inputs.warnings.push(...document.warnings)
  const version = inputs.text('version')
  const refuse = (path: Path, message: Sentence) =>
    problems.push({ ...originOf(path), message: say`${formatPath(path)} ${message}` })
  const { $schema, secrets, ...written } = value as Record<string, unknown>
  const uses: Path[] = []
  for (const { path, value: part } of partsIn(written)) {
    const [key, text = ''] = [path.at(-1), part].map(one => (typeof one === 'string' ? one : ''))
    if (`${key} ${text}`.includes('${{')) refuse(path, EXPRESSION)
    else if (text.includes(VERSION)) uses.push(path)
  }
  if (version === undefined) for (const path of uses) refuse(path, NO_VERSION)
  else if (uses.length === 0) inputs.noEffect('version', '`{version}` in a text of `config`')
  const withVersion = (text: string) =>
    version === undefined ? text : text.replaceAll(VERSION, () => version)
  const { variables, extra_fields, ...fields } = mapTexts(written, withVersion) as typeof written

  const passed = pool && new Map(pool.entries.map(({ name, value }) => [name, value]))
  const names: unknown[] = Array.isArray(secrets) ? secrets : []
  function readSecret(name: unknown, index: number): Entry[] {
    // The check of the shape refuses all other names.
    if (typeof name !== 'string' || !NAME.test(name) || given.has(name)) return []
    const path = ['secrets', index]
    // Where the step has a pool, its own environment does not count.
    const found = passed ? (passed.get(name) ?? NOT_PASSED) : fromEnvironment(name, env)
    const value = names.indexOf(name) < index ? say`is given twice` : found
    if (typeof value === 'string') return [{ name, value, origin: originOf(path) }]
    refuse(path, say`names the ${words(passed ? 'secret' : 'environment variable')} ${name}, which ${value}`)
    return []
  }

  return {
    /** Whether the file is a mapping that can be read. If not, only its `name` is known, if anything is. */
    isWhole: isObject(whole),
    fields,
    secrets: names.flatMap(readSecret),
    variables: Variables.safeParse(variables).success
      ? toVariables(variables as z.infer<typeof Variables>, document, ['variables'])
      : [],
    extra_fields: isObject(extra_fields) ? extra_fields : {},
    /** The place of a field; undefined if the file does not contain it. */
    originOf: (path: Path) => (valueAt(value, path) === undefined ? undefined : originOf(path)),
  }
}

const MAX_BYTES = 256 * 1024

/** Reads a text file of the workspace, or says why not. Follows links that stay inside the workspace. */
async function readWorkspaceFile(workspace: string, path: string): Promise<string | Sentence> {
  const target = resolve(workspace, path)
  const outside = say`is outside the workspace, or a link that leads there`
  const isOutside = (folder: string, file: string) => {
    const steps = relative(folder, file)
    return /^\.\.([/\\]|$)/.test(steps) || isAbsolute(steps)
  }
  // Before the path is touched: it may be on a share of the network.
  if (isOutside(workspace, target)) return outside
  try {
    const [folder, file] = await Promise.all([realpath(workspace), realpath(target)])
    if (isOutside(folder, file)) return outside
    const found = await stat(file)
    if (!found.isFile() || found.size > MAX_BYTES) return say`is not a file of at most 256 KiB`
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    if (error instanceof TypeError) return say`is not UTF-8 text`
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = ['ENOENT', 'ENOTDIR'].includes(code)
      ? 'does not exist in the workspace: is the repository checked out before this step?'
      : `cannot be read: ${code}`
    return say`the file ${path} ${words(reason)}`
  }
}
