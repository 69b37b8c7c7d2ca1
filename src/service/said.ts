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

/** How much is read: messages, values, members of one object, and characters of a page. */
const MOST = { messages: 50, values: 10_000, members: 1000, page: 64 * 1024 }

/**
 * Reads the messages of an error body of any shape, as the interface defines none. A single word is a message under a key
 * of messages, or in a mapping from fields to messages; a sentence is one anywhere. The path beside a message, or else the
 * keys above it, say what it is about. An object without a message, where one belongs, is shown as its words or its JSON.
 */
export function readSaid(body: string): Said {
  const text = body.trim()
  if (isPage(text)) {
    const title = titleOf(text)
    return { text: title ? `an HTML page titled "${title}"` : 'an HTML page', fields: [] }
  }
  const json = parseJson(text)
  if (json === undefined || !isWalkable(json)) return { ...NOTHING_SAID, text }
  const messages = messagesIn(json)
  if (messages.length === 0)
    return { ...NOTHING_SAID, text: /^[[\]{}\s"]*$|^null$/.test(text) ? '' : JSON.stringify(json) }
  const fields = messages.filter(({ path }) => path.length > 0)
  const lines = messages
    .filter(({ path, message }) => path.length > 0 || !fields.some(field => field.message === message))
    .map(({ path, message }) => `${path.join('.')}${path.length > 0 ? ': ' : ''}${message}`)
  return { text: [...new Set(lines)].join('; '), fields }
}

const MESSAGE =
  /(error|message|msg|detail|description|title|reason|issue|violation|constraint|cause|fault|problem)s?$/i

const PATH = /^(loc|attribute|target|.*(path|pointer|field|property|param|parameter))$/i

/** Keys that repeat the request beside a message, or are for the service's developers. */
const ECHO = /^(input|received|ctx|context|arguments|request|_original|target)$|value$|trace$|stack/i

function messagesIn(body: unknown): Message[] {
  const found: Message[] = []
  let values = 0
  read(body, [], true)
  return found

  /** @param counts whether a single word is a message here */
  function read(value: unknown, path: string[], counts: boolean): void {
    if (found.length >= MOST.messages || values++ > MOST.values) return
    // Not every script has spaces between words.
    const isText =
      typeof value === 'string' && /\p{L}/u.test(value) && (counts || /\s|[^\0-\x7f]/.test(value))
    if (isText) found.push({ path, message: value.trim() })
    else if (Array.isArray(value)) for (const item of value) read(item, path, counts)
    else if (isObject(value)) readObject(value, path, counts)
  }

  function readObject(value: Record<string, unknown>, above: string[], counts: boolean): void {
    const before = found.length
    const entries = Object.entries(value).slice(0, MOST.members)
    const beside = pathBeside(entries)
    const path = beside?.path ?? above
    const isMapping = counts && !beside && !entries.some(([key]) => MESSAGE.test(key))
    const rest = entries.filter(([key]) => key !== beside?.key)
    for (const [key, member] of rest) {
      if (!isMapping && ECHO.test(key)) continue
      if (MESSAGE.test(key)) read(member, path, true)
      else read(member, [...path, key], isMapping)
    }
    if (!counts || rest.length === 0 || found.length > before) return
    // Single words beside a path, such as a code.
    const texts = rest.flatMap(([, member]) => (typeof member === 'string' && member.trim() ? member : []))
    found.push({ path, message: texts.join(', ') || JSON.stringify(Object.fromEntries(rest)) })
  }
}

type Entry = [key: string, value: unknown]

/** The path in an object, or in an object inside it such as `source: {pointer}`; `key` is that of the path. */
function pathBeside(entries: Entry[]): { key: string; path: string[] } | undefined {
  const isAbout = entries.some(([key, value]) => MESSAGE.test(key) && typeof value === 'string')
  const inner = entries.flatMap(([key, value]) =>
    isAbout && isObject(value) && !MESSAGE.test(key) && !ECHO.test(key)
      ? Object.entries(value).slice(0, 20)
      : [],
  )
  const named = entries.filter(([key, value]) => isAbout && key === 'name' && typeof value === 'string')
  for (const [key, value] of [...[...entries, ...inner].filter(([key]) => PATH.test(key)), ...named]) {
    const steps = [value].flat()
    if (steps.length > 0 && steps.every(isKey))
      return { key, path: steps.map(String).slice(steps[0] === 'body' ? 1 : 0) }
  }
  return undefined
}

/** Whether a value is a key or a path, such as `source_config.custom_url`, but not the path of the request. */
const isKey = (step: unknown) =>
  typeof step === 'number' || (typeof step === 'string' && /^(?!.*\/v\d\/)\S{1,300}$/.test(step))

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
