import leven from 'leven'

/** Texts are compared up to this length, because the time grows with its square. */
const MOST_COMPARED = 64

/** At most `count` of the candidates, the most similar spelling first; ignores case. */
export function closest(word: string, candidates: readonly string[], count: number): string[] {
  const plain = (text: string) => text.slice(0, MOST_COMPARED).toLowerCase()
  const wanted = plain(word)
  return candidates
    .map(candidate => ({ candidate, distance: leven(wanted, plain(candidate)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** Whether at least half of a word stays when it becomes the other one. */
export const isSimilar = (word: string, other: string): boolean =>
  leven(word.slice(0, MOST_COMPARED).toLowerCase(), other.toLowerCase()) * 2 <=
  Math.min(word.length, MOST_COMPARED)

/** The known word that a text misspells: another case, other signs between its words, one letter off, or two swapped. */
export function misspelt(text: string, known: readonly string[]): string | undefined {
  const plain = (word: string) =>
    word
      .slice(0, MOST_COMPARED)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  const sorted = (word: string) => [...plain(word)].sort().join('')
  const distances = known.map(word => {
    const distance = leven(plain(text), plain(word), { maxDistance: 2 })
    // Two swapped letters count as two changes, and leave the same letters.
    return distance === 2 && sorted(text) === sorted(word) ? 1 : distance
  })
  return known.find((_, index) => distances[index] === Math.min(1, ...distances))
}
