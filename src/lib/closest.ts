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

/** The known word that a text misspells: another case, other signs between its words, or one letter off. */
export function misspelt(text: string, known: readonly string[]): string | undefined {
  const plain = (word: string) =>
    word
      .slice(0, MOST_COMPARED)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  const distances = known.map(word => leven(plain(text), plain(word), { maxDistance: 2 }))
  return known.find((_, index) => distances[index] === Math.min(1, ...distances))
}
