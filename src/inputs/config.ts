import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isObject, mapTexts, type Path, partsIn, valueAt } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { Inputs } from './inputs.ts'
import { VARIABLE_NAME } from './parse.ts'
import { EMPTY_STRING, type Origin } from './problem.ts'
import {
  byName,
  type Entry,
  fromEnvironment,
  POOL,
  readEntries,
  toEntries,
} from './secrets.ts'
import type { CheckedDocument } from './shapes.ts'

/** A larger file takes longer to read than a cancellation may take. */
const MAX_BYTES = 512 * 1024

const VERSION = '{version}'
const OUTSIDE = say`is outside the workspace, or a link that leads there`

/** The content of the `config` file. */
export interface Config {
  /** Whether all of it is known. If not, only its `name` is, if anything is. */
  isWhole: boolean
  /** Fields of the request, and extra ones. Those of an invalid file may have any type. */
  fields: Record<string, unknown>
  /** The secrets that the file names. */
  secrets: Entry[]
  variables: Entry[]
  /** The place of a part of the file; undefined if the file does not contain it. */
  originOf(path: Path): Origin | undefined
}

/**
 * Reads the `config` file; undefined if it cannot be read. Reports each mistake with its place, and masks the secrets.
 *
 * @param given the secrets of the input, which need no environment variable
 */
export async function readConfig(
  path: string,
  given: Entry[],
  inputs: Inputs,
): Promise<Config | undefined> {
  const workspace = inputs.env['GITHUB_WORKSPACE'] || process.cwd()
  // Read before the file, so that it counts as known whatever the file is.
  const version = inputs.text('version')
  const text = await readWorkspaceFile(workspace, path)
  if (typeof text !== 'string') {
    inputs.refuse('config', text)
    return undefined
  }

  const steps = relative(workspace, resolve(workspace, path))
  // With slashes, as annotations use it.
  const file = steps.replaceAll(sep, '/')
  const { readDocument } = await import('./shapes.ts')
  const document = readDocument('config', text, inputs, at => ({
    place: { ...at, file },
  }))
  const { value, partAt } = document
  const isWhole = isObject(value)
  const known = isWhole
    ? value
    : { name: partAt(['name'])?.source || undefined }
  const { $schema, secrets, ...content } = known
  const { variables, ...fields } = withVersion(
    content,
    version,
    inputs,
    document,
  )
  return {
    isWhole,
    fields,
    secrets: await readNamed(secrets, given, inputs, document),
    variables: toEntries(variables, document, ['variables']),
    originOf: path =>
      valueAt(known, path) === undefined ? undefined : document.originOf(path),
  }
}

/** The secrets that the file names. The check of the shape refuses what is no name. */
async function readNamed(
  names: unknown,
  given: Entry[],
  inputs: Inputs,
  { originOf, refuse }: CheckedDocument,
): Promise<Entry[]> {
  const { job, env } = inputs
  const pool = env[POOL]
  const pooled = await readEntries(
    'secrets',
    { ...inputs, env: {} },
    pool ?? '',
  )
  const known = byName([...pooled, ...given])
  // deploy-many.yml gives every job the secrets of all services. The step's own environment does not count there.
  const find = (name: string) =>
    known.get(name)?.value ??
    (pool === undefined
      ? fromEnvironment(name, env)
      : say`the workflow does not pass; add it to the \`secrets\` that it passes to deploy-many.yml`)
  const entries = new Map<string, Entry>()

  for (const [index, name] of (Array.isArray(names) ? names : []).entries()) {
    if (typeof name !== 'string' || !VARIABLE_NAME.test(name)) continue
    const path = ['secrets', index]
    const value = entries.has(name) ? say`is given twice` : find(name)
    if (typeof value === 'string') {
      job.maskSecret({ name, value })
      entries.set(name, { name, value, origin: originOf(path) })
    } else refuse(path, say`names the secret ${name}, which ${value}`)
  }
  return [...entries.values()]
}

/** The content of the file with the version in its texts. Refuses expressions, and `{version}` without the input. */
function withVersion(
  content: Record<string, unknown>,
  version: string | undefined,
  { noEffect }: Inputs,
  { refuse }: CheckedDocument,
): Record<string, unknown> {
  let isUsed = false
  for (const { path, value } of partsIn(content)) {
    const own = typeof value === 'string' ? value : ''
    if (`${String(path.at(-1))} ${own}`.includes('${{'))
      refuse(
        path,
        say`holds an expression, \`\${{\`, which nothing evaluates in a file: set the field by the input of the step, or use {version} and the input \`version\``,
      )
    if (!own.includes(VERSION)) continue
    isUsed = true
    if (version === undefined)
      refuse(
        path,
        say`holds {version}, but the input \`version\` is not set; ${words(EMPTY_STRING)}`,
      )
  }
  if (!isUsed) noEffect('version', '`{version}` in a text of `config`')
  return mapTexts(content, own =>
    own.replaceAll(VERSION, () => version ?? VERSION),
  ) as Record<string, unknown>
}

function isOutside(folder: string, file: string): boolean {
  const steps = relative(folder, file)
  return /^\.\.([/\\]|$)/.test(steps) || isAbsolute(steps)
}

/** The text of a file of the workspace, or why it is not read. Follows links that stay inside the workspace. */
async function readWorkspaceFile(
  workspace: string,
  path: string,
): Promise<string | Sentence> {
  const target = resolve(workspace, path)
  // Before the path is touched: it may be on a share of the network.
  if (isOutside(workspace, target)) return OUTSIDE
  try {
    const file = await realpath(target)
    if (isOutside(await realpath(workspace), file)) return OUTSIDE
    // A named pipe would be read until somebody writes to it.
    const found = await stat(file)
    if (!found.isFile()) return say`${path} is no regular file`
    if (found.size > MAX_BYTES) return say`${path} is larger than 512 KiB`
    const decoder = new TextDecoder('utf-8', { fatal: true })
    return decoder.decode(await readFile(file))
  } catch (error) {
    if (error instanceof TypeError) return say`is not UTF-8 text`
    const { code = '' } = error as NodeJS.ErrnoException
    const reason = ['ENOENT', 'ENOTDIR'].includes(code)
      ? 'does not exist in the workspace: is the repository checked out before this step?'
      : `cannot be read: ${code}`
    return say`the file ${path} ${words(reason)}`
  }
}
