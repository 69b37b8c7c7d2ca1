/** A rule of the code, and a change that breaks it. A space in `find` matches any white space. */
export interface Mutant {
  rule: string
  file: string
  find: string
  replace: string
}

/** Reads mutants: a file in src/, and then for each of its rules the rule, the code and the broken code. */
function mutants(text: string): Mutant[] {
  const found: Mutant[] = []
  let [file, rule, find] = ['', '', '']
  for (const line of text.split('\n').map(line => line.trim())) {
    if (line.endsWith('.ts:')) file = line.slice(0, -1)
    else if (line.startsWith('# ')) rule = line.slice(2)
    else if (line.startsWith('- ')) find = line.slice(2)
    else if (line.startsWith('+')) found.push({ rule, file, find, replace: line.slice(2) })
  }
  return found
}

/** Rules that prevent a second deployment: the exhaustive simulation notices each broken one. */
export const MUTANTS = mutants(`
  deployment/create-once.ts:
  # a lost POST is not sent again before it is settled
  - ? !failure.sent :
  + ? true :
  # a POST with a 5xx response is not sent again before it is settled
  - failure.status >= 500) return 'unknown'
  + failure.status >= 500) return 'none'
  # a POST with an unreadable success is not sent again before it is settled
  - : failure.kind === 'refused' && NOT_PROCESSED
  + : failure.kind === 'unusable' || failure.kind === 'refused' && NOT_PROCESSED
  # a redirect leaves the effect unknown
  - if (failure.kind !== 'refused' ||
  + if (failure.problem === 'redirect') return 'none'; if (failure.kind !== 'refused' ||
  # absence requires several look-ups
  - proofs: 3
  + proofs: 1
  # absence requires a settling time
  - atLeast: 15_000
  + atLeast: 0
  # a failed look-up proves no absence
  - absent = 0 }
  + }
  # a deployment that the settling finds is used
  - if (deployments.length > 0) return
  + if (deployments.length > 9) return
  # an unknown second POST is settled
  - const settled = await settle(
  + if (first && effect === 'unknown') return createOnce(request, policy, free, context, first); const settled = await settle(
  # a settling without proof is an unknown outcome
  - return unknown(refused ?
  + return !first && !refused ? createOnce(request, policy, free, context, failure) : unknown(refused ?
  # there is no third POST
  - if (first || failure.kind === 'unusable') return
  + if (failure.kind === 'unusable') return
  # a POST with a redirect or an unusable response is not sent again
  - if (first || failure.kind === 'unusable') return
  + if (first) return
  # a run looks up the name after the refusal of a second POST
  - if (deployments.length > 0) {
  + if (deployments.length > 0 && !(first && effect === 'refused')) {
  # a run looks up the name after another refusal of a second POST
  - if (effect === 'none' && !first) return
  + if (effect === 'none') return
  # the refusal of a second POST says nothing about the first
  - const refused = effect !== 'unknown' && !first
  + const refused = effect !== 'unknown'
  # a run looks up the name after a conflict
  - if (effect === 'none' && !first) return
  + if ((effect === 'none' || effect === 'conflict') && !first) return
  # a conflict is settled over a time
  - conflict: { ...SETTLING, pauses: [0, ...SETTLING.pauses] }
  + conflict: ONE_LOOK
  # a run looks up the name after a refusal
  - if (effect === 'none' && !first) return
  + if ((effect === 'none' || effect === 'refused') && !first) return
  # a run uses the deployment that it finds in conflict after a lost POST
  - if (deployments.length > 0) {
  + if (deployments.length > 0 && !(first && effect === 'conflict')) {
  # a deployment that is in conflict after a lost POST counts as created
  - first ?? (effect === 'unknown' ? failure : undefined)
  + (effect === 'unknown' ? failure : undefined)
  # a response with another name is not used
  - answered === name
  + answered !== null
  # two deployments after a second POST are a failure
  - if (first && deployments.length > 1)
  + if (first && deployments.length > 9)
  # an unknown outcome has its own error code
  - 'unknown_outcome'
  + 'conflict'

  deployment/created.ts:
  # a run looks for duplicates after a POST
  - = await findNamesakes(deployment, name, context)
  + = isSecond ? await findNamesakes(deployment, name, context) : { listed: undefined, others: [] }
  # a run looks for duplicates after a second POST
  - = await findNamesakes(deployment, name, context)
  + = isSecond ? { listed: undefined, others: [] } : await findNamesakes(deployment, name, context)
  # the search for duplicates goes on until the new deployment is listed
  - reply.ok && reply.value.ids.has(id)
  + reply.ok
  # the search for duplicates reads the list to its end
  - reply.ok && reply.value.ids.has(id)
  + seen.has(id)
  # the log says that duplicates are possible
  - if (!isProved) notify
  + if (!id) notify
  # the oldest deployment wins
  - (read)).toSorted(byAge)
  + (read)).toSorted(byAge).toReversed()
  # a run whose deployment is not the oldest fails
  - winner !== listed
  + winner === undefined
  # a run whose deployment is the oldest warns of the others
  - if (others.length > 0) {
  + if (others.length > 9) {
  # another run's deployment of the same second, with a lower id, is seen
  - || !isCoarse(
  + || Boolean(
  # a deployment besides the new one of a second POST is a failure
  - if (isSecond && others.length > 0)
  + if (isSecond && others.length > 9)

  deployment/adopt.ts:
  # a deployment that appears after a lost response counts as created
  - unanswered && lacksCommitOnly
  + false && lacksCommitOnly

  deployment/deploy.ts:
  # the name is looked up first
  - deployments.length > 0 ? adopt(
  + deployments.length > 9 ? adopt(
  # a failed look-up ends the run
  - if (!lookedUp.ok)
  + if (!lookedUp.ok) return createOnce(request, order, { deployments: [], ids: new Set() }, context); if (!lookedUp.ok)

  service/pages.ts:
  # a failed page is not an empty page
  - if (!reply.ok) return yield reply
  + if (!reply.ok) return
  # a page begins at the last item of the page before
  - reading.offset += Math.max(1, keys.length - 1)
  + reading.offset += keys.length
  # a list that changes is read again
  - if (isProof(reading)) return
  + return
  # a page that does not begin with the last item shows a change
  - if (continues) return
  + if (continues || last.length > 1) return
`)
