import { type ParseError, parseTree } from 'jsonc-parser'
import { isObject, parseJson } from '../lib/json.ts'
import { EMPTY_VALUE, type LineRemark, type ParsedSecrets } from './secret.ts'

/** Parses a `secrets` input that is a JSON object of strings. */
export function parseJsonSecrets(text: string): ParsedSecrets {
  const { properties, errorLine } = findProperties(text)
  const values = parseJson(text)
  const found = { secrets: [], warnings: [], names: new Set<string>() }
  if (!isObject(values)) return { ...found, problems: [{ line: errorLine, message: 'is not valid JSON' }] }
  const problems: LineRemark[] = []
  const names = new Set<string>()
  for (const { name, line, value } of properties) {
    if (name === '') problems.push({ line, message: 'the name is empty' })
    if (names.has(name)) problems.push({ line, message: 'the name is given twice' })
    else if (typeof value !== 'string') problems.push({ line, message: 'the value must be a string' })
    else if (value === '') problems.push({ line, message: EMPTY_VALUE })
    names.add(name)
  }
  const secrets = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  )
  return { ...found, secrets, problems, names }
}

interface Property {
  name: string
  line: number
  value: unknown
}

/** The members of a JSON object with their lines. `JSON.parse` gives no lines and drops duplicate members. */
function findProperties(text: string): { properties: Property[]; errorLine: number } {
  const errors: ParseError[] = []
  const lineAt = lineCounter(text)
  try {
    const root = parseTree(text, errors, { disallowComments: true })
    const properties = (root?.children ?? []).flatMap(({ children: [key, value] = [] }) =>
      key ? [{ name: String(key.value), line: lineAt(key.offset), value: value?.value }] : [],
    )
    return { properties, errorLine: lineCounter(text)(errors[0]?.offset ?? 0) }
  } catch {
    // The parser's stack overflowed: a value nested this deeply is not an object of strings.
    return { properties: [{ name: 'the first', line: 1, value: undefined }], errorLine: 1 }
  }
}

/** @returns a function from an offset to its line; offsets must not decrease */
function lineCounter(text: string): (offset: number) => number {
  let [line, next] = [1, text.indexOf('\n')]
  return offset => {
    while (next !== -1 && next < offset) {
      line++
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
