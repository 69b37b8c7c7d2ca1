import {
  isObject,
  isWalkable,
  mapTexts,
  type Path,
  parseJson,
} from '../lib/json.ts'
import { REFERENCE, type Redact, readReference, shorten } from '../lib/text.ts'

/** What the service says in an error response. Its texts are redacted; the names of fields are not. */
export interface Said {
  /** All messages in one line, each after its path. */
  text: string
  /** The messages that name the field that they are about. */
  fields: Message[]
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
  if (page) return { text: inWords(page), fields: [] }

  const json = body.length > MOST.json ? undefined : parseJson(body)
  if (json === undefined || !isWalkable(json))
    return { text: redact(body, MOST.text).trim(), fields: [] }

  const redacted = mapTexts(json, (text, path) =>
    isSecret(path) ? '***' : redact(text, MOST.text),
  )
  const all = textsIn(redacted, ROOT).toArray()
  if (all.length === 0) return { text: inOneLine(redacted), fields: [] }
  const found = all.slice(0, MOST.messages)
  const left = all.length - found.length
  const more = left > 0 ? `; and ${left} more` : ''
  return {
    text: shorten(listed(found), MOST.text) + more,
    fields: found.filter(({ isField }) => isField),
  }
}

/** Whether a text is the value of a secret, which may be one of another deployment. */
const isSecret = (path: Path): boolean => {
  const keys = path.map(step => String(step).toLowerCase())
  return keys.at(-1) === 'value' && keys.includes('secrets')
}

/** Texts in one line, each after its path. What is said of a field is not said once more without it. */
function listed(texts: Text[]): string {
  const lines = texts.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  )
  const isRepeated = (line: string) =>
    lines.some(other => other.endsWith(`: ${line}`))
  return [...new Set(lines)].filter(line => !isRepeated(line)).join('; ')
}

/** JSON without messages as a text; empty if it holds no value. */
function inOneLine(json: unknown): string {
  const text = JSON.stringify(json)
  return /^[[\]{}\s"]*$|^null$/.test(text) ? '' : shorten(text, MOST.text)
}

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

/** Where a value of an error body stands. */
interface Place {
  /** What it is about: the path beside it, or else the keys above it. */
  path: string[]
  /** Whether this is the path of a field. Beside a message, the keys of an item may be anything. */
  isField: boolean
  /** Whether a single word is a message here, and not only a sentence. */
  isMessage: boolean
  /** Whether it is an item of a list, whose members are all about one problem. */
  isItem: boolean
}

const ROOT: Place = { path: [], isField: true, isMessage: true, isItem: false }

interface Text extends Message {
  isField: boolean
}

/** Finds the texts for people: sentences and addresses anywhere, and words where messages stand. */
function* textsIn(value: unknown, place: Place): Generator<Text> {
  if (typeof value === 'string' && isTelling(value, place)) {
    const { path, isField } = place
    const isOfField = isField && path.length > 0 && !ADDRESS.test(value)
    yield { path, message: value.trim(), isField: isOfField }
  }
  for (const part of partsOf(value, place))
    yield* textsIn(part.value, part.place)
}

function isTelling(text: string, { isMessage, path }: Place): boolean {
  if (!/\p{L}/u.test(text)) return false
  if (isMessage) return true
  // The address of a problem's `type` is only its name (RFC 9457).
  if (ADDRESS.test(text)) return path.at(-1) !== 'type'
  // Not every script has spaces between words.
  return /\s|[^\0-\x7f]/.test(text)
}

/** The items of a list, or the members of an object that a person wants to read. */
function partsOf(
  value: unknown,
  place: Place,
): { value: unknown; place: Place }[] {
  if (Array.isArray(value))
    return value.map(item => ({
      value: item,
      place: { ...place, isItem: true },
    }))
  if (!isObject(value)) return []

  const members = Object.entries(value)
  const field = members.find(
    ([key, member]) => FIELD.test(key) && isPath(member),
  )
  const hasMessage = members.some(([key]) => MESSAGE.test(key))
  const path = field ? pathOf(field[1]) : place.path
  // Without a key of messages, all keys are those of fields. In an item, they all say more of its message.
  const isMapping = place.isMessage && !hasMessage
  const isDetail = place.isItem && hasMessage && !field

  return members
    .filter(([key]) => key !== field?.[0] && (isMapping || !ECHO.test(key)))
    .map(([key, member]) => {
      const isMessage = MESSAGE.test(key)
      const isId = REQUEST_ID.test(key)
      return {
        value: member,
        place: {
          path: isMessage || field ? path : [...path, key],
          isField: place.isField && !isId && (isMessage || !isDetail),
          isMessage: isMessage || isMapping || isDetail || isId,
          isItem: false,
        },
      }
    })
}

/** Whether a value is a path of keys, such as `source_config.custom_url`, and not that of the request. */
const isPath = (value: unknown): boolean => [value].flat().every(isStep)

const isStep = (step: unknown): boolean =>
  typeof step === 'number' ||
  (typeof step === 'string' && /^(?!.*\/v\d\/)\S{1,300}$/.test(step))

/** The steps of a path, without the part of the request. */
function pathOf(value: unknown): string[] {
  const steps = [value].flat().map(String)
  return steps[0] === 'body' ? steps.slice(1) : steps
}

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
  const isPage =
    page.trimStart().startsWith('<') &&
    /<(!doctype html|html|head|title|body|h1)\b/i.test(page)
  if (!isPage) return undefined

  // Only a text without references shows every secret in it.
  const title = redact(titleIn(page).replace(REFERENCE, readReference))
  const links = Array.from(page.matchAll(LINK), ([, target = '']) => target)
  return {
    title: title.replace(/\s+/g, ' ').trim(),
    links: [...new Set(links)].slice(0, MOST.links),
  }
}

const LINK = /<a href="(https?:\/\/[^\s"<>?#]{1,300})/gi

/** The text of the title of a page; empty if none ends in its first part. */
function titleIn(page: string): string {
  const start = page.search(/<title\b/i)
  const text = start < 0 ? '' : page.slice(page.indexOf('>', start) + 1)
  return text.slice(0, Math.max(0, text.search(/<\/title/i)))
}
