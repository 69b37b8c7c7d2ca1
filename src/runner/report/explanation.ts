import type { Trouble } from '../../deployment/outcome.ts'
import type { Explanation } from './catalogue.ts'

/** Looks a failure up. The catalogue is loaded only here, as most runs do without it. */
export async function explain({ code, hint }: Pick<Trouble, 'code' | 'hint'>): Promise<Explanation> {
  const { CATALOGUE, HINTS } = await import('./catalogue.ts')
  return { ...CATALOGUE[code], ...(hint && { next: HINTS[hint].next }) }
}
