import leven from 'leven'

/** Texts are compared up to this length, because the time grows with its square. */
const MOST_COMPARED = 64

const plain = (text: string) => text.slice(0, MOST_COMPARED).toLowerCase()

/** At most `count` of the candidates, the most similar spelling first; ignores case. */
export function closest(word: string, candidates: readonly string[], count: number): string[] {
  return candidates
    .map(candidate => ({ candidate, distance: leven(plain(word), plain(candidate)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** Whether at least half of a word stays when it becomes the other one. */
export const isSimilar = (word: string, other: string): boolean =>
  leven(plain(word), other.toLowerCase()) * 2 <= Math.min(word.length, MOST_COMPARED)

/** The known word that a text misspells: another case, other signs between its words, one letter off, or two swapped. */
export function misspelt(text: string, known: readonly string[]): string | undefined {
  const letters = (word: string) => plain(word).replace(/[^a-z0-9]/g, '')
  const sorted = (word: string) => [...letters(word)].sort().join('')
  const distances = known.map(word => {
    const distance = leven(letters(text), letters(word), { maxDistance: 2 })
    // Two swapped letters count as two changes, and leave the same letters.
    return distance === 2 && sorted(text) === sorted(word) ? 1 : distance
  })
  return known.find((_, index) => distances[index] === Math.min(1, ...distances))
}
