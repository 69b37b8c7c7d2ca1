import { type Sentence, write } from '../lib/sentence.ts'
import { plainLine } from '../lib/text.ts'
import type { Redact } from '../secrets/redact.ts'
import { withoutUser } from '../secrets/urls.ts'

const LONGEST_VALUE = 500

const MOST_ITEMS = 100

/** Escapes a text for HTML within markdown. */
export const html = (text: string) =>
  plainLine(text).replace(
    /[&<>"']/g,
    character => `&#${character.charCodeAt(0)};`,
  )

/** After what a long word may wrap: separators, and a dozen other signs. */
const BREAKS = /(?:[/.:@=_-]+|(?:&#\d+;|[^&/.:@=_-]){12})(?!$)/gu

/** A text as code. Its long words may wrap: GitHub's tables are as wide as their longest word. */
export const literal = (text: string) =>
  `<code>${html(text).replace(/\S{17,}/gu, word => word.replace(BREAKS, '$&<wbr>'))}</code>`

export type Markup = ReturnType<typeof createMarkup>

/**
 * Writes sentences and values as HTML within markdown. Text of the workflow or the service is redacted, truncated,
 * escaped and always in `<code>`, where GitHub links nothing and notifies nobody.
 */
export function createMarkup(redact: Redact) {
  const code = (value: string | Sentence) =>
    literal(write(value, text => redact(text, LONGEST_VALUE)))
  const own = (words: string) =>
    words
      .split(/`([^`]+)`/)
      .map((part, index) => (index % 2 === 1 ? literal(part) : html(part)))
      .join('')
  return {
    code,
    /** A sentence. Backquotes in our own words become code too, and quotes around a value go: its code shows where it ends. */
    text: (sentence: Sentence) =>
      write(sentence, code, own).replaceAll(
        /(`|&#34;)(<code>(?:[^<]|<wbr>)*<\/code>)\1/g,
        '$2',
      ),
    lines: (value: string) => redact(value).split('\n').map(html),
  }
}

/** The URL of a deployment: the one text of the service that becomes a link. */
export function urlLink(url: string, markup: Markup): string {
  const { username, password } = URL.parse(url) ?? {}
  const isPlain = /^https?:\/\/[^\s"'<>\\]+$/i.test(url)
  const isLinked = isPlain && username === '' && password === ''
  return isLinked ? openLink(url, html(url), markup) : markup.code(url)
}

/** A link, unless redaction would change its address. */
export function openLink(
  url: string,
  content: string,
  { code }: Markup,
): string {
  const shown = code(url)
  return shown === literal(url) ? link(url, content) : shown
}

/** A section with one of our own headings; empty without content. */
export const section = (title: string, content: string) =>
  content === '' ? '' : `### ${title}\n\n${content}`

export const link = (url: string, content: string) =>
  `<a href="${html(url)}">${content}</a>`

/** A folded part; empty without content. */
export const details = (title: string, content: string) =>
  content && `<details><summary>${title}</summary>\n\n${content}\n\n</details>`

/**
 * A table with a row for each item, and a count of those that it leaves out; empty if there are none.
 *
 * @param row the cells of an item in HTML; the first one is the heading of its row, or a row of its own above the others
 *   where `head` does not name it
 */
export function table<T>(
  head: string[],
  items: readonly T[],
  row: (item: T) => string[],
  most = MOST_ITEMS,
): string {
  const { shown, more } = firstOf(items, most)
  const headings = head.map(cell => `<th align="left">${cell}</th>`)
  const rows = shown.flatMap(item => {
    const [first = '', ...texts] = row(item)
    const cells = texts.map(cell => `<td>${cell}</td>`)
    if (head.length === cells.length)
      return [
        [`<th align="left" colspan="${cells.length}">${first}</th>`],
        cells,
      ]
    return [[`<th align="left" scope="row">${first}</th>`, ...cells]]
  })
  const lines = [headings, ...rows].filter(({ length }) => length > 0)
  const rest = more.map(text => `\n\n<p>${text}</p>`)
  if (rows.length === 0) return ''
  return `<table>\n${lines.map(cells => `<tr>${cells.join('')}</tr>`).join('\n')}\n</table>${rest}`
}

/** A table of labels with their values in HTML. */
export const facts = (rows: string[][]) => table([], rows, row => row)

/** The first items of a list, and a text with the count of the rest, if there are more. */
export function firstOf<T>(
  items: readonly T[],
  most = MOST_ITEMS,
): { shown: readonly T[]; more: string[] } {
  const left = items.length - most
  return {
    shown: items.slice(0, most),
    more: left > 0 ? [`and ${number(left)} more`] : [],
  }
}

/** Parts of markdown as one text within a limit in bytes: drops the last parts, which are details. */
export function withinLimit(parts: string[], bytes: number): string {
  const shown = parts.filter(part => part !== '')
  while (shown.length > 1 && Buffer.byteLength(shown.join('\n\n')) >= bytes)
    shown.pop()
  return `${shown.join('\n\n')}\n`
}

/** A number with separators: `10,000`. */
export const number = (value: number) => value.toLocaleString('en-US')

/** A count with its noun: `1 deployment`, `2 deployments`. */
export const count = (value: number, one: string, many = `${one}s`) =>
  `${number(value)} ${value === 1 ? one : many}`

/** A URL without its user, if anybody may read it and follow it; undefined if it holds a secret. */
export function publicUrl(
  url: string | null | undefined,
  redact: Redact,
): string | undefined {
  const text = withoutUser(url ?? '')
  const { protocol = '', href = '' } = URL.parse(text) ?? {}
  const isPublic =
    /^https?:$/.test(protocol) &&
    [text, href].every(form => redact(form) === form)
  return isPublic ? href : undefined
}
