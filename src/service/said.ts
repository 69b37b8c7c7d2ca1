import { STATUS_CODES } from 'node:http'
import { isObject, parseJson } from '../lib/json.ts'

/** What the service says in an error response. */
export interface Said {
  /** All messages in one line, each after its path. */
  text: string
  /** The messages that name what they are about. */
  fields: Message[]
  /** Whether the response is a web page, for example of a gateway. */
  html?: boolean | undefined
}

/** A message, and the keys and indexes of what it is about, as the service wrote them. */
interface Message {
  path: string[]
  message: string
}

export const NOTHING_SAID: Said = { text: '', fields: [] }

/** How much of a body is read: messages, members, levels, characters of a path and of markup. */
const MOST = { messages: 50, members: 10_000, levels: 30, path: 300, markup: 64 * 1024 }

/**
 * Reads the messages of an error body of any shape, as the interface defines none. Every sentence is a message. A single
 * word is one only where a message belongs. The path beside a message, or else the keys above it, say what it is about.
 */
export function readSaid(body: string): Said {
  const text = body.trim()
  if (text.startsWith('<')) return readMarkup(text.slice(0, MOST.markup))
  const parsed = parseJson(text)
  if (typeof parsed === 'string') return { ...NOTHING_SAID, text: parsed }
  const messages = plain(messagesIn(parsed))
  if (messages.length === 0) return { ...NOTHING_SAID, text: /^[[{\s}\]]*$|^null$/.test(text) ? '' : text }
  return {
    text: messages
      .map(({ path, message }) => `${path.join('.')}${path.length > 0 ? ': ' : ''}${message}`)
      .join('; '),
    fields: messages.filter(({ path }) => path.length > 0),
  }
}

/** Leaves out repetitions, and the name of the status if there is anything else. */
function plain(messages: Message[]): Message[] {
  const about = new Map(
    messages.map(({ path, message }) => [[...path, message].join('\0'), { path, message }]),
  )
  const isRepeated = ({ path, message }: Message) =>
    path.length === 0 && messages.some(other => other.path.length > 0 && other.message === message)
  const different = [...about.values()].filter(message => !isRepeated(message))
  const useful = different.filter(({ message }) => !STATUSES.has(message.toLowerCase()))
  return useful.length > 0 ? useful : different
}

const STATUSES = new Set(Object.values(STATUS_CODES).map(name => name?.toLowerCase()))

/** Keys of messages, and of mappings from fields to messages: a single word is a message here too. */
const MESSAGE =
  /(error|message|msg|detail|description|title|reason|issue|violation|constraint|cause|field|fault|problem)s?$/i

/** Further keys that describe a message or contain messages. All other keys are part of the path. */
const DESCRIPTION =
  /(exception|extension|propertie|item|param|response|result|code|type|kind|rule|^data|^body)s?$/i

/** Keys whose value is the path of what a message is about. */
const PATH =
  /^(loc|location|attribute|target|.*(path|pointer|field|property|param|parameter|argument)(_?name)?)$/i

/** Keys of such a path only if there is a message beside them. */
const PATH_OR_FIELD = /^(name|key)$/i

/** Keys that repeat the request beside a message, or are for the service's developers. */
const ECHO =
  /^(input|.*value|received|expected|ctx|context|arg(ument)?s|request|_original|target|.*stack.*|.*trace)$/i

/** The messages in a JSON value, in the order of the body. */
function messagesIn(body: unknown): Message[] {
  const found: Message[] = []
  let members = 0

  /** @param counts whether a single word is a message here */
  function read(value: unknown, path: string[], counts: boolean, level: number): void {
    if (level > MOST.levels || found.length >= MOST.messages || members++ > MOST.members) return
    if (typeof value === 'string') {
      const inner = /^\s*[{[]/.test(value) ? parseJson(value) : undefined
      if (inner !== undefined) read(inner, path, counts, level + 1)
      else if (isMessage(value, counts)) found.push({ path, message: withoutStack(value) })
    } else if (Array.isArray(value)) readList(value, path, counts, level)
    else if (isObject(value)) readObject(value, path, counts, level)
  }

  function readList(items: unknown[], path: string[], counts: boolean, level: number): void {
    for (const item of items) {
      const before = found.length
      read(item, path, counts, level + 1)
      if (counts && isObject(item) && found.length === before) addCodes(item, path)
    }
  }

  function readObject(value: Record<string, unknown>, above: string[], counts: boolean, level: number): void {
    const before = found.length
    const entries = entriesOf(value)
    // Otherwise it maps fields to messages.
    const describes = entries.some(([key]) => MESSAGE.test(key) || DESCRIPTION.test(key))
    const own = describes ? pathBeside(entries) : undefined
    const path = own?.steps ?? above
    for (const [key, member] of entries) {
      if (key === own?.key || (describes && ECHO.test(key))) continue
      if ((describes || !counts) && PATH.test(key) && pathIn(member)) continue
      if (MESSAGE.test(key)) read(member, path, true, level + 1)
      else if (DESCRIPTION.test(key)) read(member, path, false, level + 1)
      else if (!Array.isArray(member))
        read(member, [...path, ...stepsIn(key)], counts && !describes, level + 1)
      else if (member.some(isObject)) {
        for (const [index, item] of member.entries()) {
          read(item, [...path, ...stepsIn(key), String(index)], counts && !describes, level + 1)
        }
      } else read(member, [...path, ...stepsIn(key)], true, level + 1)
    }
    if (own && found.length === before) addCodes(value, path, own.key)
  }

  /** Adds an object of single words, such as a field and a code. */
  function addCodes(value: Record<string, unknown>, path: string[], pathKey?: string): void {
    const words = entriesOf(value).filter(([key, word]) => typeof word === 'string' && key !== pathKey)
    const codes = words.filter(([key]) => MESSAGE.test(key) || DESCRIPTION.test(key))
    const shown = codes.length > 0 && pathKey !== undefined ? codes : words
    const message = shown.map(([, word]) => word).join(', ')
    if (message !== '') found.push({ path, message })
  }

  read(body, [], true, 0)
  return found
}

/** The path in an object, or in an object inside it such as `source: {pointer}`; `key` is that of the object itself. */
function pathBeside(entries: [string, unknown][]): { key?: string; steps: string[] } | undefined {
  const hasMessage = entries.some(([key]) => MESSAGE.test(key))
  for (const [key, value] of entries) {
    const mayBe = PATH.test(key) || (hasMessage && PATH_OR_FIELD.test(key) && typeof value === 'string')
    const steps = mayBe ? pathIn(value) : undefined
    if (steps && steps.length > 0) return { key, steps }
  }
  for (const [key, value] of entries) {
    if (!isObject(value) || MESSAGE.test(key) || ECHO.test(key)) continue
    const paths = entriesOf(value).flatMap(([name, member]) =>
      PATH.test(name) ? [pathIn(member) ?? []] : [],
    )
    const steps = paths.find(found => found.length > 0)
    if (steps) return { steps }
  }
  return undefined
}

/** The members of an object; a very long key is none. */
const entriesOf = (value: Record<string, unknown>) =>
  Object.entries(value).map(([key, member]): [string, unknown] => [key.length > MOST.path ? '' : key, member])

/**
 * The steps of a path: a list, or a text such as `source_config.custom_url`, `$.secrets[0]` or `#/data/name`. Undefined
 * if the value is no path, or that of the request, such as /v2/deployments.
 */
function pathIn(value: unknown): string[] | undefined {
  const isPath = Array.isArray(value)
    ? value.length < MOST.path && value.every(step => typeof step === 'number' || isStep(step))
    : isStep(value) && !/:\/\/|\/v\d+\/|(Error|Exception)$/.test(value)
  if (!isPath) return undefined
  const steps = Array.isArray(value) ? value.map(String) : stepsIn(String(value))
  return steps[0] === 'body' ? steps.slice(1) : steps
}

const isStep = (text: unknown): text is string =>
  typeof text === 'string' && text.length < MOST.path && !/\s/.test(text)

/** The steps of a path in one text. A longer one is none. */
function stepsIn(path: string): string[] {
  if (path.length > MOST.path) return []
  return /\s/.test(path) ? [path] : path.split(/[^\p{L}\p{N}_-]+/u).filter(step => step !== '')
}

/** Whether a text is for a person: a sentence, or a word where a word counts. */
function isMessage(text: string, counts: boolean): boolean {
  const trimmed = text.trim()
  if (!/\p{L}/u.test(trimmed)) return false
  const isTime = trimmed.length < 50 && /\d\d:\d\d:\d\d/.test(trimmed) && !Number.isNaN(Date.parse(trimmed))
  // Not every script has spaces between words.
  if (/\s|[^\0-\x7f]/.test(trimmed)) return !isTime
  return counts && !isTime && !/:\/\/|^(urn|about):|(Error|Exception)$|^[\da-f-]{16,}$/i.test(trimmed)
}

/** A message without the stack trace below it. */
function withoutStack(text: string): string {
  const lines = text.trim().split('\n')
  const end = lines.findIndex(line => /^\s+at .*(\(|:\d)/.test(line))
  return lines.slice(0, end === -1 ? undefined : end).join('\n')
}

/** The title of a gateway's page, or the text of XML. */
function readMarkup(markup: string): Said {
  const texts = markup.split('<').map(part => {
    const end = part.indexOf('>')
    return { tag: part.slice(0, end).split(/\s/, 1)[0]?.toLowerCase(), text: part.slice(end + 1).trim() }
  })
  const isPage = texts.some(({ tag = '' }) => /^(!doctype|html|head|title|body|h1)$/.test(tag))
  const textOf = (wanted: string) => texts.find(({ tag, text }) => tag === wanted && text !== '')?.text
  const title = (textOf('title') ?? textOf('h1'))?.replace(/\s+/g, ' ')
  const page = title === undefined ? 'an HTML page' : `an HTML page titled "${title}"`
  const all = texts.flatMap(({ text }) => text || []).join(' ')
  return { text: isPage ? page : all, fields: [], html: isPage }
}
