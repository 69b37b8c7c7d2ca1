import leven from 'leven'

/** Texts are compared up to this length, because the time grows with its square. */
const MOST_COMPARED = 64

const letters = (word: string) =>
  word
    .slice(0, MOST_COMPARED)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
const sorted = (word: string) => [...word].sort().join('')

/** The candidates, the most similar first, each with its distance: the number of letters and digits that differ. */
export function bySimilarity(word: string, candidates: readonly string[]) {
  const own = letters(word)
  const compared = candidates.map(candidate => {
    const other = letters(candidate)
    const distance = leven(own, other)
    // Two swapped letters count as two changes, and leave the same letters.
    const isSwap = distance === 2 && sorted(own) === sorted(other)
    return { candidate, distance: isSwap ? 1 : distance }
  })
  return compared.sort((a, b) => a.distance - b.distance)
}

/**
 * The known words that a text misspells: the one with another case, other signs between its words, one letter off or two
 * swapped; or else all that begin with the text, or that end with its words.
 */
export function misspelt(text: string, known: readonly string[]): string[] {
  const [nearest] = bySimilarity(text, known)
  if (nearest && nearest.distance <= 1) return [nearest.candidate]
  const part = text.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  if (part === '') return []
  return known.filter(
    word => word.startsWith(part) || word.endsWith(`_${part}`),
  )
}
