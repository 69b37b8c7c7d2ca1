import { parseJson } from '../lib/json.ts'
import { createSearch, type Range } from './search.ts'
import { shorten } from './text.ts'
import { isKey, isWithinOwnWord, SHORTEST_MASKED, whyNotMasked } from './vocabulary.ts'

const MASK = '***'

/** Removes secrets from a text, then truncates it to `longest` characters if given. */
export type Redact = (text: string, longest?: number) => string

/** Knows the secrets of a run and removes them from text. */
interface Redactor {
  /**
   * Adds a secret. Each line of a multi-line secret is a secret too. Values that {@link whyNotMasked} names are
   * ignored.
   */
  add(secret: string): void
  /** Removes known secrets, plain or encoded, and the users of URLs from a text. */
  text: Redact
  /** Removes plain secrets from markdown whose parts are already redacted. Tags and charts stay unchanged. */
  markup(markdown: string): string
  /** A value as JSON, with secrets removed from strings, numbers and keys. The keys of the interface stay. */
  json(value: unknown): string
}

/** A mask can join two neighbours into a new secret. After this many rounds the whole text is hidden. */
const MOST_ROUNDS = 4

/** A text to truncate is examined only up to this length. Its last part may contain half a secret and is hidden. */
const EXAMINED = { characters: 32_768, hidden: 8192 }

export function createRedactor(): Redactor {
  const search = createSearch()

  function clean(input: string, find: (text: string) => Range[] | undefined, cutAt?: number): string {
    let text = input
    const cut: Range[] = cutAt === undefined ? [] : [[cutAt, input.length]]
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const found = find(text)
      if (!found) return MASK
      const hidden = found.filter(([from, to]) => !isWithinOwnWord(text, from, to))
      if (round === 0) hidden.push(...cut)
      if (hidden.length === 0) return text
      text = masked(text, hidden)
    }
    return MASK
  }

  const find = (text: string) => (search.isEmpty && !mayHoldUser(text) ? [] : search.encoded(text))

  function text(input: string, longest?: number): string {
    if (longest === undefined) return clean(input, find)
    const { characters, hidden } = EXAMINED
    const left = Math.max(0, input.length - characters)
    const known = left > 0 ? clean(input.slice(0, characters), find, characters - hidden) : clean(input, find)
    return clean(shorten(known, longest, left), find)
  }

  const literal = (input: string) => (search.isEmpty ? input : clean(input, search.literal))

  function members(value: unknown): unknown {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(members)
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value)
      return Object.fromEntries(
        entries.map(([key, member]) => [isKey(key) ? key : text(key), members(member)]),
      )
    }
    return typeof value === 'number' && literal(String(value)) !== String(value) ? MASK : value
  }

  return {
    add(secret) {
      for (const part of partsOf(secret)) search.add(part)
    },
    text,
    markup: markdown =>
      search.isEmpty
        ? markdown
        : markdown
            .split(TAGS_AND_CHARTS)
            .map((part, index) => (index % 2 === 0 ? literal(part) : part))
            .join(''),
    json(value) {
      const plain = JSON.stringify(members(value))
      // A secret may also span members, such as `","`. If its mask breaks the JSON, print only a mask: partial JSON
      // would be worse.
      const redacted = literal(plain)
      return redacted === plain || parseJson(redacted) !== undefined ? redacted : JSON.stringify(MASK)
    },
  }
}

/** The searched parts of a secret: the whole and each of its lines, trimmed. */
export function partsOf(secret: string): Set<string> {
  if (whyNotMasked(secret) !== undefined) return new Set()
  const whole = secret.trim()
  const lines = secret.split(/\r\n|\r|\n/).map(line => line.trim())
  const parts = [whole.length < SHORTEST_MASKED ? secret : whole, whole.replaceAll('\r\n', '\n'), ...lines]
  return new Set(parts.filter(part => whyNotMasked(part) === undefined))
}

/** Parts of the summary that only the action writes. */
const TAGS_AND_CHARTS = /(<[^<>]*>|^```mermaid\n[^`]*^```$)/m

/** A cheap check for users of URLs, for texts without other secrets to search for. */
const mayHoldUser = (text: string) => /@|%40|&#|&commat|\\u0040/i.test(text)

function masked(text: string, ranges: Range[]): string {
  const sorted = ranges.toSorted(([a], [b]) => a - b)
  let [redacted, end] = ['', 0]
  for (const [from, to] of sorted) {
    // Adjacent parts get one mask.
    if (from > end || (from === 0 && end === 0)) redacted += text.slice(end, from) + MASK
    end = Math.max(end, to)
  }
  return redacted + text.slice(end)
}
