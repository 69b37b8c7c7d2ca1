import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { posix, resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import { isObject, textAt, valueAt } from '../base/json.ts'
import { CreateRequest, mapping } from '../service/request.ts'
import { type Inputs, loadYaml } from './inputs.ts'
import {
  type Entries,
  entriesOf,
  type Found,
  fromEnvironment,
  TWICE,
  Variables,
} from './secrets.ts'
import type { Document, Reader } from './yaml.ts'

const NAME = /^[\w.-]*\w$/

/** The message for the most likely mistake: a value in place of a name, which leaks the secret. */
const NAMES = 'must hold only names of variables, and no values'

/** The shape of the file: that of the create request with all fields optional, and with names in place of secrets. */
export const ConfigFile = mapping({
  ...CreateRequest.shape,
  secrets: z.array(z.string(NAMES).check(z.regex(NAME, NAMES))),
  variables: Variables,
  $schema: z.unknown(),
})

/** What the `config` file says. */
export interface Config {
  /** The fields of the request, including those that the interface does not have. */
  fields: Omit<z.infer<typeof ConfigFile>, 'secrets' | 'variables' | '$schema'>
  secrets: Entries
  variables: Entries
}

export const NO_CONFIG: Config = {
  fields: {},
  secrets: new Map(),
  variables: new Map(),
}

/**
 * Reads the `config` file, if the step has one. Masks the secrets that it names.
 *
 * @param given the secrets of the input `secrets`; the file can name them without a variable in the environment
 * @returns undefined if the file has a mistake
 */
export async function readConfig(inputs: Inputs, given: Entries): Promise<Config | undefined> {
  const path = inputs.text('config')
  if (!path) return NO_CONFIG
  const text = readFile(path, inputs)
  if (text === undefined) return undefined
  const file = posix.normalize(path)
  const reader: Reader = {
    refuse(startLine, wrong) {
      const message = `Input \`config\`, ${file}:${startLine}: ${wrong}`
      inputs.problems.set(message, { message, file, startLine })
    },
    warn: text => inputs.warn(`${file} ${text}`),
  }
  for (const [index, line] of text.split('\n').entries())
    if (line.includes('${{'))
      reader.refuse(
        index + 1,
        'holds `${{`, which nothing evaluates in a file: set the field by its input',
      )

  const yaml = await loadYaml()
  const document = yaml.parseDocument(text)
  const secrets = readNamed(document, given, inputs, reader)
  const { raw } = document
  // A number among the variables is sent as it is written: `1.10`, not 1.1.
  const read = yaml.checkDocument(
    {
      ...document,
      raw: isObject(raw) ? { ...raw, variables: valueAt(document.written, 'variables') } : raw,
    },
    ConfigFile,
    reader,
  )
  if (!read) return undefined
  const { $schema, variables, ...fields } = read
  return { fields, secrets, variables: entriesOf(variables) }
}

/** The secrets that the file names. Their values are those of the input, or of the step's environment. */
function readNamed(document: Document, given: Entries, inputs: Inputs, reader: Reader): Entries {
  const names = valueAt(document.raw, 'secrets')
  const entries: Entries = new Map()
  // The shape refuses anything that is not a list of names.
  for (const [index, name] of (Array.isArray(names) ? names : []).entries()) {
    if (typeof name !== 'string' || !NAME.test(name)) continue
    const own = given.get(name)
    const { value = '', wrong }: Found = own ? { value: own } : fromEnvironment(name, inputs.env)
    const mistake = entries.has(name) ? TWICE : wrong
    if (mistake) reader.refuse(document.lineOf(['secrets', index]), `${name}: ${mistake}`)
    inputs.mask(value, `the secret ${name}`)
    entries.set(name, value)
  }
  return entries
}

/** The text of a file of the workspace, if it can be read. Follows links that stay inside. */
function readFile(path: string, inputs: Inputs): string | undefined {
  const workspace = resolve(textAt(inputs.env, 'GITHUB_WORKSPACE'))
  function refuse(why: string): undefined {
    inputs.refuse('config', `${path} ${why}`)
  }

  try {
    const file = realpathSync(resolve(workspace, path))
    if (!(file + sep).startsWith(realpathSync(workspace) + sep))
      return refuse('is outside the workspace, or a link that leads there')
    const found = statSync(file)
    // A named pipe would be read until somebody writes to it.
    if (!found.isFile()) return refuse('is no regular file')
    if (found.size > 1024 * 1024) return refuse('is larger than 1 MiB')
    const bytes = readFileSync(file)
    if (!isUtf8(bytes)) return refuse('is not UTF-8: save it as UTF-8')
    return bytes.toString()
  } catch (error) {
    return refuse(
      `cannot be read in ${workspace}: ${(error as Error).message}. Is the repository checked out before this step?`,
    )
  }
}
