import leven from 'leven'

/** At most `count` of the candidates, nearest in spelling first; case does not matter. */
export function closest(word: string, candidates: readonly string[], count: number): string[] {
  const wanted = word.toLowerCase()
  return candidates
    .map(candidate => ({ candidate, distance: leven(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}
