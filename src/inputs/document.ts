import type * as z from 'zod'
import { isObject } from '../base/json.ts'
import { type Document, parseDocument } from './yaml.ts'

/** Writes down a mistake at a line of a text. */
export type RefuseAt = (line: number, message: string) => void

/** A text that was read as one document of YAML, and checked against a shape. */
export interface Read<T> extends Pick<Document, 'lineOf'> {
  /** Undefined if there is a mistake. */
  value: T | undefined
  /** What the document says, even if the shape does not fit. */
  raw: unknown
  /** Keys that the shape does not have, with their paths and lines. They stay in the value. */
  unknown: string[]
  /** Numbers that are sent otherwise than a person reads them, with their paths and lines. */
  misread: string[]
}

/**
 * @param shape strict: its unknown keys are told apart from mistakes
 * @param prepare changes what the document says before it is checked
 */
export function readDocument<T>(
  text: string,
  shape: z.ZodType<T>,
  refuse: RefuseAt,
  prepare: (document: Document) => unknown = ({ raw }) => raw,
): Read<T> {
  const document = parseDocument(text)
  const { lineOf } = document
  const raw = prepare(document)
  if (document.mistakes.length > 0) {
    for (const { line, message } of document.mistakes) refuse(line, message)
    return { value: undefined, raw, unknown: [], misread: [], lineOf }
  }
  const issues = issuesOf(shape, raw)
  const mistakes = issues.filter(({ code }) => code !== 'unrecognized_keys')
  for (const { path, message } of mistakes)
    refuse(lineOf(path), [...path, message].join(': '))
  const unknown = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => [...issue.path, key])
      : [],
  )
  return {
    // As it was read: what the shape does not know stays in it.
    value: mistakes.length === 0 ? (raw as T) : undefined,
    raw,
    unknown: unknown.map(path => placeOf(path, document)),
    misread: misreadIn(raw, shape, document),
    lineOf,
  }
}

const issuesOf = (shape: z.ZodType, value: unknown) =>
  shape.safeParse(value).error?.issues ?? []

const placeOf = (path: PropertyKey[], { lineOf }: Document): string =>
  `${path.join('.')} (line ${lineOf(path)})`

/** The numbers of a value that are sent otherwise than a person reads them, in words. What the shape refuses is an error alone. */
function misreadIn(
  value: unknown,
  shape: z.ZodType,
  document: Document,
): string[] {
  const found: { path: PropertyKey[]; number: number; source: string }[] = []
  const inQuotes = replaceNumbers(value, [], (number, path) => {
    const source = document.sourceOf(path) ?? ''
    if (!isMisread(number, source, path)) return number
    found.push({ path, number, source })
    return source
  })
  if (found.length === 0) return []
  const refused = pathsOf(issuesOf(shape, value))
  const refusedInQuotes = pathsOf(issuesOf(shape, inQuotes))
  return found
    .filter(({ path }) => !refused.has(JSON.stringify(path)))
    .map(({ path, number, source }) => {
      const takesText = !refusedInQuotes.has(JSON.stringify(path))
      const sent = `${source} as ${JSON.stringify(number)}`
      const remedy = takesText ? remedyOf(path, source) : ''
      return `${placeOf(path, document)}: ${sent}${remedy}`
    })
}

/** What keeps a number as it is written, where a field takes a text. A mode of a file is a number all the same. */
function remedyOf(path: PropertyKey[], source: string): string {
  const [, octal] = /^0+([0-7]+)$/.exec(source) ?? []
  const isMode = octal && /mode$/i.test(String(path.at(-1)))
  return isMode ? ` (a mode is \`0o${octal}\`)` : ' (quotes keep it)'
}

const pathsOf = (issues: { path: PropertyKey[] }[]): Set<string> =>
  new Set(issues.map(({ path }) => JSON.stringify(path)))

/** A copy of a value, with others for its numbers. */
function replaceNumbers(
  value: unknown,
  path: PropertyKey[],
  replace: (number: number, path: PropertyKey[]) => unknown,
): unknown {
  const inner = (part: unknown, key: PropertyKey) =>
    replaceNumbers(part, [...path, key], replace)
  if (typeof value === 'number') return replace(value, path)
  if (Array.isArray(value)) return value.map(inner)
  if (!isObject(value)) return value
  const parts = Object.entries(value)
  return Object.fromEntries(parts.map(([key, part]) => [key, inner(part, key)]))
}

/** Whether a number is sent otherwise than a person reads it. Labels and annotations are texts: any other spelling is another text. */
function isMisread(
  number: number,
  source: string,
  path: PropertyKey[],
): boolean {
  const sent = JSON.stringify(number)
  const parents = path.slice(0, -1)
  if (parents.includes('labels') || parents.includes('annotations'))
    return source !== sent
  const decimal = /^0[ox]/.test(source) ? String(BigInt(source)) : source
  const isOdd = /^[-+]?0\d|e/i.test(decimal)
  return isOdd || sent === 'null' || digitsOf(decimal) !== digitsOf(sent)
}

/** The digits of a decimal number, without zeros around them and without an exponent. */
const digitsOf = (decimal: string): string =>
  decimal
    .replace(/e.*/, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '')
