import { STATUS_CODES } from 'node:http'
import { decodeHTML } from 'entities'
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

type Redact = (text: string) => string
/** Whether a text holds no secret, and can be divided: nothing would recognize the parts of a secret. */
type MayDivide = (text: string) => boolean

export const NOTHING_SAID: Said = { text: '', fields: [] }

/** How much is read: messages, members, members of one object, levels, characters of a path and of what is divided. */
const MOST = { messages: 50, members: 10_000, ofObject: 1000, levels: 30, path: 300, divided: 64 * 1024 }

/**
 * Reads the messages of an error body of any shape, as the interface defines none. Every sentence is a message. A single
 * word is one only where a message belongs. The path beside a message, or else the keys above it, say what it is about.
 *
 * @param redact removes secrets from a text
 */
export function readSaid(body: string, redact: Redact): Said {
  const text = body.trim()
  if (text.startsWith('<')) return readMarkup(text, redact)
  const parsed = parseJson(text)
  if (typeof parsed === 'string') return { ...NOTHING_SAID, text: parsed }
  const messages = messagesIn(parsed, redact)
  if (messages.length === 0) return { ...NOTHING_SAID, text: /^[[{\s}\]]*$|^null$/.test(text) ? '' : text }
  const fields = messages.filter(({ path }) => path.length > 0)
  const named = new Set(fields.map(({ message }) => message))
  // Without what a field repeats, and without the name of the status.
  const useful = messages.filter(
    ({ path, message }) => path.length > 0 || !(named.has(message) || STATUSES.has(message)),
  )
  const lines = (useful.length > 0 ? useful : messages).map(
    ({ path, message }) => `${path.join('.')}${path.length > 0 ? ': ' : ''}${message}`,
  )
  return { text: [...new Set(lines)].join('; '), fields }
}

const STATUSES = new Set(Object.values(STATUS_CODES))

/** Keys of messages, and of mappings from fields to messages: a single word is a message here too. */
const MESSAGE =
  /(error|message|msg|detail|description|title|reason|issue|violation|constraint|cause|field|fault|problem)s?$/i

/** Further keys that describe a message or contain messages. All other keys are part of the path. */
const DESCRIPTION =
  /(exception|extension|propertie|item|param|response|result|code|type|kind|rule|^data|^body)s?$/i

/** Keys whose value is the path of what a message is about. */
const PATH =
  /^(loc|location|attribute|target|.*(path|pointer|field|property|param|parameter|argument)(_?name)?)$/i

/** Keys that repeat the request beside a message, or are for the service's developers. */
const ECHO =
  /^(input|received|expected|ctx|context|args|arguments|request|_original|target)$|value$|trace$|stack/i

/** The messages in a JSON value, in the order of the body. */
function messagesIn(body: unknown, redact: Redact): Message[] {
  const found: Message[] = []
  let [members, examined] = [0, 0]
  const mayDivide: MayDivide = text => {
    examined += text.length
    return examined < MOST.divided && redact(text) === text
  }
  read(body, [], true, 0)
  return found

  /** @param counts whether a single word is a message here */
  function read(value: unknown, path: string[], counts: boolean, level: number): void {
    if (level > MOST.levels || found.length >= MOST.messages || members++ > MOST.members) return
    if (typeof value === 'string') {
      const inner = /^\s*[{[]/.test(value) && mayDivide(value) ? parseJson(value) : undefined
      const [message = ''] = value.trim().split(STACK, 1)
      if (inner !== undefined) read(inner, path, counts, level + 1)
      else if (isMessage(message, counts)) found.push({ path, message })
    } else if (Array.isArray(value)) {
      for (const item of value) read(item, path, counts, level + 1)
    } else if (isObject(value)) readObject(entriesOf(value), path, counts, level + 1)
  }

  function readObject(entries: Entry[], above: string[], counts: boolean, level: number): void {
    const before = found.length
    members += entries.length
    // Otherwise it maps fields to messages.
    const describes = entries.some(([key]) => MESSAGE.test(key) || DESCRIPTION.test(key))
    const own = describes ? pathBeside(entries, mayDivide) : undefined
    const path = own?.steps ?? above
    const rest = entries.filter(
      ([key, value]) =>
        key !== own?.key &&
        !(describes && ECHO.test(key)) &&
        !((describes || !counts) && PATH.test(key) && pathIn(value, mayDivide)),
    )
    for (const [key, value] of rest) {
      const steps = [...path, ...stepsIn(key, mayDivide)]
      if (MESSAGE.test(key)) read(value, path, true, level)
      else if (DESCRIPTION.test(key)) read(value, path, false, level)
      else if (Array.isArray(value) && value.some(isObject)) {
        for (const [at, item] of value.entries()) read(item, [...steps, `${at}`], counts && !describes, level)
      } else read(value, steps, Array.isArray(value) || (counts && !describes), level)
    }
    // Single words alone, such as a field and a code.
    const words = rest.map(([, value]) => value).filter(value => typeof value === 'string' && value !== '')
    const isAlone = found.length === before && (own !== undefined || (counts && before === 0))
    if (isAlone && words.length > 0) found.push({ path, message: words.join(', ') })
  }
}

/** A frame of a stack trace below a message. */
const STACK = /\n[ \t]+at \S+( \(|:\d)/

type Entry = [key: string, value: unknown]

/** The members of an object. A very long key counts as empty. */
const entriesOf = (value: Record<string, unknown>): Entry[] =>
  Object.keys(value)
    .slice(0, MOST.ofObject)
    .map(key => [key.length > MOST.path ? '' : key, value[key]])

/** The path in an object, or in an object inside it such as `source: {pointer}`; `key` is that of the object itself. */
function pathBeside(entries: Entry[], mayDivide: MayDivide): { key?: string; steps: string[] } | undefined {
  const hasMessage = entries.some(([key]) => MESSAGE.test(key))
  const inner = entries.flatMap(([key, value]) =>
    isObject(value) && !MESSAGE.test(key) && !ECHO.test(key) ? entriesOf(value).slice(0, 20) : [],
  )
  for (const [key, value] of [...entries, ...inner]) {
    const isName = hasMessage && /^(name|key)$/i.test(key) && typeof value === 'string'
    const steps = PATH.test(key) || isName ? pathIn(value, mayDivide) : undefined
    if (steps && steps.length > 0) return { key, steps }
  }
  return undefined
}

/**
 * The steps of a path: a list of keys, plain or as `{key}`, or a text such as `source_config.custom_url`, `$.secrets[0]` or
 * `#/data/name`. Undefined if the value is no path, or that of the request, such as /v2/deployments.
 */
function pathIn(value: unknown, mayDivide: MayDivide): string[] | undefined {
  const list = [value].flat().map(step => (isObject(step) ? step['key'] : step))
  const isPath = list.length < MOST.path && list.every(step => typeof step === 'number' || isStep(step))
  if (!isPath) return undefined
  const steps = Array.isArray(value) ? list.map(String) : stepsIn(String(list[0]), mayDivide)
  return steps[0] === 'body' ? steps.slice(1) : steps
}

const isStep = (text: unknown): boolean =>
  typeof text === 'string' && text.length < MOST.path && !/\s|:\/\/|\/v\d+\/|(Error|Exception)$/.test(text)

/** The steps of a path in one text. A key with spaces or a secret is one step. */
const stepsIn = (path: string, mayDivide: MayDivide): string[] =>
  /\s|^[\p{L}\p{N}_-]+$/u.test(path) || !mayDivide(path) ? [path] : (path.match(/[\p{L}\p{N}_-]+/gu) ?? [])

/** Whether a text is for a person: a sentence, or a word where a word counts. */
function isMessage(text: string, counts: boolean): boolean {
  const isTime = text.length < 50 && /\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))
  if (isTime || !/\p{L}/u.test(text)) return false
  // Not every script has spaces between words.
  const isSentence = /\s|[^\0-\x7f]/.test(text)
  return isSentence || (counts && !/:\/\/|^(urn|about):|(Error|Exception)$|^[\da-f-]{16,}$/i.test(text))
}

/** The title of a gateway's page, or the text of XML. Of a long one, the last part is left out, as it is cut. */
function readMarkup(page: string, redact: Redact): Said {
  const markup = page.length > MOST.divided ? page.slice(0, page.lastIndexOf('<', MOST.divided)) : page
  // If all of it would be hidden, the title is still worth reading.
  const readable = [redact(markup), markup].find(text => text.startsWith('<')) ?? ''
  const parts = readable.split('<').map(part => {
    const [tag = '', ...text] = part.split('>')
    return {
      tag: tag.split(/\s/, 1)[0]?.toLowerCase() ?? '',
      text: redact(decodeHTML(text.join('>')))
        .replace(/\s+/g, ' ')
        .trim(),
    }
  })
  const html = parts.some(({ tag }) => /^(!doctype|html|head|title|body|h1)$/.test(tag))
  if (!html) return { ...NOTHING_SAID, text: parts.flatMap(({ text }) => text || []).join(' ') }
  const [title] = ['title', 'h1'].flatMap(name =>
    parts.filter(({ tag, text }) => tag === name && text !== ''),
  )
  return { text: title ? `an HTML page titled "${title.text}"` : 'an HTML page', fields: [], html }
}
