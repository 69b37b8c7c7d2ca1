import { isObject, isWalkable, parseJson } from '../lib/json.ts'
import { REFERENCE, readReference } from '../lib/text.ts'

/** What the service says in an error response. Nothing is redacted yet. */
export interface Said {
  /** All messages in one line, each after its path. */
  text: string
  /** The messages that name what they are about. */
  fields: Message[]
}

interface Message {
  path: string[]
  message: string
}

export const NOTHING_SAID: Said = { text: '', fields: [] }

/** How much is read: messages, members of one object, and characters of a page. */
const MOST = { messages: 50, members: 1000, page: 64 * 1024 }

/** Reads the messages of an error body, as the interface defines none. A body without messages is shown as JSON. */
export function readSaid(body: string): Said {
  const text = body.trim()
  if (isPage(text)) {
    const title = titleOf(text)
    return {
      text: title ? `an HTML page titled "${title}"` : 'an HTML page',
      fields: [],
    }
  }
  const json = parseJson(text)
  if (json === undefined || !isWalkable(json)) return { ...NOTHING_SAID, text }
  const messages = messagesIn(json, [], true).take(MOST.messages).toArray()
  if (messages.length === 0)
    return {
      ...NOTHING_SAID,
      text: /^[[\]{}\s"]*$|^null$/.test(text) ? '' : JSON.stringify(json),
    }
  const fields = messages.filter(({ path }) => path.length > 0)
  const lines = messages
    .filter(
      ({ path, message }) =>
        path.length > 0 || !fields.some(field => field.message === message),
    )
    .map(
      ({ path, message }) =>
        `${path.join('.')}${path.length > 0 ? ': ' : ''}${message}`,
    )
  return { text: [...new Set(lines)].join('; '), fields }
}

const MESSAGE =
  /(error|message|msg|detail|description|title|reason|issue|violation|constraint|cause)s?$/i

/** Keys that say beside a message what it is about. */
const PATH = /^(loc|path|field)$/i

/** Keys that repeat the request beside a message, or are for the service's developers. */
const ECHO =
  /^(input|ctx|context|arguments|request|_original)$|value$|trace$|stack/i

/**
 * Finds messages: sentences anywhere, and single words under a key of messages and in a mapping from fields to messages.
 * An item of a list is read to its last word if it names no field with a key of `PATH`: another key may name one.
 *
 * @param path what the value is about: the path beside a message, or else the keys above it
 * @param counts whether a single word is a message here
 */
function* messagesIn(
  value: unknown,
  path: string[],
  counts: boolean,
  isItem = false,
): Generator<Message> {
  // Not every script has spaces between words.
  if (
    typeof value === 'string' &&
    /\p{L}/u.test(value) &&
    (counts || /\s|[^\0-\x7f]/.test(value))
  )
    yield { path, message: value.trim() }
  if (Array.isArray(value))
    for (const item of value) yield* messagesIn(item, path, counts, true)
  if (!isObject(value)) return
  const entries = Object.entries(value).slice(0, MOST.members)
  const named = entries.find(
    ([key, member]) => PATH.test(key) && isPath(member),
  )
  const own = named ? pathOf(named[1]) : path
  const hasMessage = entries.some(([key]) => MESSAGE.test(key))
  const isMapping = counts && !hasMessage
  for (const [key, member] of entries) {
    if (key === named?.[0] || (!isMapping && ECHO.test(key))) continue
    if (MESSAGE.test(key)) yield* messagesIn(member, own, true)
    else if (named) yield* messagesIn(member, own, isMapping)
    else if (!hasMessage || !isItem)
      yield* messagesIn(member, [...own, key], isMapping)
    else if (typeof member === 'string')
      yield { path: own, message: `${key}: ${member}` }
    else if (isObject(member))
      yield { path: own, message: `${key}: ${JSON.stringify(member)}` }
  }
}

/** Whether a value is a path of keys, such as `source_config.custom_url`, and not that of the request. */
const isPath = (value: unknown): boolean => [value].flat().every(isStep)

const isStep = (step: unknown): boolean =>
  typeof step === 'number' ||
  (typeof step === 'string' && /^(?!.*\/v\d\/)\S{1,300}$/.test(step))

const pathOf = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((step, index) =>
      index === 0 && step === 'body' ? [] : String(step),
    )

/** Whether a text is an HTML page. */
export const isPage = (text: string): boolean =>
  text.trimStart().startsWith('<') &&
  /<(!doctype html|html|head|title|body|h1)\b/i.test(text.slice(0, MOST.page))

/** The title of a page, for example of a gateway; empty if none ends in its first part. */
function titleOf(page: string): string {
  const read = page.slice(0, MOST.page)
  const start = read.search(/<title\b/i)
  const text = start < 0 ? '' : read.slice(read.indexOf('>', start) + 1)
  const title = text.slice(0, Math.max(0, text.search(/<\/title/i)))
  return title.replace(REFERENCE, readReference).replace(/\s+/g, ' ').trim()
}
