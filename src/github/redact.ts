import { parseJson } from '../lib/json.ts'
import { createSearch, type Range } from './search.ts'
import { shorten } from './text.ts'
import { isKey, isWithinOwnWord, SHORTEST_MASKED, whyNotMasked } from './vocabulary.ts'

const MASK = '***'

/** Removes secrets from a text; with `longest`, of which no more than so many characters are kept. */
export type Redact = (text: string, longest?: number) => string

/** Knows the secrets of a run and removes them from text. */
interface Redactor {
  /** Takes in a secret. Of several lines, each line is one too. What {@link whyNotMasked} names is left alone. */
  add(secret: string): void
  /** The text without any known secret, be it encoded, and without the users of URLs. */
  text: Redact
  /** Markdown without any known secret as it stands. Its parts are redacted already; tags and charts stay. */
  markup(markdown: string): string
  /** A value as JSON, whose texts, numbers and keys hold no secret. The keys of the interface stay. */
  json(value: unknown): string
}

/** What a mask joins with its neighbours may be a secret in its turn. After so many rounds all is hidden. */
const MOST_ROUNDS = 4

/** Of a text that is cut, no more than this is looked at; the last part of that may be half a secret, and is hidden. */
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
      // A secret may also arise across members, such as `","`. Half a document would be worse than none.
      const redacted = literal(plain)
      return redacted === plain || parseJson(redacted) !== undefined ? redacted : JSON.stringify(MASK)
    },
  }
}

/** What of a secret is looked for: the whole, and each of its lines, without the white space around them. */
export function partsOf(secret: string): Set<string> {
  if (whyNotMasked(secret) !== undefined) return new Set()
  const whole = secret.trim()
  const lines = secret.split(/\r\n|\r|\n/).map(line => line.trim())
  const parts = [whole.length < SHORTEST_MASKED ? secret : whole, whole.replaceAll('\r\n', '\n'), ...lines]
  return new Set(parts.filter(part => whyNotMasked(part) === undefined))
}

/** Parts of the summary that are written by the action alone. */
const TAGS_AND_CHARTS = /(<[^<>]*>|^```mermaid\n[^`]*^```$)/m

/** A cheap look at a text, where there are no secrets to look for but users of URLs. */
const mayHoldUser = (text: string) => /@|%40|&#|&commat|\\u0040/i.test(text)

function masked(text: string, ranges: Range[]): string {
  const sorted = ranges.toSorted(([a], [b]) => a - b)
  let [redacted, end] = ['', 0]
  for (const [from, to] of sorted) {
    // Parts that touch are hidden as one.
    if (from > end || (from === 0 && end === 0)) redacted += text.slice(end, from) + MASK
    end = Math.max(end, to)
  }
  return redacted + text.slice(end)
}
