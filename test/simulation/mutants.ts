/** A rule of the code, and a change that breaks it. A space in `find` matches any white space. */
export interface Mutant {
  rule: string
  file: string
  find: string
  replace: string
}

const once = 'deployment/create-once.ts'
const lookUp = 'deployment/look-up.ts'
const adopt = 'deployment/adopt.ts'
const deploy = 'deployment/deploy.ts'
const created = 'deployment/created.ts'
const watch = 'deployment/watch.ts'
const pages = 'service/pages.ts'
const duplicates = 'deployment/duplicates.ts'

/** Rules that prevent a second deployment. */
export const PROTOCOL: Mutant[] = [
  {
    rule: 'a lost POST is not sent again before it is settled',
    file: once,
    find: "failure.sent ? 'unknown'",
    replace: "failure.sent ? 'not_processed'",
  },
  {
    rule: 'a POST with a 5xx response is not sent again before it is settled',
    file: once,
    find: ">= 500) return 'unknown'",
    replace: ">= 500) return 'not_processed'",
  },
  {
    rule: 'a POST with an unreadable success is not sent again before it is settled',
    file: once,
    find: "case 'unusable':",
    replace: "case 'unusable': return 'not_processed'\n",
  },
  {
    rule: 'a redirect leaves the effect unknown',
    file: once,
    find: "case 'redirect': return 'unknown'",
    replace: "return 'unknown'\n    case 'redirect': return 'failed'",
  },
  {
    rule: 'a POST whose connection was refused is sent again',
    file: once,
    find: "'unknown' : 'not_processed'",
    replace: "'unknown' : 'failed'",
  },
  {
    rule: 'a POST that was rate limited is sent again',
    file: once,
    find: "(failure.status)) return 'not_processed'",
    replace: "(failure.status)) return 'failed'",
  },
  { rule: 'absence requires several look-ups', file: once, find: 'proofs: 3', replace: 'proofs: 1' },
  {
    rule: 'absence requires a settling time',
    file: once,
    find: 'atLeast: 15_000',
    replace: 'atLeast: 0',
  },
  { rule: 'a failed look-up proves no absence', file: once, find: 'absent = 0 }', replace: '}' },
  {
    rule: 'a deployment that the settling finds is used',
    file: once,
    find: 'if (deployments.length > 0) return',
    replace: 'if (deployments.length > 9) return',
  },
  {
    rule: 'an unknown second POST is settled',
    file: once,
    find: "if (settled.kind === 'unknown') return first",
    replace:
      "if (first) return createAgain(request, free, first.failure, context)\n if (settled.kind === 'unknown') return first",
  },
  {
    rule: 'a settling without proof is an unknown outcome',
    file: once,
    find: "if (settled.kind === 'unknown') return first",
    replace: "if (settled.kind === 'unknown') return createAgain(request, free, first.failure, context)",
  },
  {
    rule: 'a POST with an unusable response is not sent again',
    file: once,
    find: 'if (!isUseless)',
    replace: 'if (first)',
  },
  {
    rule: 'a run looks up the name after the refusal of a second POST',
    file: once,
    find: "return settled.kind === 'found' ? { ...settled, failure } :",
    replace: "return settled.kind === 'unknown' ? { kind: 'unknown', failure } :",
  },
  {
    rule: 'the refusal of a second POST says nothing about the first',
    file: once,
    find: ": { kind: 'unknown', failure: second.failure }",
    replace: ": { kind: 'failed', failure: second.failure }",
  },
  {
    rule: 'there is no third POST',
    file: once,
    find: "if (settled.kind !== 'found') return second",
    replace:
      "if (settled.kind !== 'found') return createAgain(request, free, failure, context)\n if (!settled) return second",
  },
  {
    rule: 'a run looks for duplicates after a POST',
    file: once,
    find: "(await findNamesakes(first.deployment, name, 'quick', context))",
    replace: '{ listed: undefined, others: [] }',
  },
  {
    rule: 'a run looks for duplicates after a second POST',
    file: once,
    find: "(await findNamesakes(second.deployment, name, 'thorough', context))",
    replace: '{ listed: undefined, others: [] }',
  },
  {
    rule: 'a run looks up the name after a conflict',
    file: once,
    find: "return settled.kind === 'found' ? { ...settled, kind: 'taken' } : first",
    replace: 'return first',
  },
  {
    rule: 'a conflict is settled over a time',
    file: once,
    find: "settle(name, CONFLICT, context) if (settled.kind === 'unknown') return",
    replace: "settle(name, ONE_LOOK, context)\n if (settled.kind === 'unknown') return",
  },
  {
    rule: 'a run looks up the name after a refusal',
    file: once,
    find: "return settled.kind === 'found' ? { ...settled, kind: 'taken' } : { ...first, kind: 'failed' }",
    replace: "return { ...first, kind: 'failed' }",
  },
  {
    rule: 'a run looks up a name that is in conflict after a lost POST',
    file: once,
    find: "if (settled.kind === 'found') return { ...settled, failure } if (settled.kind === 'unknown')",
    replace: "if (settled.kind === 'unknown')",
  },
  {
    rule: 'a conflict after a lost POST is settled over a time',
    file: once,
    find: "settle(name, CONFLICT, context) if (settled.kind === 'found') return",
    replace: "settle(name, ONE_LOOK, context)\n if (settled.kind === 'found') return",
  },
  {
    rule: 'a conflict has its own error code',
    file: once,
    find: "409) return 'conflict'",
    replace: "409) return 'refused'",
  },
  {
    rule: 'a response with another name is not used',
    file: once,
    find: 'answered !== name',
    replace: 'answered === null',
  },
  {
    rule: 'the search for duplicates goes on until the new deployment is listed',
    file: duplicates,
    find: 'reply.ok && seen.has(id)',
    replace: 'reply.ok',
  },
  {
    rule: 'the search for duplicates reads the list to its end',
    file: duplicates,
    find: 'reply.ok && seen.has(id)',
    replace: 'seen.has(id)',
  },
  {
    rule: 'the log says that duplicates are possible',
    file: duplicates,
    find: 'if (!isProved) notify',
    replace: 'if (!id) notify',
  },
  {
    rule: 'the oldest deployment wins',
    file: duplicates,
    find: 'toSorted(byAge)[0]',
    replace: 'toSorted(byAge).at(-1)',
  },
  {
    rule: 'a run whose deployment is not the oldest fails',
    file: created,
    find: 'winner !== listed',
    replace: 'winner === undefined',
  },
  {
    rule: 'a run whose deployment is the oldest warns of the others',
    file: created,
    find: "if (others.length > 0) { notify({ type: 'warning'",
    replace: "if (others.length > 9) { notify({ type: 'warning'",
  },
  {
    rule: 'two deployments after a second POST are a failure',
    file: created,
    find: 'posts > 1',
    replace: 'posts > 9',
  },
  {
    rule: 'the name is looked up first',
    file: deploy,
    find: 'lookedUp.value.deployments',
    replace: 'lookedUp.value.deployments.slice(9)',
  },
  {
    rule: 'a failed look-up ends the run',
    file: deploy,
    find: 'if (!lookedUp.ok)',
    replace:
      'if (!lookedUp.ok) return outcomeOf(await createOnce(request, { deployments: [], ids: new Set() }, context), request, order, context)\n if (!lookedUp.ok)',
  },
  {
    rule: 'a deployment that appears after a lost response counts as created',
    file: created,
    find: 'if (!isCreated)',
    replace: 'if (notify)',
  },
  {
    rule: 'an unknown outcome has its own error code',
    file: created,
    find: "'unknown_outcome'))",
    replace: "'conflict'))",
  },
  {
    rule: 'a failed page is not an empty page',
    file: pages,
    find: 'if (!reply.ok) return yield reply',
    replace: 'if (!reply.ok) return',
  },
  {
    rule: 'failed requests are retried',
    file: 'service/retry.ts',
    find: 'attempts: 5',
    replace: 'attempts: 1',
  },
]

/** Rules of lists and of existing deployments. */
export const OTHERS: Mutant[] = [
  {
    rule: 'all pages are read',
    file: pages,
    find: 'offset += size',
    replace: 'return',
  },
  {
    rule: 'a page without new items is not the end of the list',
    file: pages,
    find: 'stale = fresh.length > 0 ? 0 : stale + 1',
    replace: 'if (fresh.length === 0) return',
  },
  {
    rule: 'a name must match completely',
    file: lookUp,
    find: 'fold(a) === fold(b)',
    replace: 'fold(a).includes(fold(b))',
  },
  {
    rule: 'names that the service changed are found',
    file: lookUp,
    find: 'fold(a) === fold(b)',
    replace: 'a === b',
  },
  {
    rule: 'a deployment that differs is not adopted',
    file: adopt,
    find: "if (if_exists === 'match')",
    replace: "if (if_exists === 'fail')",
  },
  {
    rule: 'no deployment is adopted with if_exists: fail',
    file: adopt,
    find: "if (if_exists === 'fail') {",
    replace: "if (if_exists === 'match') {",
  },
  {
    rule: 'a deployment that is being deleted is not adopted',
    file: adopt,
    find: "status === 'AWAITING_DELETE'",
    replace: "status === 'READY '",
  },
  {
    rule: 'none of several deployments of a name is adopted',
    file: deploy,
    find: 'if (existing.length > 1)',
    replace: 'if (existing.length > 2)',
  },
  {
    rule: 'a wait that times out is a failure',
    file: 'deployment/wait.ts',
    find: "if (watched.end === 'timeout') return",
    replace: "if (watched.end === 'timeout') return undefined\n      if (watched.end === 'timeout') return",
  },
  {
    rule: 'a failed poll does not end the wait',
    file: watch,
    find: 'problem = last continue',
    replace: "return { end: 'failed', failed: failed({ code: 'unavailable', what: last }) }",
  },
  { rule: 'a wait ends in time', file: watch, find: 'left + GRACE', replace: 'left + 60_000' },
  {
    rule: 'wait_for: active requires an active revision',
    file: 'deployment/goal.ts',
    find: "if (wait_for === 'ready') return",
    replace: "if (wait_for !== 'none') return",
  },
]
