import * as z from 'zod/mini'
import { isObject, parseJson, valueAt } from '../base/json.ts'
import { textLike } from '../service/request.ts'
import { type Inputs, loadYaml } from './inputs.ts'

// The entries of the request's list `secrets`: secrets, which are masked, and plain variables. Their values stay byte for byte.

/** Values by their names. */
export type Entries = Map<string, string>

export const TWICE = 'the name is given twice'

const EntryName = z.string().check(z.minLength(1))

/** A value needs a character other than `=`: a pasted line of base64, `abc==`, looks like the name `abc` with the value `=`. */
const FILLED = /[^=]/
const EMPTY_VALUE = 'is empty, or only `=`'
const Value = textLike(FILLED, EMPTY_VALUE)

const SecretsObject = z.record(EntryName, Value)

/** Plain settings by name. */
export const Variables = z.record(
  EntryName,
  z.union([Value, z.number(), z.boolean()], 'must be a text, a number, true or false'),
)

/** Reads the input `secrets`: a JSON object of strings, or lines. Masks each value. No message quotes one. */
export async function readSecrets(inputs: Inputs): Promise<Entries> {
  const text = inputs.raw('secrets')
  const entries = /^\s*\{/.test(text)
    ? await readObject(text, inputs)
    : readLines('secrets', text, inputs)
  for (const [name, value] of entries) inputs.mask(value, `the secret ${name}`)
  return entries
}

/** A document rather than lines: after comments, it begins with `{`, `%`, `---`, or a key such as `NAME:` before any `=`. */
const DOCUMENT = /^(\s*#[^\n]*\n)*\s*([{%]|---|[^#=\s][^=\n]*:(\s|$))/

/** Reads the input `variables`: lines `NAME=value`, or a YAML or JSON mapping. */
export async function readVariables(inputs: Inputs): Promise<Entries> {
  const text = inputs.raw('variables')
  if (!DOCUMENT.test(text)) return readLines('variables', text, inputs)
  return entriesOf(await inputs.document('variables', Variables, 'written'))
}

/** The members of a mapping, as texts. */
export const entriesOf = (values: object | null | undefined): Entries =>
  new Map(Object.entries(values ?? {}).map(([name, value]) => [name, `${value}`]))

async function readObject(text: string, inputs: Inputs): Promise<Entries> {
  const yaml = await loadYaml()
  const document = yaml.parseDocument(text)
  const json = parseJson(text)
  if (!isObject(json)) {
    // The parser's message is not shown, as it may quote a secret.
    inputs.refuse(
      'secrets',
      'must be a JSON object of strings: look for a missing quote, comma or bracket, a comment of `//` or `/*`, and a line break within a value',
      document.mistakes[0]?.line,
    )
    return new Map()
  }
  if (Object.hasOwn(json, 'github_token'))
    inputs.refuse(
      'secrets',
      'holds `github_token`, the token of this job, which `toJSON(secrets)` brings: list the secrets of the deployment one by one',
    )
  // Finds wrong values, duplicate names and their lines. Cuts the name from each message, as it may be a secret by mistake.
  yaml.checkDocument(document, SecretsObject, {
    ...inputs,
    refuse: (line, message) => inputs.refuse('secrets', message.replace(/.*: /s, ''), line),
  })
  return entriesOf(json)
}

/** Variables of the runner, which may hold a token of the job or the password of a proxy. */
const OF_RUNNER = /^((ACTIONS|GITHUB|INPUT|RUNNER)_|(HTTP|HTTPS|ALL|NO)_PROXY$)/i

/** A value, or why there is none. */
export interface Found {
  value?: string
  wrong?: string
}

/** The value of a variable of the step's environment, or why none is sent. */
export function fromEnvironment(name: string, env: NodeJS.ProcessEnv): Found {
  if (OF_RUNNER.test(name))
    return {
      wrong:
        'names a variable of the runner, which may hold a token or a password and is never sent; `NAME=value` may have any name',
    }
  // Not `textAt`, which would split a name at a dot.
  const value = String(valueAt(env, name) ?? '')
  if (FILLED.test(value)) return { value }
  return {
    wrong:
      'names a variable that is empty or not set in the `env:` of the step; set it there, such as `NAME: ${{ secrets.NAME }}`',
  }
}

/** By input: the pattern of a line, and the message for a line that does not match. */
const FORMS = {
  secrets: {
    // `NAME`, `NAME=value` or `NAME<<END`.
    pattern: /^([\w.-]*\w)(?:\s*|(=|<<(?=.*\S))(.*))$/s,
    other:
      'is none of the forms NAME, NAME=value and NAME<<END. If the line is a part of a value of several lines, write that between NAME<<END and END',
  },
  variables: {
    pattern: /^([\w.-]*\w)(=)(.*)$/s,
    other: 'must be NAME=value, with no white space in the name',
  },
}

type Form = (typeof FORMS)['secrets' | 'variables']

/**
 * The lines of an input with their indexes. `readLines` and `blockUntil` share one iterator: as it is that of an array, a loop
 * that ends early does not close it.
 */
type Lines = IterableIterator<[index: number, line: string]>

/** Reads the entries in the lines of an input. A line ends in LF or CRLF. */
function readLines(input: keyof typeof FORMS, text: string, inputs: Inputs): Entries {
  const entries: Entries = new Map()
  const lines: Lines = text.split('\n').entries()
  for (const [index, line] of lines) {
    if (/^(#|\s*$)/.test(line)) continue
    const { name, value = '', wrong } = readLine(FORMS[input], line, lines, inputs.env)
    // No message quotes the name, as it may be a part of a pasted value.
    if (!FILLED.test(value)) inputs.refuse(input, wrong ?? `the value ${EMPTY_VALUE}`, index + 1)
    else if (entries.has(name)) inputs.refuse(input, TWICE, index + 1)
    else entries.set(name, value)
  }
  return entries
}

function readLine(
  { pattern, other }: Form,
  line: string,
  lines: Lines,
  env: NodeJS.ProcessEnv,
): Found & { name: string } {
  const [, name = '', sign, rest = ''] = pattern.exec(withoutReturn(line)) ?? []
  if (name === '') return { name, wrong: other }
  if (sign === '<<') return { name, ...blockUntil(rest, lines) }
  if (sign === '=') return { name, value: rest }
  return { name, ...fromEnvironment(name, env) }
}

/** Takes the next lines up to the one that has only the end word. The line breaks between them stay as they are. */
function blockUntil(end: string, lines: Lines): Found {
  const block: string[] = []
  for (const [, line] of lines) {
    if (withoutReturn(line) === end) return { value: withoutReturn(block.join('\n')) }
    block.push(line)
  }
  return {
    wrong: 'no later line has only the word after `<<`, which ends the value',
  }
}

const withoutReturn = (line: string): string => line.replace(/\r$/, '')
