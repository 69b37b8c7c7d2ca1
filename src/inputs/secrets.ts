import * as z from 'zod'
import { EMPTY_SECRET } from '../report/stop.ts'
import { isObject, parseJson } from '../service/deployment.ts'
import type { Secret } from '../service/request.ts'
import type { Inputs } from './inputs.ts'
import { type Read, readDocument } from './yaml.ts'

// The entries of the request's list `secrets`: secrets, which are masked, and plain variables. Byte for byte.

/** Plain settings by name. */
export const Variables = z.record(
  z.string().min(1),
  z.union(
    [z.string(), z.number(), z.boolean()],
    'must be a text, a number, true or false',
  ),
)

const SecretsObject = z.record(z.string().min(1), z.string())

/** An entry, and the line that gives it. */
interface Entry extends Secret {
  line: number
}

/** Writes down a mistake at a line. */
export type RefuseAt = (line: number, message: string) => void

/** Reads the input `secrets`: a JSON object of strings, or lines. Masks each value. No message quotes one. */
export function readSecrets(inputs: Inputs): Secret[] {
  const text = inputs.raw('secrets').replace(/^\ufeff/, '')
  const refuse: RefuseAt = (line, message) =>
    inputs.refuse('secrets', message, line)
  const isJson = text.trimStart().startsWith('{')
  const entries = isJson
    ? readObject(text, refuse)
    : readLines('secrets', text, inputs)
  for (const { name, value } of entries)
    inputs.run.mask(value, `the secret ${name}`)
  if (isJson && entries.some(({ name }) => name === 'github_token'))
    inputs.refuse(
      'secrets',
      'holds `github_token`, the token of this job, which `toJSON(secrets)` brings: list the secrets of the deployment one by one',
    )
  return accepted(entries, refuse, isJson)
}

/** Reads the input `variables`: lines `NAME=value`, or a YAML or JSON mapping. */
export function readVariables(inputs: Inputs): Secret[] {
  const text = inputs.raw('variables')
  const refuse: RefuseAt = (line, message) =>
    inputs.refuse('variables', message, line)
  const first = text.replace(/^\s*(#.*\n\s*)*/, '')
  // A mapping in braces, the start of a document, or a key before any `=`.
  const isDocument = /^([{%]|---|[^=\n]*:(\s|$))/.test(first)
  if (!isDocument)
    return accepted(readLines('variables', text, inputs), refuse, true)
  const document = readDocument(text, Variables)
  for (const { line, message } of document.problems) refuse(line, message)
  return variablesIn(document, document.value, [], refuse)
}

/** The variables of a mapping that stands at a path of a document. A number is sent as it is written, such as `1.10`. */
export function variablesIn(
  { lineOf, sourceOf }: Pick<Read<unknown>, 'lineOf' | 'sourceOf'>,
  variables: z.infer<typeof Variables> | undefined,
  parent: string[],
  refuse: RefuseAt,
): Secret[] {
  const entries = Object.entries(variables ?? {}).map(([name, value]) => {
    const path = [...parent, name]
    const written = typeof value === 'string' ? value : sourceOf(path)
    return { name, value: written ?? `${value}`, line: lineOf(path) }
  })
  return accepted(entries, refuse, true)
}

/** The entries without their lines. Refuses an empty value, and a name that is given twice. */
export function accepted(
  entries: Entry[],
  refuse: RefuseAt,
  isNamed: boolean,
): Secret[] {
  const names = new Set<string>()
  for (const { name, value, line } of entries) {
    // The name on a line may be a part of a pasted value.
    const shown = isNamed ? ` ${name}` : ''
    if (names.has(name)) refuse(line, `the name${shown} is given twice`)
    if (value === '')
      refuse(
        line,
        `the value${shown && ` of${shown}`} is empty: ${EMPTY_SECRET}`,
      )
    names.add(name)
  }
  return entries.map(({ name, value }) => ({ name, value }))
}

function readObject(text: string, refuse: RefuseAt): Entry[] {
  const json = parseJson(text)
  if (json === undefined) {
    refuse(
      1,
      'must be a JSON object of strings: look for a missing quote, comma or bracket, and for a line break within a value',
    )
    return []
  }
  // For a name that is given twice, and a value that is no text.
  const { problems, lineOf } = readDocument(text, SecretsObject)
  for (const { line, message } of problems) refuse(line, message)
  return Object.entries(isObject(json) ? json : {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value, line: lineOf([name]) }] : [],
  )
}

/** What belongs to the runner, and may be a token of the job. */
const OF_RUNNER = /^(ACTIONS|GITHUB|INPUT|RUNNER)_/i

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
        'names a variable of the runner, which may hold a token of the job and is never sent; `NAME=value` may have any name',
    }
  const value = Object.hasOwn(env, name) ? env[name] : undefined
  if (value === undefined)
    return {
      wrong:
        "names no variable of the step's `env:`; set it there, such as `NAME: ${{ secrets.NAME }}`",
    }
  return { value }
}

const LINE = {
  secrets: /^([A-Za-z_]\w*)(?:\s*|(=|<<(?=.*\S))(.*))$/s,
  variables: /^([A-Za-z_]\w*)(=)(.*)$/s,
}

const BLOCK = 'A value of several lines goes between NAME<<END and END'

const FORMS = {
  secrets: `is none of the forms NAME, NAME=value and NAME<<END. ${BLOCK}`,
  variables: 'must be NAME=value, with only letters, digits and _ in the name',
}

/** The lines of an input with their numbers, read one after the other. */
type Lines = IterableIterator<[index: number, line: string]>

/** Reads lines. LF and CRLF end one. */
function readLines(
  input: keyof typeof LINE,
  text: string,
  inputs: Inputs,
): Entry[] {
  const entries: Entry[] = []
  const lines: Lines = text.split('\n').entries()
  for (const [index, line] of lines) {
    if (/^(#|\s*$)/.test(line)) continue
    const {
      name = '',
      value = '',
      wrong,
    } = readLine(input, line, lines, inputs.env)
    if (wrong) inputs.refuse(input, wrong, index + 1)
    else entries.push({ name, value, line: index + 1 })
  }
  return entries
}

function readLine(
  input: keyof typeof LINE,
  line: string,
  lines: Lines,
  env: NodeJS.ProcessEnv,
): Found & { name?: string } {
  const [, name = '', sign, rest = ''] =
    LINE[input].exec(withoutReturn(line)) ?? []
  if (name === '') return { wrong: FORMS[input] }
  if (sign === '<<') return { name, ...blockUntil(rest, lines) }
  if (sign === '=' && /^=+\s*$/.test(rest))
    return { wrong: `has only \`=\` as its value. ${BLOCK}` }
  if (sign === '=') return { name, value: rest }
  const { value, wrong } = fromEnvironment(name, env)
  return value === undefined ? { wrong: `${wrong}. ${BLOCK}` } : { name, value }
}

/** The lines up to the one that has only the end word. Their own line breaks stay. */
function blockUntil(end: string, lines: Lines): Found {
  const block: string[] = []
  for (const [, line] of lines) {
    if (withoutReturn(line) === end)
      return { value: withoutReturn(block.join('\n')) }
    block.push(line)
  }
  return {
    value: block.join('\n'),
    wrong: 'no later line has only the word after `<<`, which ends the value',
  }
}

const withoutReturn = (line: string): string => line.replace(/\r$/, '')
