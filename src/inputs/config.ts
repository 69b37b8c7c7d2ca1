import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import type { Job } from '../github/job.ts'
import { formatPath, isObject, mapTexts, type Path, partsIn, valueAt } from '../lib/json.ts'
import type { Result } from '../lib/result.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { CreateDeploymentRequest } from '../service/requests.ts'
import { ExtraFields, readDocument, Variables } from './documents.ts'
import type { Inputs } from './inputs.ts'
import { EMPTY_STRING, type Origin } from './problem.ts'
import {
  type Entry,
  fromEnvironment,
  isOfRunner,
  NAME,
  OWN_TO_RUNNER,
  parseSecrets,
  toVariables,
  UNSET,
} from './secrets.ts'

/** A value in place of a name is the most likely mistake, and leaks the secret. */
const VALUE =
  'must be the name of an environment variable alone: the value comes from there, never from the file'
const NAMES = 'must be a list of names of environment variables: the file holds no values'

/** What the input `version` replaces in texts. */
const VERSION = '{version}'
const NO_VERSION = say`holds {version}, but the input \`version\` is not set; ${words(EMPTY_STRING)}`
const EXPRESSION = say`holds an expression, \`\${{\`, which nothing evaluates in a file: set the field by the input of the step, or use {version} and the input \`version\``

/** The shape of the create request with all fields optional, secret names instead of secrets, and extra fields. */
export const ConfigFile = CreateDeploymentRequest.partial().extend({
  secrets: z.array(z.string(VALUE).regex(NAME, VALUE), NAMES).optional(),
  variables: Variables.optional(),
  extra_fields: ExtraFields.optional(),
  $schema: z.unknown().optional(),
})

/** The content of the `config` file. */
export interface Config {
  /** Whether the file is a mapping that can be read. If not, only its `name` is known, if anything is. */
  isWhole: boolean
  /** The request fields, which are valid if there are no problems. */
  fields: Record<string, unknown>
  secrets: Entry[]
  variables: Entry[]
  extra_fields: Record<string, unknown>
  /** The place of a field; undefined if the file does not contain it. */
  originOf(path: Path): Origin | undefined
}

/** The variable through which deploy-many.yml gives every job the secrets of all services. */
const POOL = 'SECRETS_POOL'

/**
 * Reads the `config` file: YAML or JSON inside the workspace. Reports each mistake with its place, and masks every value
 * of the pool.
 *
 * @param given names in the input `secrets`, which need no environment variable
 * @returns undefined if the file cannot be read
 */
export async function readConfig(
  inputs: Inputs,
  given: ReadonlySet<string>,
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<Config | undefined> {
  const { problems } = inputs
  const pool = env[POOL] === undefined ? undefined : await parseSecrets(env[POOL], {})
  for (const secret of pool?.entries ?? []) job.maskSecret(secret)
  problems.push(...(pool?.problems ?? []))
  const workspace = env['GITHUB_WORKSPACE'] || process.cwd()
  const path = inputs.text('config') ?? ''
  const text = await readWorkspaceFile(workspace, path)
  if (!text.ok) {
    inputs.refuse('config', text.error)
    return undefined
  }
  // With slashes, as annotations use it.
  const file = relative(workspace, resolve(workspace, path)).split(sep).join('/')
  const document = readDocument(text.value, ConfigFile, place => ({ place: { ...place, file } }))
  const { value, originOf } = document
  problems.push(...document.problems)
  inputs.warnings.push(...document.warnings)
  const version = inputs.text('version')
  let isVersionUsed = false
  function withVersion(text: string): string {
    isVersionUsed ||= text.includes(VERSION)
    return version === undefined ? text : text.replaceAll(VERSION, () => version)
  }
  if (!isObject(value)) {
    const name = document.textAt('name')
    const fields = name === undefined ? {} : { name: withVersion(name) }
    return { isWhole: false, fields, secrets: [], variables: [], extra_fields: {}, originOf: () => undefined }
  }
  const refuse = (path: Path, message: Sentence) =>
    problems.push({ ...originOf(path), message: say`${formatPath(path)} ${message}` })
  const { $schema, secrets, ...written } = value
  for (const { path, value: part } of partsIn(written)) {
    const isExpression = [path.at(-1), part].some(text => typeof text === 'string' && text.includes('${{'))
    if (isExpression) refuse(path, EXPRESSION)
    else if (version === undefined && typeof part === 'string' && part.includes(VERSION))
      refuse(path, NO_VERSION)
  }
  const { variables, extra_fields, ...fields } = mapTexts(written, withVersion) as typeof written
  if (version !== undefined && !isVersionUsed)
    inputs.warnings.push({
      input: 'version',
      message: say`has no effect: no text of \`config\` holds {version}`,
    })

  // The step's own environment, or, where the step has a pool, the pool alone.
  const values = pool ? Object.fromEntries(pool.entries.map(({ name, value }) => [name, value])) : env
  const names: unknown[] = Array.isArray(secrets) ? secrets : []
  function readSecret(name: unknown, index: number): Entry[] {
    // The check of the shape refuses all other names.
    if (typeof name !== 'string' || !NAME.test(name) || given.has(name)) return []
    const path = ['secrets', index]
    const value = fromEnvironment(name, values)
    const missing = pool
      ? say`names the secret ${name}, which the workflow does not pass; add it to the \`secrets\` that it passes to deploy-many.yml`
      : say`names the environment variable ${name}, which ${words(UNSET)}`
    if (names.indexOf(name) < index) refuse(path, say`is given twice`)
    else if (!pool && isOfRunner(name)) refuse(path, OWN_TO_RUNNER)
    else if (value === undefined) refuse(path, missing)
    else return [{ name, value, origin: originOf(path) }]
    return []
  }

  return {
    isWhole: true,
    fields,
    secrets: names.flatMap(readSecret),
    variables: Variables.safeParse(variables).success
      ? toVariables(variables as z.infer<typeof Variables>, document, ['variables'])
      : [],
    extra_fields: isObject(extra_fields) ? extra_fields : {},
    originOf: path => (valueAt(value, path) === undefined ? undefined : originOf(path)),
  }
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
  if (leadsOut(workspace, target)) return refused(say`is outside the workspace`)
  try {
    const [folder, file] = await Promise.all([realpath(workspace), realpath(target)])
    if (leadsOut(folder, file)) return refused(say`is a link to outside the workspace`)
    const found = await stat(file)
    if (!found.isFile() || found.size > MAX_BYTES) return refused(say`is not a file of at most 256 KiB`)
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)) }
  } catch (error) {
    if (error instanceof TypeError) return refused(say`is not UTF-8 text`)
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = ['ENOENT', 'ENOTDIR'].includes(code)
      ? 'does not exist in the workspace: is the repository checked out before this step?'
      : `cannot be read: ${code}`
    return refused(say`the file ${path} ${words(reason)}`)
  }
}

function leadsOut(folder: string, path: string): boolean {
  const steps = relative(folder, path)
  return steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps)
}
