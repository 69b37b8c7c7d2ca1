import type { Trouble } from '../../deployment/outcome.ts'

/** What the catalogue has to say on a failure. Text is plain, with `code` in backquotes. */
export interface Explanation {
  /** A few words, for a heading. */
  title: string
  /** What most likely lies behind it, likeliest first. */
  causes: string[]
  /** What to do, by all that is known of it. */
  next: string
  /** Whether a rerun is safe, and what it would do. */
  rerun: string
}

/** Looks a failure up. The catalogue is loaded only here, as most runs do without it. */
export async function explain({ code, hint }: Pick<Trouble, 'code' | 'hint'>): Promise<Explanation> {
  const { CATALOGUE, HINTS } = await import('./catalogue.ts')
  return { ...CATALOGUE[code], ...(hint && { next: HINTS[hint].next }) }
}
