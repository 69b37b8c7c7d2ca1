import { isSentence, type Sentence, say, words, write } from '../lib/sentence.ts'
import type { Found } from './redact.ts'

/** A shorter secret may be in an output by chance, so it never empties one. */
const SHORTEST = 8

/** Finds the secrets in a text, plain or encoded. */
type Find = (text: string) => Found[]

/** The text of an output, and the secrets that its value contains. */
export interface Exact {
  text: string
  found: Found[]
}

/**
 * The text of an output for a value, exactly as it is: a text, the action's own words, a number, a boolean or JSON. A
 * text that contains a secret is empty; within JSON it is `***`, and keys and own words stay.
 */
export function exact(value: unknown, find: Find): Exact {
  if (isSentence(value)) return { text: write(value, text => text), found: [] }
  const found: Found[] = []
  const isSecret = (text: string) => {
    const secrets = find(text)
    found.push(...secrets)
    return secrets.some(({ length }) => length >= SHORTEST)
  }
  if (typeof value === 'string') return { text: isSecret(value) ? '' : value, found }
  const text = JSON.stringify(value, (_, member) => {
    if (isSentence(member)) return write(member, text => text)
    return typeof member === 'string' && isSecret(member) ? '***' : member
  })
  return { text, found }
}

/**
 * A list as JSON. A list of texts, such as ids for a matrix, is empty if one of them contains a secret.
 *
 * @param pause called after each item, because a long list takes seconds
 */
export async function exactList(values: unknown[], find: Find, pause: () => Promise<void>): Promise<Exact> {
  const items: Exact[] = []
  for (const value of values) {
    items.push(exact(value, find))
    await pause()
  }
  const found = items.flatMap(item => item.found)
  const isOfTexts = values.every(value => typeof value === 'string')
  if (!isOfTexts) return { text: `[${items.map(({ text }) => text).join(',')}]`, found }
  return { text: items.some(({ text }, at) => text !== values[at]) ? '' : JSON.stringify(values), found }
}

/** The warnings about an output whose value contains secrets. */
export function warningsOf(name: string, { text, found }: Exact): Sentence[] {
  const secrets = new Map<Sentence, Found>()
  for (const secret of found) {
    if (secret.length > (secrets.get(secret.what)?.length ?? 0)) secrets.set(secret.what, secret)
  }
  return [...secrets.values()].flatMap(({ what, length, isMasked, advice = words('') }) => {
    if (length < SHORTEST && !isMasked) return []
    if (length < SHORTEST)
      return [say`${words(name)} contains ${what}, so the runner withholds it from other jobs.${advice}`]
    const consequence = words(
      text === '' ? 'is empty, because it contains' : 'has *** for a text that contains',
    )
    return [say`${words(name)} ${consequence} ${what}.${advice}`]
  })
}
