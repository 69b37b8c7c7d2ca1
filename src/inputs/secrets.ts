import * as z from 'zod'
import { isObject, parseJson } from '../service/deployment.ts'
import type { Secret } from '../service/request.ts'
import type { Inputs } from './inputs.ts'
import { readDocument } from './yaml.ts'

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

/** Reads the input `secrets`: a JSON object of strings, or lines. Masks each value. No message quotes one. */
export function readSecrets(inputs: Inputs): Secret[] {
  const text = inputs.raw('secrets').replace(/^\ufeff/, '')
  const isJson = text.trimStart().startsWith('{')
  const secrets = isJson
    ? readObject(text, inputs)
    : readLines('secrets', text, inputs)
  for (const { name, value } of secrets)
    inputs.run.mask(value, `the secret ${name}`)
  if (isJson && secrets.some(({ name }) => name === 'github_token'))
    inputs.refuse(
      'secrets',
      'holds `github_token`, the token of this job, which `toJSON(secrets)` brings: list the secrets of the deployment one by one',
    )
  return secrets
}

/** Reads the input `variables`: lines `NAME=value`, or a YAML or JSON mapping. */
export function readVariables(inputs: Inputs): Secret[] {
  const text = inputs.raw('variables')
  const first = text.replace(/^\s*(#.*\n\s*)*/, '')
  // A mapping in braces, the start of a document, or a key before any `=`.
  const isDocument = /^([{%]|---|[^=\n]*:(\s|$))/.test(first)
  if (!isDocument) return readLines('variables', text, inputs)
  const document = readDocument(text, Variables)
  for (const { line, message } of document.problems)
    inputs.refuse('variables', message, line)
  return variablesOf(document.value, path => document.sourceOf(path))
}

/** @param sourceOf what a number was written as, such as `1.10` */
export const variablesOf = (
  variables: z.infer<typeof Variables> | undefined,
  sourceOf: (path: string[]) => string | undefined,
): Secret[] =>
  Object.entries(variables ?? {}).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : (sourceOf([name]) ?? `${value}`),
  }))

function readObject(text: string, inputs: Inputs): Secret[] {
  const json = parseJson(text)
  const entries = Object.entries(isObject(json) ? json : {})
  // For a name that is given twice, and a value that is no text.
  const { problems } = readDocument(text, SecretsObject)
  if (json === undefined)
    inputs.refuse(
      'secrets',
      'must be a JSON object of strings: look for a missing quote, comma or bracket, and for a line break within a value',
    )
  else
    for (const { line, message } of problems)
      inputs.refuse('secrets', message, line)
  return entries.flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  )
}

/** What belongs to the runner, and may be a token of the job. */
const OF_RUNNER = /^(ACTIONS|GITHUB|INPUT|RUNNER)_/i

/** The value of a variable of the step's environment, or why none is sent. */
export function fromEnvironment(name: string, env: NodeJS.ProcessEnv): Entry {
  if (OF_RUNNER.test(name))
    return {
      wrong:
        'names a variable of the runner, which may hold a token of the job and is never sent; `NAME=value` may have any name',
    }
  const value = env[name]
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
): Secret[] {
  const secrets: Secret[] = []
  const lines: Lines = text.split('\n').entries()
  for (const [index, line] of lines) {
    if (/^(#|\s*$)/.test(line)) continue
    const { name = '', value, wrong } = readLine(input, line, lines, inputs.env)
    if (wrong) inputs.refuse(input, wrong, index + 1)
    if (value !== undefined) secrets.push({ name, value })
  }
  return secrets
}

/** What a line gives, or why it gives nothing. It may be a part of a pasted value, so it is never quoted. */
interface Entry extends Partial<Secret> {
  wrong?: string
}

function readLine(
  input: keyof typeof LINE,
  line: string,
  lines: Lines,
  env: NodeJS.ProcessEnv,
): Entry {
  const [, name = '', sign, rest = ''] =
    LINE[input].exec(withoutReturn(line)) ?? []
  if (name === '') return { wrong: FORMS[input] }
  if (sign === '<<') return { name, ...blockUntil(rest, lines) }
  if (sign === '=' && /^=+\s*$/.test(rest))
    return { wrong: `has only \`=\` as its value. ${BLOCK}` }
  if (sign === '=') return { name, value: rest }
  const { value, wrong } = fromEnvironment(name, env)
  return wrong ? { wrong: `${wrong}. ${BLOCK}` } : { name, value: value ?? '' }
}

/** The lines up to the one that has only the end word. Their own line breaks stay. */
function blockUntil(end: string, lines: Lines): Entry {
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
