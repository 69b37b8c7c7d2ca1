/** Marks a sentence: no JSON of the service can have a symbol. */
const SENTENCE = Symbol('sentence')

/**
 * A sentence of the action, with the values that it quotes kept apart: only the values may hold a secret, markup or a
 * command, so only they are redacted and escaped, and the words always stay.
 */
export interface Sentence {
  readonly [SENTENCE]: true
  /** The action's own words around the values: one more than there are values. */
  readonly words: readonly string[]
  readonly values: readonly (string | number | Sentence)[]
}

export const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && SENTENCE in value

/** What a sentence may quote. An empty value, or none, adds nothing. */
export type Value = string | number | Sentence | null | undefined | false

/** Makes a sentence from a template: `` say`The deployment ${id} is gone` ``. */
export const say = (
  words: readonly string[],
  ...values: Value[]
): Sentence => ({
  [SENTENCE]: true,
  words,
  values: values.map(value => value || (value === 0 ? value : '')),
})

/** The action's own words as a sentence. Pass no text of the workflow or the service: nothing redacts it. */
export const words = (text: string): Sentence => say([text])

/** Makes a sentence from a template that is data, with a fact for each name in braces: `The deployment {id} is gone`. */
export function fill(
  template: string,
  fact: (name: string) => Value,
): Sentence {
  const parts = template.split(/\{([\w.]+)\}/)
  const own = parts.filter((_, index) => index % 2 === 0)
  const names = parts.filter((_, index) => index % 2 === 1)
  return say(own, ...names.map(fact))
}

/** Sentences in a row. */
export const joined = (
  parts: readonly (string | Sentence)[],
  separator = ', ',
): Sentence => ({
  [SENTENCE]: true,
  words: ['', ...parts.slice(1).map(() => separator), ''],
  values: parts,
})

/** The first of many sentences in a row, and how many more there are. */
export function firstJoined(
  parts: readonly (string | Sentence)[],
  most: number,
  separator = ', ',
): Sentence {
  const first = parts.slice(0, most)
  const left = parts.length - first.length
  const more = left > 0 ? [words(`and ${left} more`)] : []
  return joined([...first, ...more], separator)
}

const same = (text: string) => text

/** Writes a sentence as text: each value by `value`, and each of the action's own words by `word`. */
export function write(
  sentence: string | number | Sentence,
  value = same,
  word = same,
): string {
  if (!isSentence(sentence)) return sentence === '' ? '' : value(`${sentence}`)
  const shown = sentence.values.map(part => write(part, value, word))
  return sentence.words
    .map((own, index) => word(own) + (shown[index] ?? ''))
    .join('')
}
