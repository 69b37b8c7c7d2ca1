import type { Redact } from '../run/text.ts'
import { cut } from '../run/text.ts'
import { isObject, type JsonObject, parseJson } from './json.ts'

const MOST_CHARACTERS = 1000

/** A key of messages. */
const MESSAGE = /^(detail|message|msg|error|title|description|reason)s?$/

/**
 * What an error body says, as the interface defines none: the messages of JSON, each with the field that it is about, or else the
 * JSON itself; the title of a page; or the text.
 */
export function saidIn(body: string, redacted: Redact): string {
  const messages = new Set(messagesIn(parseJson(body)))
  const text = [...messages].join('; ') || body
  return cut(redacted(titleIn(body) ?? text).trim(), MOST_CHARACTERS)
}

/**
 * The messages in JSON.
 *
 * @param field what they are about, if that is known
 * @param isBelow whether the value stands below a key of messages, where other keys are fields
 */
function messagesIn(value: unknown, field = '', isBelow = false): string[] {
  if (typeof value === 'string') return messageOf(value, field)
  if (Array.isArray(value))
    return value.flatMap(item => messagesIn(item, field, true))
  if (!isObject(value)) return []
  const keys = Object.keys(value).filter(key => MESSAGE.test(key))
  const about = fieldIn(value) || field
  if (keys.length > 0)
    return keys.flatMap(key => messagesIn(value[key], about, true))
  const fields = isBelow ? Object.entries(value) : []
  return fields.flatMap(([name, part]) => messagesIn(part, name, true))
}

function messageOf(text: string, field: string): string[] {
  const message = text.trim()
  if (message === '') return []
  return [field ? `${field}: ${message}` : message]
}

/** The field that a message names beside it, such as `source_config.repo_url`; empty if there is none. */
function fieldIn({ loc, path, field }: JsonObject): string {
  const steps = [loc ?? path ?? field ?? []].flat()
  return steps.join('.').replace(/^body\./, '')
}

/** What an HTML page is called; undefined if a text is no page. */
export function titleIn(body: string): string | undefined {
  const start = body.slice(0, 64 * 1024)
  if (!/^\s*<(!doctype html|html|head|body|title)\b/i.test(start))
    return undefined
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(start) ?? []
  return title.trim() ? `an HTML page titled "${title.trim()}"` : 'an HTML page'
}
