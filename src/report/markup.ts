import { isSentence, type Sentence, words, write } from '../lib/sentence.ts'
import { number, plainLine, type Redact } from '../lib/text.ts'
import { withoutUsers } from '../secrets/urls.ts'

const LONGEST_VALUE = 500

const MOST_ITEMS = 100

/** HTML within markdown, as soon as it is known what to redact. */
export type Html = (redact: Redact) => string

/** What markup shows: a text of the workflow or the service, a sentence, or markup. */
export type Shown = string | Sentence | Html | null | undefined | false

/** Escapes a text for HTML within markdown. */
export const escaped = (text: string) =>
  plainLine(text).replace(
    /[&<>"']/g,
    character => `&#${character.charCodeAt(0)};`,
  )

/** After what a long word may wrap: separators, and a dozen other signs. */
const BREAKS = /(?:[/.:@=_-]+|(?:&#\d+;|[^&/.:@=_-]){12})(?!$)/gu

/** An escaped text as code. Its long words may wrap: GitHub's tables are as wide as their longest word. */
const inCode = (text: string) =>
  `<code>${text.replace(/\S{17,}/gu, word => word.replace(BREAKS, '$&<wbr>'))}</code>`

/** A text or a sentence as one piece of code. */
export const code =
  (text: string | Sentence): Html =>
  redact =>
    inCode(escaped(write(text, value => redact(value, LONGEST_VALUE))))

/** Stands for a value in our own words, which never hold it. */
const HOLE = '\u{f8ff}'

/**
 * A sentence with its values as code, and what is in backquotes of our own words too. Quotes around a value go: its code
 * shows where it ends.
 */
function prose(sentence: Sentence, redact: Redact): string {
  const values: string[] = []
  const holed = write(
    sentence,
    value => {
      values.push(code(value)(redact))
      return HOLE
    },
    escaped,
  )
  return holed
    .replace(/`([^`]+)`/g, (_, own) => (own === HOLE ? own : inCode(own)))
    .replace(/(&#34;|)\u{f8ff}\1/gu, () => values.shift() ?? '')
}

/**
 * Writes what markup shows. Text of the workflow or the service is redacted, truncated, escaped and always in `<code>`,
 * where GitHub links nothing and notifies nobody.
 */
export function render(shown: Shown, redact: Redact): string {
  if (!shown) return ''
  if (typeof shown === 'function') return shown(redact)
  return isSentence(shown) ? prose(shown, redact) : code(shown)(redact)
}

/** Makes markup from a template of our own. If a value of it is empty, so is the whole. */
export const html =
  (template: readonly string[], ...values: Shown[]): Html =>
  redact => {
    const shown = rendered(values, redact)
    return shown.length < values.length
      ? ''
      : String.raw({ raw: template }, ...shown)
  }

/** The parts that are not empty, in a row. */
export const inRow =
  (parts: readonly Shown[], separator = ''): Html =>
  redact =>
    rendered(parts, redact).join(separator)

const rendered = (parts: readonly Shown[], redact: Redact): string[] =>
  parts.map(part => render(part, redact)).filter(Boolean)

/** A text of several lines. */
export const lines =
  (text: string): Html =>
  redact =>
    redact(text).split('\n').map(escaped).join('<br>')

/** The URL of a deployment: the one text of the service that becomes a link. */
export function urlLink(url: string): Html {
  const isPlain = /^https?:\/\/[^\s"'<>\\]+$/i.test(url)
  const isLinked =
    isPlain && URL.canParse(url) && withoutUsers(url, 'url') === url
  return isLinked ? openLink(url, () => escaped(url)) : code(url)
}

/** A link, unless redaction would change its address. */
export const openLink =
  (url: string, content: Shown): Html =>
  redact => {
    const isOpen = redact(url, LONGEST_VALUE) === url
    return render(isOpen ? link(url, content) : url, redact)
  }

export const link = (url: string, content: Shown): Html =>
  html`<a href="${() => escaped(url)}">${content}</a>`

/** A section with one of our own headings. */
export const section = (title: string, content: Html) =>
  html`### ${words(title)}\n\n${content}`

/** A folded part. */
export const details = (title: Shown, content: Html) =>
  html`<details><summary>${title}</summary>\n\n${content}\n\n</details>`

/**
 * A table, and a count of the rows that it leaves out; empty if there are none.
 *
 * @param rows the cells of each; the first one is the heading of its row, or a row of its own above the others where
 *   `head` does not name it
 */
export function table(
  head: string[],
  rows: readonly Shown[][],
  most = MOST_ITEMS,
): Html {
  const headings = head.map(cell => html`<th align="left">${words(cell)}</th>`)
  const lines = [
    html`<tr>${inRow(headings)}</tr>`,
    ...rows.slice(0, most).map(cells => rowOf(cells, head.length)),
  ]
  return inRow(
    [
      rows.length > 0 && html`<table>\n${inRow(lines, '\n')}\n</table>`,
      html`<p>${more(rows.length - most)}</p>`,
    ],
    '\n\n',
  )
}

const rowOf =
  (cells: Shown[], columns: number): Html =>
  redact => {
    const [first, ...others] = cells.map(cell => render(cell, redact))
    const texts = others.map(text => `<td>${text}</td>`).join('')
    return others.length === columns
      ? `<tr><th align="left" colspan="${columns}">${first}</th></tr>\n<tr>${texts}</tr>`
      : `<tr><th align="left" scope="row">${first}</th>${texts}</tr>`
  }

/** Labels with their values. */
export type Labelled = Record<string, Shown>

/** A table of labels with their values, without those that are not known. */
export const labelTable = (values: Labelled): Html =>
  table(
    [],
    Object.entries(values)
      .filter(([, value]) => value)
      .map(([label, value]) => [words(label), value]),
  )

/** The first items of a list, and a count of the rest. */
export const firstOf = (items: readonly Shown[]): Shown[] => [
  ...items.slice(0, MOST_ITEMS),
  more(items.length - MOST_ITEMS),
]

const more = (count: number): Sentence =>
  words(count > 0 ? `and ${number(count)} more` : '')

/** Parts of markdown as one text within a limit in bytes: drops the last parts, which are details. */
export function withinLimit(
  parts: Shown[],
  bytes: number,
  redact: Redact,
): string {
  const shown = rendered(parts, redact)
  while (shown.length > 1 && Buffer.byteLength(shown.join('\n\n')) >= bytes)
    shown.pop()
  return `${shown.join('\n\n')}\n`
}

/** A URL without its user, if anybody may read it and follow it; undefined if it holds a secret. */
export function publicUrl(
  url: string | null | undefined,
  redact: Redact,
): string | undefined {
  const text = withoutUsers(url ?? '', 'url')
  const { protocol = '', href = '' } = URL.parse(text) ?? {}
  const isPublic =
    /^https?:$/.test(protocol) &&
    [text, href].every(form => redact(form) === form)
  return isPublic ? href : undefined
}
