import type { HttpResponse, NetworkFailure } from '../http/exchange.ts'
import { isObject, isWalkable, parseJson } from '../lib/json.ts'

/** What the service said about a refusal: a text, and messages about single fields where it gave such. */
export interface Said {
  text: string
  fields: { loc: (string | number)[]; msg: string }[]
  /** It was a web page, as gateways and other servers send it. */
  html?: boolean
}

/** The service answered, but not with success. `retryAfter` is in milliseconds. */
interface Refusal {
  kind: 'refused'
  status: number
  said: Said
  retryAfter?: number
}

/** An answer that cannot be used: not what the interface promises. */
interface Unusable {
  kind: 'unusable'
  status: number
  reason: string
  said: Said
}

/** The service pointed elsewhere, which is never followed. */
interface Redirect {
  kind: 'redirect'
  status: number
  origin: string
}

/** How a request to the service can fail. */
export type Failure = NetworkFailure | Refusal | Unusable | Redirect

/** The result of an operation of the service; `status` is the HTTP status of the response. */
export type Reply<T> = { ok: true; value: T; status: number } | { ok: false; error: Failure }

const MAX_FIELDS = 50

/** A title of a page stands in its first part. */
const HEAD_OF_PAGE = 64 * 1024

/**
 * Tells why a response that is not a success failed.
 *
 * @param now the time since the epoch in milliseconds, for a `Retry-After` that is a date in a response that has none
 */
export function failureOf(response: HttpResponse, url: URL, now: number): Refusal | Redirect {
  const { status, headers } = response
  const location = first(headers['location'])
  if (status >= 300 && status < 400) {
    const target = location === undefined ? undefined : URL.parse(location, url.href)
    return { kind: 'redirect', status, origin: target?.origin ?? 'an unnamed place' }
  }
  // The clock of the service and the runner's may differ, so the service's own counts where it tells it.
  const date = Date.parse(first(headers['date']) ?? '')
  const retryAfter = parseRetryAfter(first(headers['retry-after']), Number.isNaN(date) ? now : date)
  return {
    kind: 'refused',
    status,
    said: saidIn(response),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

const first = (header: string | string[] | undefined) => [header ?? []].flat()[0]

/** A success is not quoted, however odd it is: it may hold the secrets of other deployments. */
export function unusable({ status, text }: HttpResponse, reason: string): Unusable {
  return {
    kind: 'unusable',
    status,
    reason,
    said: { text: '', fields: [], ...(isHtml(text) && { html: true }) },
  }
}

const isHtml = (body: string) => body.trimStart().startsWith('<')

/** A body that ends early is quoted only where it can be read all the same: half a secret is not known as one. */
function saidIn({ text, truncated, broken }: HttpResponse): Said {
  const isWhole = !truncated && !broken
  return isWhole || parseJson(text) !== undefined ? whatWasSaid(text) : { text: '', fields: [] }
}

/**
 * Reads what an error body says. Error bodies are not part of the interface; these are the shapes that services of this
 * kind use, problem documents (RFC 9457) among them.
 */
export function whatWasSaid(body: string): Said {
  if (isHtml(body)) return { text: textOfHtml(body), fields: [], html: true }
  const parsed = parseJson(body)
  if (!isObject(parsed) || !isWalkable(parsed))
    return { text: typeof parsed === 'string' ? parsed : body, fields: [] }
  const { detail, message, error, error_description, errors, title } = parsed
  const found = firstSaid([detail, message, error_description, error])
  const list = readSaid(errors)
  if (found && list && found.fields.length === 0) {
    return { text: `${found.text}; ${list.text}`, fields: list.fields }
  }
  return found ?? list ?? readSaid(title) ?? { text: body, fields: [] }
}

function firstSaid(candidates: unknown[]): Said | undefined {
  for (const candidate of candidates) {
    const said = readSaid(candidate)
    if (said) return said
  }
  return undefined
}

function readSaid(said: unknown): Said | undefined {
  if (typeof said === 'string') return said.trim() === '' ? undefined : { text: said, fields: [] }
  if (isObject(said)) {
    return readSaid(said['message'] ?? said['msg'] ?? said['detail']) ?? fieldsByName(said)
  }
  if (!Array.isArray(said) || said.length === 0) return undefined
  const fields = said.slice(0, MAX_FIELDS).flatMap(item => (isObject(item) ? (fieldOf(item) ?? []) : []))
  if (fields.length > 0) return withFields(fields)
  const texts = said.map(item => (typeof item === 'string' ? item : JSON.stringify(item)))
  return { text: texts.join('; '), fields: [] }
}

/** One message of a list, such as `{loc, msg}` or `{field, message}`. */
function fieldOf(item: Record<string, unknown>): Said['fields'][number] | undefined {
  const msg = item['msg'] ?? item['message'] ?? item['detail']
  if (typeof msg !== 'string') return undefined
  const { loc, field } = item
  if (typeof field === 'string' && loc === undefined) return { loc: field.split('.', MOST_STEPS), msg }
  const steps = Array.isArray(loc) ? loc.slice(0, MOST_STEPS) : []
  return { loc: steps.filter(step => typeof step === 'string' || typeof step === 'number'), msg }
}

/** No field of the interface lies deeper. */
const MOST_STEPS = 20

/** Messages by the name of their field, as ASP.NET has them: `{"SourceConfig.RepoUrl": ["is not valid"]}`. */
function fieldsByName(said: Record<string, unknown>): Said | undefined {
  const fields = Object.entries(said)
    .slice(0, MAX_FIELDS)
    .flatMap(([name, messages]) => {
      const texts = [messages].flat().filter(text => typeof text === 'string')
      return texts.length > 0 ? [{ loc: stepsOf(name), msg: texts.join(' ') }] : []
    })
  return fields.length > 0 ? withFields(fields) : undefined
}

/** The path in such a name, in the interface's spelling: `$.SourceConfig.RepoUrl` is `source_config`, `repo_url`. */
function stepsOf(name: string): string[] {
  return name
    .split(/[.[\]]/, MOST_STEPS)
    .filter(step => step !== '' && step !== '$')
    .map(step => step.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase())
}

function withFields(fields: Said['fields']): Said {
  const text = fields.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join('.')}: ${msg}` : msg)).join('; ')
  return { text, fields }
}

/** A gateway's page: its title says as much as a log line can hold. */
function textOfHtml(body: string): string {
  const head = body.slice(0, HEAD_OF_PAGE)
  const title = textOfElement(head, /<title[\s>]/i) ?? textOfElement(head, /<h1[\s>]/i)
  return title === undefined ? 'an HTML page' : `an HTML page titled "${title}"`
}

/** The text at the beginning of an element, up to the next tag. */
function textOfElement(html: string, tag: RegExp): string | undefined {
  const start = html.search(tag)
  const from = start === -1 ? 0 : html.indexOf('>', start) + 1
  const to = from === 0 ? -1 : html.indexOf('<', from)
  if (to === -1) return undefined
  const text = html.slice(from, to).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/**
 * `Retry-After` in both of its forms, seconds and a date, as milliseconds from now.
 *
 * @param now in milliseconds since the epoch
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const text = value.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // No date is longer.
  const date = text.length > 50 ? Number.NaN : Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
