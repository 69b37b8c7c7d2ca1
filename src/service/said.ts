import type { Redact } from '../report/text.ts'
import { cut } from '../report/text.ts'
import { isObject, type JsonObject, parseJson } from './deployment.ts'

const MOST_CHARACTERS = 1000

/** Messages in an error body stand at most so deep. */
const MOST_LEVELS = 10

const MESSAGES = [
  'detail',
  'details',
  'message',
  'messages',
  'msg',
  'msgs',
  'error',
  'errors',
  'title',
  'titles',
  'description',
  'descriptions',
  'reason',
  'reasons',
]

/**
 * What an error body says, as the interface defines none: the messages of JSON, each with the field that it is about, or else the
 * JSON itself; the title of a page; or the text.
 */
export function saidIn(body: string, redacted: Redact): string {
  const json = parseJson(body)
  const page = titleIn(body)
  const messages = isObject(json) || Array.isArray(json) ? messagesIn(json) : []
  const text = messages.length > 0 ? [...new Set(messages)].join('; ') : body
  return cut(redacted(page ?? text).trim(), MOST_CHARACTERS)
}

/** The messages in JSON. */
function messagesIn(value: unknown, field = '', level = 0): string[] {
  if (typeof value === 'string') return messageOf(value, field)
  if (level > MOST_LEVELS) return []
  const next = level + 1
  if (Array.isArray(value))
    return value.flatMap(item => messagesIn(item, field, next))
  if (!isObject(value)) return []
  const about = fieldIn(value) || field
  const keys = MESSAGES.filter(key => Object.hasOwn(value, key))
  if (keys.length > 0)
    return keys.flatMap(key => messagesIn(value[key], about, next))
  // Below a key of messages, other keys are fields.
  const isFields = level > 0 && about === field
  const members = isFields ? Object.entries(value) : []
  return members.flatMap(([key, part]) => messagesIn(part, key, next))
}

function messageOf(text: string, field: string): string[] {
  if (text.trim() === '') return []
  return [field ? `${field}: ${text.trim()}` : text.trim()]
}

/** The field that a message names beside it, such as `source_config.repo_url`; empty if there is none. */
function fieldIn({ loc, path, field }: JsonObject): string {
  const steps = [loc ?? path ?? field ?? []].flat().map(String)
  return steps.filter((step, index) => index > 0 || step !== 'body').join('.')
}

/** What an HTML page is called; undefined if a text is no page. */
export function titleIn(body: string): string | undefined {
  const start = body.slice(0, 64 * 1024)
  if (!/^\s*<(!doctype html|html|head|body|title)\b/i.test(start))
    return undefined
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(start) ?? []
  return title.trim() ? `an HTML page titled "${title.trim()}"` : 'an HTML page'
}
