import {
  isObject,
  isWalkable,
  mapTexts,
  type Path,
  parseJson,
  partsIn,
} from '../lib/json.ts'
import { type Redact, shorten } from '../lib/text.ts'

/** What the service says in an error response. Its texts are redacted; the names of fields are not. */
export interface Said {
  /** All messages in one line, each after its path. */
  text: string
  /** The messages that name the field that they are about. */
  fields: Message[]
  /** The part of it that may give a reason, if that is not all: the title of a page, or the values in JSON. */
  reason?: string
}

interface Message {
  path: string[]
  message: string
}

export const NOTHING_SAID: Said = { text: '', fields: [] }

/** How much is read: characters of JSON, of a page and of a text, messages, and links of a page. */
const MOST = {
  json: 1024 * 1024,
  page: 64 * 1024,
  text: 10_000,
  messages: 50,
  links: 3,
}

/**
 * Reads the messages of an error body, as the interface defines none: those of JSON, the title of a page, or plain text.
 * JSON without messages is shown as it is. Every text is redacted before anything else is done to it.
 */
export function readSaid(body: string, redact: Redact): Said {
  const page = readPage(body, redact)
  if (page) return { text: inWords(page), fields: [], reason: page.title }

  const json = parseJson(body.slice(0, MOST.json))
  if (json === undefined || !isWalkable(json))
    return { text: redact(body, MOST.text).trim(), fields: [] }

  const redacted = mapTexts(json, (text, path) =>
    isSecret(path) ? '***' : redact(text, MOST.text),
  )
  const all = textsIn(redacted, { path: [], told: 'all' })
  if (all.length === 0) {
    const text = shorten(inOneLine(redacted), MOST.text)
    return { text, fields: [], reason: valuesIn(redacted).join() }
  }
  const found = all.slice(0, MOST.messages)
  const left = all.length - found.length
  const more = left > 0 ? `; and ${left} more` : ''
  return {
    text: shorten(listed(found), MOST.text) + more,
    fields: found.filter(({ isField }) => isField),
  }
}

/** The texts, numbers and others in JSON, without the lists and objects that hold them. */
const valuesIn = (json: unknown): unknown[] =>
  Array.from(partsIn(json), ({ value }) => value).filter(
    value => typeof value !== 'object',
  )

/** Whether a path is that of the value of a secret, which may be one of another deployment. */
function isSecret(path: Path): boolean {
  const steps = path.join('.').toLowerCase().split('.')
  return steps.at(-1) === 'value' && steps.includes('secrets')
}

/** Texts in one line, each after its path. What is said of a field is not said once more without it. */
function listed(texts: Text[]): string {
  const lines = texts.map(({ path, message }) =>
    [path.join('.'), message].filter(Boolean).join(': '),
  )
  const isRepeated = (line: string) =>
    lines.some(other => other.endsWith(`: ${line}`))
  return [...new Set(lines)].filter(line => !isRepeated(line)).join('; ')
}

/** JSON without messages as a text; empty if it holds no value. */
const inOneLine = (json: unknown): string =>
  JSON.stringify(json).replace(/^[[\]{}\s",]*$|^null$/, '')

const MESSAGE =
  /(error|message|msg|detail|description|title|reason|issue|violation|constraint|cause)s?$/i

/** Keys that say beside a message which field it is about. */
const FIELD = /^(loc|path|field)$/i

/** Keys that repeat the request beside a message, or are for the service's developers. */
const ECHO =
  /^(input|ctx|context|arguments|request|_original)$|value$|trace$|stack/i

/** Keys of what support asks for. */
const REQUEST_ID = /^(request|correlation|trace)[-_]?id$/i

const ADDRESS = /^https?:\/\//i

/**
 * Which texts are told. Under a key of messages: all. Beside one: only sentences. But an item of a list that names no field
 * is told whole: all else are details of its message, whose keys may be anything.
 */
type Told = 'all' | 'sentences' | 'details'

/** Where a value of an error body stands. */
interface Position {
  /** What it is about: the field that is named beside it, or else the keys above it. */
  path: string[]
  told: Told
  /** Whether it is an item of a list. */
  isItem?: boolean
}

interface Text extends Message {
  isField: boolean
}

/** Finds the texts of a JSON value that a person wants to read. */
function textsIn(value: unknown, position: Position): Text[] {
  if (Array.isArray(value))
    return value.flatMap(item => textsIn(item, { ...position, isItem: true }))
  if (isObject(value)) return textsInMembers(value, position)
  if (typeof value !== 'string' || !isTold(value, position)) return []
  const { path, told } = position
  const isField = told !== 'details' && path.length > 0 && !ADDRESS.test(value)
  return [{ path, message: value.trim(), isField }]
}

/** Finds them in the members of an object, which may name a field that all of them are about. */
function textsInMembers(
  object: Record<string, unknown>,
  { path, told, isItem }: Position,
): Text[] {
  const members = Object.entries(object)
  const named = members.find(
    ([key, value]) => FIELD.test(key) && fieldOf(value),
  )
  const field = named && fieldOf(named[1])
  const hasMessage = members.some(([key]) => MESSAGE.test(key))
  const beside: Told = isItem && !field ? 'details' : 'sentences'
  const others = hasMessage ? beside : told

  function positionOf(key: string): Position {
    if (MESSAGE.test(key)) return { path: field ?? path, told: 'all' }
    if (REQUEST_ID.test(key)) return { path: [...path, key], told: 'details' }
    return { path: field ?? [...path, key], told: others }
  }

  return members
    .filter(([key]) => key !== named?.[0] && !ECHO.test(key))
    .flatMap(([key, value]) => textsIn(value, positionOf(key)))
}

function isTold(text: string, { path, told }: Position): boolean {
  if (!/\p{L}/u.test(text)) return false
  // The address of a problem's `type` is only its name (RFC 9457).
  const isAddress = ADDRESS.test(text) && path.at(-1) !== 'type'
  // Not every script has spaces between words.
  const isSentence = /\s|[^\0-\x7f]/.test(text)
  return told !== 'sentences' || isSentence || isAddress
}

/**
 * The steps of a path of keys, such as `source_config.custom_url`, without the part of the request; undefined if a value is
 * none, or the path of the request's URL.
 */
function fieldOf(value: unknown): string[] | undefined {
  const steps = [value].flat().map(String)
  if (!steps.every(step => STEP.test(step))) return undefined
  return steps[0] === 'body' ? steps.slice(1) : steps
}

const STEP = /^(?!null$|.*\/v\d\/)\S{1,300}$/

/** What an HTML page says, for example that of a gateway. */
interface HtmlPage {
  /** Empty if it has none. */
  title: string
  /** Where it links to, such as the status page of a service. Queries are left out, as they may hold tokens. */
  links: string[]
}

function inWords({ title, links }: HtmlPage): string {
  const page = title === '' ? 'an HTML page' : `an HTML page titled "${title}"`
  return [page, ...links].join(' ')
}

/** Reads an HTML page; undefined if a text is no page. */
export function readPage(body: string, redact: Redact): HtmlPage | undefined {
  const page = redact(body, MOST.page)
  if (!PAGE.test(page)) return undefined

  const [, title = ''] = TITLE.exec(page) ?? []
  const links = new Set(page.match(LINK))
  return {
    // Only a text without references shows every secret in it.
    title: redact(title.replace(REFERENCE, readReference))
      .replace(/\s+/g, ' ')
      .trim(),
    links: [...links].slice(0, MOST.links),
  }
}

const PAGE = /^\s*(?=<).*<(?:!doctype html|html|head|title|body|h1)\b/is

const TITLE = /<title(?:\s[^<>]*)?>((?:[^<]|<(?!\/?title))*)<\/title/i

const LINK = /(?<=<a href=")https?:\/\/[^\s"<>?#]{1,300}/gi

/** A character reference of HTML: numeric, or one of the five that every encoder of HTML or XML may write. */
const REFERENCE = /&(?:#\d{1,6}|#[Xx][\dA-Fa-f]{1,5}|amp|lt|gt|quot|apos);/g

const NAMED: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

/** The character of a reference. */
function readReference(reference: string): string {
  const code = reference.slice(2, -1).replace(/^x/i, '0x')
  return NAMED[reference] ?? String.fromCodePoint(Number(code))
}
