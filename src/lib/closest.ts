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
