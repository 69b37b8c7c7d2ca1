import { readFile, realpath } from 'node:fs/promises'
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
import { type Sentence, say, words } from '../lib/sentence.ts'
import { CreateDeploymentRequest } from '../service/requests.ts'
import { ExtraFields, readDocument, Variables } from './documents.ts'
import type { Inputs } from './inputs.ts'
import { EMPTY_STRING } from './problem.ts'
import {
  type Entry,
  fromEnvironment,
  NAME,
  parseSecrets,
  toVariables,
} from './secrets.ts'

/** A value in place of a name is the most likely mistake, and leaks the secret. */
const NAMES = 'must hold only names of environment variables, and no values'

const VERSION = '{version}'
const NO_VERSION = say`holds {version}, but the input \`version\` is not set; ${words(EMPTY_STRING)}`
const NOT_PASSED = say`the workflow does not pass; add it to the \`secrets\` that it passes to deploy-many.yml`
const EXPRESSION = say`holds an expression, \`\${{\`, which nothing evaluates in a file: set the field by the input of the step, or use {version} and the input \`version\``

/** The shape of the create request with all fields optional, secret names instead of secrets, and extra fields. */
export const ConfigFile = CreateDeploymentRequest.partial().extend({
  secrets: z.array(z.string(NAMES).regex(NAME, NAMES), NAMES).optional(),
  variables: Variables.optional(),
  extra_fields: ExtraFields.optional(),
  $schema: z.unknown().optional(),
})

/** The content of the `config` file. */
export type Config = NonNullable<Awaited<ReturnType<typeof readConfig>>>

/**
 * Reads the `config` file. Reports each mistake with its place, and masks the pool. Undefined if it cannot be read.
 *
 * @param secrets those of the input, which need no environment variable
 */
export async function readConfig(inputs: Inputs, secrets: Entry[]) {
  const given = new Set(secrets.map(({ name }) => name))
  const find = await openPool(inputs)
  const workspace = inputs.env['GITHUB_WORKSPACE'] || process.cwd()
  const path = inputs.text('config') ?? ''
  const text = await readWorkspaceFile(workspace, path)
  if (typeof text !== 'string') {
    inputs.refuse('config', text)
    return undefined
  }
  // With slashes, as annotations use it.
  const file = relative(workspace, resolve(workspace, path))
    .split(sep)
    .join('/')
  const document = readDocument(text, ConfigFile, place => ({
    place: { ...place, file },
  }))
  const { originOf, value: whole } = document
  inputs.problems.push(...document.problems)
  inputs.warnings.push(...document.warnings)
  const refuse: Refuse = (path, message) =>
    inputs.problems.push({
      ...originOf(path),
      message: say`${formatPath(path)} ${message}`,
    })
  const value: Record<string, unknown> = isObject(whole)
    ? whole
    : { name: document.textAt('name') }
  const { $schema, secrets: named, ...written } = value
  const { variables, extra_fields, ...fields } = withVersion(
    written,
    inputs,
    refuse,
  )
  const names: unknown[] = Array.isArray(named) ? named : []
  function readSecret(name: unknown, index: number): Entry[] {
    // The check of the shape refuses all other names.
    if (typeof name !== 'string' || !NAME.test(name) || given.has(name))
      return []
    const path = ['secrets', index]
    const value = names.indexOf(name) < index ? say`is given twice` : find(name)
    if (typeof value === 'string')
      return [{ name, value, origin: originOf(path) }]
    refuse(path, say`names the secret ${name}, which ${value}`)
    return []
  }
  return {
    /** Whether the file is a mapping that can be read. If not, only its `name` is known, if anything is. */
    isWhole: isObject(whole),
    fields,
    secrets: names.flatMap(readSecret),
    variables: toVariables(variables, document, ['variables']),
    extra_fields: isObject(extra_fields) ? extra_fields : {},
    /** The place of a field; undefined if the file does not contain it. */
    originOf: (path: Path) =>
      valueAt(value, path) === undefined ? undefined : originOf(path),
  }
}

type Refuse = (path: Path, message: Sentence) => void

/** Returns a look-up of the value of a secret that the file names, or of why there is none. */
async function openPool({
  job,
  env,
  problems,
}: Inputs): Promise<(name: string) => string | Sentence> {
  const { CREATE_DEPLOYMENT_SECRETS_POOL: secrets } = env
  if (secrets === undefined) return name => fromEnvironment(name, env)
  // deploy-many.yml gives every job the secrets of all services. The step's own environment does not count there.
  const pool = await parseSecrets(secrets, {})
  for (const secret of pool.entries) job.maskSecret(secret)
  problems.push(...pool.problems)
  const values = new Map(pool.entries.map(({ name, value }) => [name, value]))
  return name => values.get(name) ?? NOT_PASSED
}

/** Replaces `{version}` in the texts of the file, and refuses expressions. */
function withVersion(
  written: Record<string, unknown>,
  inputs: Inputs,
  refuse: Refuse,
): typeof written {
  const version = inputs.text('version')
  const uses: Path[] = []
  for (const { path, value } of partsIn(written)) {
    const [key, text = ''] = [path.at(-1), value].map(part =>
      typeof part === 'string' ? part : '',
    )
    if (`${key} ${text}`.includes('${{')) refuse(path, EXPRESSION)
    else if (text.includes(VERSION)) uses.push(path)
  }
  if (version === undefined) {
    for (const path of uses) refuse(path, NO_VERSION)
    return written
  }
  if (uses.length === 0)
    inputs.noEffect('version', '`{version}` in a text of `config`')
  return mapTexts(written, text =>
    text.replaceAll(VERSION, () => version),
  ) as typeof written
}

function isOutside(folder: string, file: string): boolean {
  const steps = relative(folder, file)
  return /^\.\.([/\\]|$)/.test(steps) || isAbsolute(steps)
}

/** Reads a text file of the workspace, or says why not. Follows links that stay inside the workspace. */
async function readWorkspaceFile(
  workspace: string,
  path: string,
): Promise<string | Sentence> {
  const target = resolve(workspace, path)
  const outside = say`is outside the workspace, or a link that leads there`
  // Before the path is touched: it may be on a share of the network.
  if (isOutside(workspace, target)) return outside
  try {
    const file = await realpath(target)
    if (isOutside(await realpath(workspace), file)) return outside
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await readFile(file),
    )
  } catch (error) {
    if (error instanceof TypeError) return say`is not UTF-8 text`
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = ['ENOENT', 'ENOTDIR'].includes(code)
      ? 'does not exist in the workspace: is the repository checked out before this step?'
      : `cannot be read: ${code}`
    return say`the file ${path} ${words(reason)}`
  }
}
