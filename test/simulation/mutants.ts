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
      "if (first) return createAgain(request, free, context)\n if (settled.kind === 'unknown') return first",
  },
  {
    rule: 'a settling without proof is an unknown outcome',
    file: once,
    find: "if (settled.kind === 'unknown') return first",
    replace: "if (settled.kind === 'unknown') return createAgain(request, free, context)",
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
    find: 'deployments.length > 0 ? { kind',
    replace: 'deployments.length < 0 ? { kind',
  },
  {
    rule: 'the refusal of a second POST says nothing about the first',
    file: once,
    find: "? { kind: 'found', deployments } : { kind: 'unknown', failure: second.failure }",
    replace: "? { kind: 'found', deployments } : second",
  },
  {
    rule: 'there is no third POST',
    file: once,
    find: "if (settled.kind !== 'found') return {",
    replace:
      "if (settled.kind !== 'found') return createAgain(request, free, context)\n if (!settled) return {",
  },
  {
    rule: 'a run looks for duplicates after a POST',
    file: once,
    find: "(await findNamesakes(first.deployment, where, 'quick', context))",
    replace: '{ listed: undefined, others: [] }',
  },
  {
    rule: 'a run looks for duplicates after a second POST',
    file: once,
    find: "await findNamesakes(second.deployment, where, 'thorough', context)",
    replace: '{ listed: undefined, others: [] }',
  },
  {
    rule: 'a run looks up a taken name',
    file: once,
    find: "settled.kind === 'found' ? settled.deployments : []",
    replace: '[]',
  },
  {
    rule: 'a run looks up a name that is taken after a lost POST',
    file: once,
    find: "if (settled.kind === 'found') return settled if (settled.kind === 'absent')",
    replace: "if (settled.kind !== 'unknown')",
  },
  {
    rule: 'a refusal for a taken name counts as a taken name',
    file: once,
    find: "? 'taken' : 'failed'",
    replace: "? 'failed' : 'failed'",
  },
  {
    rule: 'another refusal does not count as a taken name',
    file: once,
    find: "? 'taken' : 'failed'",
    replace: "? 'taken' : 'taken'",
  },
  {
    rule: 'a response with another name is not used',
    file: once,
    find: 'answered !== name',
    replace: 'answered === null',
  },
  {
    rule: 'the search for duplicates goes on until the new deployment is listed',
    file: lookUp,
    find: 'if (listed && (isLast',
    replace: 'if ((isLast',
  },
  {
    rule: 'the log says that duplicates are possible',
    file: lookUp,
    find: 'if (!listed) notify',
    replace: 'if (!id) notify',
  },
  {
    rule: 'the oldest deployment wins',
    file: lookUp,
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
      'if (!lookedUp.ok) return outcomeOf(await createOnce(request, { deployments: [], isListed: () => false, end: {} }, context), request, order, context)\n if (!lookedUp.ok)',
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
    replace: "'name_taken'))",
  },
  {
    rule: 'a failed page is not an empty page',
    file: pages,
    find: 'const reply = await read(query, offset) if (!reply.ok) return reply',
    replace:
      'const reply = await read(query, offset)\n if (!reply.ok) return { ok: true, status: 200, value: { found, ended: true, next: offset, lastPage } }',
  },
  {
    rule: 'failed requests are retried',
    file: 'service/failure.ts',
    find: 'attempts: 5',
    replace: 'attempts: 1',
  },
]

/** Rules of lists and of existing deployments. */
export const OTHERS: Mutant[] = [
  {
    rule: 'all pages are read',
    file: pages,
    find: 'if (step === 0)',
    replace: 'if (step >= 0)',
  },
  {
    rule: 'the filter by name is not trusted',
    file: lookUp,
    find: '{ query: {}, wanted, enough',
    replace: '{ query: { name: names[0] }, isEarly: true, wanted, enough',
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
