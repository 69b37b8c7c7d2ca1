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

/** The known word that a text misspells: another case, other signs between its words, one letter off, or two swapped. */
export function misspelt(
  text: string,
  known: readonly string[],
): string | undefined {
  const [nearest] = bySimilarity(text, known)
  return nearest && nearest.distance <= 1 ? nearest.candidate : undefined
}
