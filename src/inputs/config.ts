import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import { valueAt } from '../service/deployment.ts'
import { CreateRequest, type Secret } from '../service/request.ts'
import { type Inputs, warnOfUnknown } from './inputs.ts'
import {
  accepted,
  type Found,
  fromEnvironment,
  type RefuseAt,
  Variables,
  variablesIn,
} from './secrets.ts'
import { type Read, readDocument } from './yaml.ts'

const MOST_BYTES = 1024 * 1024

const NAME = /^[A-Za-z_]\w*$/

/** A value in place of a name is the most likely mistake, and leaks the secret. */
const NAMES = 'must hold only names of variables, and no values'

/** The shape of the file: that of the create request with all fields optional, and with names in place of secrets. */
export const ConfigFile = CreateRequest.partial().extend({
  secrets: z.array(z.string(NAMES).regex(NAME, NAMES)).optional(),
  variables: Variables.optional(),
  $schema: z.unknown().optional(),
})

/** What the `config` file says. */
export interface Config {
  /** The fields of the request, with those that the interface does not have. */
  fields: Omit<z.infer<typeof ConfigFile>, 'secrets' | 'variables' | '$schema'>
  secrets: Secret[]
  variables: Secret[]
}

const NO_CONFIG: Config = { fields: {}, secrets: [], variables: [] }

/**
 * Reads the `config` file, if the step has one. Masks the secrets that it names.
 *
 * @param given the secrets of the input, which need no variable
 * @returns undefined if it has a mistake, so that nothing is said of what it may hold
 */
export function readConfig(
  inputs: Inputs,
  given: Secret[],
): Config | undefined {
  const path = inputs.text('config')
  if (!path) return NO_CONFIG
  const workspace = inputs.env['GITHUB_WORKSPACE'] || process.cwd()
  const { text, wrong } = readFile(workspace, path)
  if (text === undefined) {
    inputs.refuse('config', wrong ?? '')
    return undefined
  }
  const file = relative(workspace, resolve(workspace, path)).replaceAll(
    sep,
    '/',
  )
  const refuse: RefuseAt = (line, message) =>
    inputs.add({
      message: `${file}:${line}: ${message}`,
      file,
      startLine: line,
    })
  for (const [index, line] of text.split('\n').entries())
    if (line.includes('${{'))
      refuse(
        index + 1,
        'holds `${{`, which nothing evaluates in a file: set the field by its input',
      )

  const document = readDocument(text, ConfigFile)
  warnOfUnknown(file, document.unknown, inputs.run)
  for (const { line, message } of document.problems) refuse(line, message)
  const secrets = readNamed(document, given, inputs, refuse)
  const { $schema, variables, ...fields } = document.value ?? {}
  return (
    document.value && {
      fields,
      secrets,
      variables: variablesIn(document, variables, ['variables'], refuse),
    }
  )
}

/** The secrets that the file names. Their values are those of the input, or of the step's environment. */
function readNamed(
  { raw, lineOf }: Read<unknown>,
  given: Secret[],
  { env, run }: Inputs,
  refuse: RefuseAt,
): Secret[] {
  const names = valueAt(raw, 'secrets')
  const entries = (Array.isArray(names) ? names : []).flatMap((name, index) => {
    // The shape has refused what is no name.
    if (typeof name !== 'string' || !NAME.test(name)) return []
    const line = lineOf(['secrets', index])
    const own: Found | undefined = given.find(one => one.name === name)
    const { value, wrong } = own ?? fromEnvironment(name, env)
    if (value === undefined) refuse(line, `the secret ${name} ${wrong}`)
    run.mask(value ?? '', `the secret ${name}`)
    return value === undefined ? [] : [{ name, value, line }]
  })
  return accepted(entries, refuse, true)
}

/** The text of a file of the workspace, or why it is not read. Follows links that stay inside. */
function readFile(
  workspace: string,
  path: string,
): { text?: string; wrong?: string } {
  const target = resolve(workspace, path)
  try {
    // Before the path is touched: it may be on a share of the network.
    if (isOutside(workspace, target)) return OUTSIDE
    const file = realpathSync(target)
    if (isOutside(realpathSync(workspace), file)) return OUTSIDE
    const found = statSync(file)
    // A named pipe would be read until somebody writes to it.
    if (!found.isFile()) return { wrong: `${path} is no regular file` }
    if (found.size > MOST_BYTES)
      return { wrong: `${path} is larger than 1 MiB` }
    return { text: readFileSync(file, 'utf8') }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`
    return {
      wrong: `${path} ${why}: it was looked for at ${target}. Is the repository checked out before this step?`,
    }
  }
}

const OUTSIDE = {
  wrong: 'is outside the workspace, or a link that leads there',
}

function isOutside(folder: string, file: string): boolean {
  const steps = relative(folder, file)
  return /^\.\.([/\\]|$)/.test(steps) || isAbsolute(steps)
}
