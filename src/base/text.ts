// Text for people, made safe: without secrets, as one line of the log, and as HTML within markdown.

/** GitHub cuts a message at 4,096 characters. */
export const LONGEST_MESSAGE = 4000

/** A shorter secret is not masked: it occurs in too many places by chance. */
const SHORTEST = 4

/** Words that occur in every log. Masking them would make the log unreadable. */
const PLAIN = /^\s*(true|false|null|none)\s*$/

/** The secrets of a run. */
export interface Masks {
  /**
   * Masks a secret with the runner, whole and line by line. Call it before anything is printed.
   *
   * @param what the name of the secret, for a warning if it cannot be masked
   */
  mask(secret: string, what: string): void
  /** The names of the secrets that cannot be masked: too short, or with a line such as `true`. */
  readonly unmasked: string[]
  /**
   * Replaces each secret, and each line of one, with `***` in a text for people. Finds them as they are, encoded as JSON, and
   * encoded twice. Call it before the text is cut, or escaped in another way.
   *
   * @param part how many characters of the text to take, by default all; a secret that crosses this end is hidden as a whole
   */
  redacted(text: string, part?: { length: number }): string
}

/** Where a run tells what happens. */
export interface Log extends Masks {
  /** Writes a line of the log. */
  log(text: string): void
  /** Writes a line of the log where debug logging is on. */
  debug(text: string): void
  /** Warns of something. A caveat says in the headline why a success is not what it seems. */
  warn(text: string, caveat?: string): void
}

/** @param setSecret registers a secret with the runner, which masks the whole text and each of its lines, even a short one */
export function openMasks(setSecret: (secret: string) => void): Masks {
  const hidden = new Set<string>()
  // The lengths of the texts to hide, by how they begin: most positions of a text need no look at `hidden`, and the others one for
  // each length, even if many secrets begin alike.
  const lengths = new Map<string, Set<number>>()
  const unmasked: string[] = []

  /** Hides a text, as it is, in JSON, and in JSON within JSON. */
  function hide(text: string): void {
    for (const form of [text, inJson(text), inJson(inJson(text))]) {
      const start = form.slice(0, SHORTEST)
      hidden.add(form)
      lengths.set(start, (lengths.get(start) ?? new Set()).add(form.length))
    }
  }

  return {
    unmasked,

    mask(secret, what) {
      const lines = linesOf(secret)
      // White space around a secret is not secret. Indexed by it, a secret would be looked up at many positions.
      for (const text of new Set([...lines.map(line => line.trim()), secret].filter(isMaskable))) {
        hide(text.trim())
        setSecret(forRunner(text))
      }
      if (secret && (!lines.some(isMaskable) || lines.some(line => PLAIN.test(line))))
        unmasked.push(what)
    },

    redacted(text, part = text) {
      let shown = ''
      let end = 0
      for (let from = 0; from < part.length; from++)
        for (const length of lengths.get(text.slice(from, from + SHORTEST)) ?? [])
          if (hidden.has(text.slice(from, from + length))) {
            // Overlapping secrets become one mask.
            if (from >= end) shown += `${text.slice(end, from)}***`
            end = Math.max(end, from + length)
          }
      return shown + text.slice(end, part.length)
    },
  }
}

const linesOf = (secret: string): string[] => secret.split(/[\r\n]+/).filter(Boolean)

/**
 * The runner masks each line of a secret. A short line such as `{` would then be masked all over the log, so the runner gets a
 * secret with short lines only in base64.
 */
const forRunner = (secret: string): string =>
  linesOf(secret).every(isMaskable) ? secret : Buffer.from(secret).toString('base64')

/** A text as JSON writes it, without quotes. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const isMaskable = (text: string): boolean => text.trim().length >= SHORTEST && !PLAIN.test(text)

/** Hides the secrets of a run in a text for people. */
export type Redact = Masks['redacted']

/**
 * Makes any text safe as one line of the log. It can no longer begin a line, colour or reorder the text around it, or act as a
 * workflow command: `::error::` becomes `: :error::`.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
    .replaceAll('##[', '## [')
    .replace(/^(\s*):(?=:)/, '$1: ')

/** Cuts a text to a length. A text that was cut ends in `…`, and never in half a surrogate pair. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** A duration in milliseconds for people: `0.03 s`, `1.5 s`, `2 min`. */
export const duration = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 10) / 100} s` : `${Math.round(ms / 6000) / 10} min`

/** The time of day, in UTC, of a date in milliseconds since the epoch: `20:42:31`. */
export const timeOfDay = (date: number): string => new Date(date).toISOString().slice(11, 19)

/** Writes text as HTML within markdown. */
export interface Html {
  /** A value as code, cut to a length. In code, the host neither makes links nor notifies anyone. */
  code(value: string, longest?: number): string
  /** A sentence, escaped so that the host neither makes links nor notifies anyone. Text in backquotes becomes code. */
  prose(sentence: string): string
  /** The address of a deployment as a link. No other text of the service becomes a link. */
  link(url: string): string
}

/** @param redacted hides secrets. It is called before a text is escaped, as the runner does not recognise an escaped secret. */
export function openHtml(redacted: Redact): Html {
  const escaped = (text: string, longest = LONGEST_MESSAGE) =>
    oneLine(cut(redacted(text), longest)).replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
  const code: Html['code'] = (value, longest) => value && `<code>${escaped(value, longest)}</code>`
  return {
    code,

    prose: sentence =>
      cut(redacted(sentence), LONGEST_MESSAGE).replace(
        /`([^`]+)`|[^`]+|`/g,
        // The host links mentions, issue numbers, commits and addresses. A `<wbr>` inside one of them prevents the link.
        (part, quoted) =>
          quoted
            ? code(quoted)
            : escaped(part).replace(
                /@|(?<!&)#|:\/\/|www\.|GH-|(?<![\w-])[\da-f]{6}(?=[\da-f]+(?![\w-]))/gi,
                '$&<wbr>',
              ),
      ),

    link(url) {
      const html = escaped(url)
      // A URL that redaction or cleaning changes becomes no link: a link must lead where its text says.
      return oneLine(redacted(url)) === url && /^https?:\/\/\S+$/i.test(url)
        ? `<a href="${html}">${html}</a>`
        : code(url)
    },
  }
}

/** A row of a table: cells of HTML. */
export type Row = string[]

/** The most rows that a table shows. */
export const MOST_ROWS = 100

/**
 * A table of HTML, with two or more cells in a row; empty without items. The first cell of a row is its heading.
 *
 * @param cellsOf gives the cells of an item; called only for items that are shown
 */
export function table<Item>(head: string[], items: Item[], cellsOf: (item: Item) => Row): string {
  if (items.length === 0) return ''
  const lines = items.slice(0, MOST_ROWS).map(item => rowOf(cellsOf(item)))
  const more = items.length - MOST_ROWS
  if (more > 0) lines.push(`<tr><td colspan="${head.length}">and ${more} more</td></tr>`)
  return `<table>\n<tr>${HEADING}${head.join(`</th>${HEADING}`)}</th></tr>\n${lines.join('\n')}\n</table>`
}

const HEADING = '<th align="left">'

const rowOf = ([first, ...others]: Row): string =>
  `<tr>${HEADING}${first}</th><td>${others.join('</td><td>')}</td></tr>`

/** Joins parts of markdown up to a limit in bytes. Drops the last ones, which hold details, where they do not fit. */
export function joined(parts: string[], bytes: number): string {
  let size = -2
  const shown = parts.filter(Boolean).filter(part => {
    size += Buffer.byteLength(part) + 2
    return size <= bytes
  })
  return shown.join('\n\n')
}
