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
export const PROTOCOL = mutants(`
  deployment/create-once.ts:
  # a lost POST is not sent again before it is settled
  - failure.sent ? 'unknown'
  + failure.sent ? 'not_processed'
  # a POST with a 5xx response is not sent again before it is settled
  - >= 500) return 'unknown'
  + >= 500) return 'not_processed'
  # a POST with an unreadable success is not sent again before it is settled
  - case 'unusable':
  + case 'unusable': return 'not_processed'
  # a redirect leaves the effect unknown
  - case 'redirect': return 'unknown'
  + return 'unknown'; case 'redirect': return 'failed'
  # a POST whose connection was refused is sent again
  - 'unknown' : 'not_processed'
  + 'unknown' : 'failed'
  # a POST that was rate limited is sent again
  - (failure.status)) return 'not_processed'
  + (failure.status)) return 'failed'
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
  + if (first && kind === 'unknown') return createOnce(request, free, context, first); const settled = await settle(
  # a settling without proof is an unknown outcome
  - if (first || settled.kind === 'unknown') return
  + if (first) return
  # there is no third POST
  - if (first || settled.kind === 'unknown') return
  + if (settled.kind === 'unknown') return
  # a POST with an unusable response is not sent again
  - if (failure.kind === 'unusable') return { kind: 'unread', failure }
  +
  # a POST with a redirect is not sent again
  - if (failure.kind === 'redirect') return { kind: 'unknown', failure }
  +
  # a run looks up the name after the refusal of a second POST
  - if (settled.kind === 'found') {
  + if (settled.kind === 'found' && !(first && kind === 'refused')) {
  # a run looks up the name after another refusal of a second POST
  - if (kind === 'failed' && !first) return
  + if (kind === 'failed') return
  # the refusal of a second POST says nothing about the first
  - if (kind !== 'unknown' && !first) return { kind: 'failed', failure }
  + if (kind !== 'unknown') return { kind: 'failed', failure }
  # a run looks for duplicates after a POST
  - const found = await findNamesakes(
  + const found = !first ? { listed: undefined, others: [] } : await findNamesakes(
  # a run looks for duplicates after a second POST
  - const found = await findNamesakes(
  + const found = first ? { listed: undefined, others: [] } : await findNamesakes(
  # a run looks up the name after a conflict
  - if (kind === 'failed' && !first) return
  + if ((kind === 'failed' || kind === 'conflict') && !first) return
  # a conflict is settled over a time
  - conflict: { ...SETTLING, pauses: [0, ...SETTLING.pauses] }
  + conflict: { pauses: [0], atLeast: 0, proofs: 1, retry: true }
  # a run looks up the name after a refusal
  - if (kind === 'failed' && !first) return { kind, failure }
  + if ((kind === 'failed' || kind === 'refused') && !first) return { kind: 'failed', failure }
  # a run uses the deployment that it finds in conflict after a lost POST
  - if (settled.kind === 'found') {
  + if (settled.kind === 'found' && !(first && kind === 'conflict')) {
  # a deployment that is in conflict after a lost POST counts as created
  - if (kind !== 'unknown' && !first) return { ...settled, kind: 'taken' }
  + if (kind !== 'unknown') return { ...settled, kind: 'taken' }
  # a conflict has its own error code
  - 409) return 'conflict'
  + 409) return 'refused'
  # a response with another name is not used
  - answered !== name
  + answered === null

  deployment/duplicates.ts:
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
  - toSorted(byAge)[0]
  + toSorted(byAge).at(-1)

  deployment/created.ts:
  # a run whose deployment is not the oldest fails
  - winner !== listed
  + winner === undefined
  # a run whose deployment is the oldest warns of the others
  - if (others.length > 0) { notify({ type: 'warning'
  + if (others.length > 9) { notify({ type: 'warning'
  # two deployments after a second POST are a failure
  - posts > 1
  + posts > 9
  # a deployment that appears after a lost response counts as created
  - if (!isCreated)
  + if (notify)
  # an unknown outcome has its own error code
  - 'unknown_outcome'))
  + 'conflict'))

  deployment/deploy.ts:
  # the name is looked up first
  - lookedUp.value.deployments
  + lookedUp.value.deployments.slice(9)
  # a failed look-up ends the run
  - if (!lookedUp.ok)
  + if (!lookedUp.ok) return outcomeOf(await createOnce(request, { deployments: [], ids: new Set() }, context), request, order, context); if (!lookedUp.ok)

  service/pages.ts:
  # a failed page is not an empty page
  - if (!reply.ok) return yield reply
  + if (!reply.ok) return

  service/retry.ts:
  # failed requests are retried
  - attempts: 5
  + attempts: 1
`)

/** Rules of lists and of existing deployments: the random simulation notices each broken one. */
export const OTHERS = mutants(`
  service/pages.ts:
  # all pages are read
  - offset = at + size
  + return
  # a page without new items is not the end of the list
  - stale = fresh.length > 0 ? 0 : stale + 1
  + if (fresh.length === 0) return

  deployment/look-up.ts:
  # a name must match completely
  - fold(a) === fold(b)
  + fold(a).includes(fold(b))
  # names that the service changed are found
  - fold(a) === fold(b)
  + a === b

  deployment/adopt.ts:
  # a deployment that differs is not adopted
  - if (if_exists === 'match')
  + if (if_exists === 'fail')
  # no deployment is adopted with if_exists: fail
  - if (if_exists === 'fail') {
  + if (if_exists === 'match') {
  # a deployment that is being deleted is not adopted
  - status === 'AWAITING_DELETE'
  + status === 'READY '

  deployment/deploy.ts:
  # none of several deployments of a name is adopted
  - if (existing.length > 1)
  + if (existing.length > 2)

  deployment/watch.ts:
  # a wait that times out is a failure
  - if (left <= 0) return failed(timedOut(goal, latest.read, problem))
  + if (left <= 0) return latest
`)

/** Rules of the wait: its simulation notices each broken one. */
export const WAIT = mutants(`
  deployment/goal.ts:
  # the commit must match
  - commitOf(deployment))) return false
  + commitOf(deployment))) return true
  # wait_for: active requires an active revision
  - if (wait_for === 'ready') return
  + if (wait_for !== 'none') return

  deployment/look-up.ts:
  # one page without the deployment does not end the wait
  - if (reply.ok ? reply.value : !isRefused) return reply
  + if (reply.ok || !isRefused) return reply
  # refused filters are omitted
  - [400, 422]
  + [418]

  deployment/watch.ts:
  # a deletion ends the wait
  - status === 'AWAITING_DELETE'
  + status === 'DELETED'
  # a failed poll does not end the wait
  - if (refused < REFUSED.looks) continue
  +
  # three refused polls end the wait
  - looks: 3
  + looks: 300
  # refusals count only in a row
  - refused + 1 : 0
  + refused + 1 : refused
  # the last poll ends in time
  - left + GRACE
  + left + 60_000

  deployment/health.ts:
  # the last health check ends in time
  - if (answer.healthy || left <= 0)
  + if (answer.healthy || left <= -5000)
  # only 2xx is healthy
  - status <= 299
  + status <= 599

  deployment/wait.ts:
  # the look-up of the wait action ends in time
  - within(goal.wait_timeout + GRACE
  + within(500_000_000
  # the health check starts after the state is reached
  - if ('result' in watched) return watched
  + if ('result' in watched && watched.failure.code !== 'wait_timeout') return watched
  # the deployment is watched while health is polled
  - 'result' in watched && watched.failure.code !== 'wait_timeout' ? watched : polling
  + polling
`)
