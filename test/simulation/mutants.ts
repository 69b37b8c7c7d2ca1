/** A rule of the code, and how to break it. White space in `find` stands for any. */
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

/** Rules of creating at most once. */
export const PROTOCOL: Mutant[] = [
  {
    rule: 'a lost POST is not simply sent again',
    file: once,
    find: "failure.sent ? 'unknown'",
    replace: "failure.sent ? 'not_processed'",
  },
  {
    rule: 'a POST that a gateway gave up on is not simply sent again',
    file: once,
    find: ">= 500) return 'unknown'",
    replace: ">= 500) return 'not_processed'",
  },
  {
    rule: 'a POST whose success cannot be read is not simply sent again',
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
    rule: 'a POST that was refused is sent again',
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
  { rule: 'absence is shown more than once', file: once, find: 'proofs: 3', replace: 'proofs: 1' },
  {
    rule: 'absence is shown over a settling time',
    file: once,
    find: 'atLeast: 15_000',
    replace: 'atLeast: 0',
  },
  { rule: 'a look that fails shows nothing', file: once, find: 'absent = 0 }', replace: '}' },
  {
    rule: 'the deployment that the settling shows is used',
    file: once,
    find: 'if (deployments.length > 0) return',
    replace: 'if (deployments.length > 9) return',
  },
  {
    rule: 'an unknown POST is settled',
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
    rule: 'a POST with a useless answer is not sent again',
    file: once,
    find: 'if (!isUseless)',
    replace: 'if (first)',
  },
  {
    rule: 'there is no third POST',
    file: once,
    find: "if (settled.kind !== 'found') return {",
    replace:
      "if (settled.kind !== 'found') return createAgain(request, free, context)\n if (!settled) return {",
  },
  {
    rule: 'duplicates are looked for after a POST',
    file: once,
    find: "(await findNamesakes(first.deployment, where, 'quick', context))",
    replace: '{ listed: undefined, others: [] }',
  },
  {
    rule: 'duplicates are looked for after a second POST',
    file: once,
    find: "await findNamesakes(second.deployment, where, 'thorough', context)",
    replace: '{ listed: undefined, others: [] }',
  },
  {
    rule: 'a name that is taken is looked for',
    file: once,
    find: "settled.kind === 'found' ? settled.deployments : []",
    replace: '[]',
  },
  {
    rule: 'a name that is taken after a lost POST is looked for',
    file: once,
    find: "if (settled.kind === 'found') return settled if (settled.kind === 'absent')",
    replace: "if (settled.kind !== 'unknown')",
  },
  {
    rule: 'a taken name is no other refusal',
    file: once,
    find: "? 'taken' : 'failed'",
    replace: "? 'failed' : 'failed'",
  },
  {
    rule: 'another refusal is no taken name',
    file: once,
    find: "? 'taken' : 'failed'",
    replace: "? 'taken' : 'taken'",
  },
  {
    rule: 'the answer shows the deployment that was requested',
    file: once,
    find: 'read.name !== name',
    replace: 'read.name === undefined',
  },
  {
    rule: 'the looks for duplicates go on until the new deployment is listed',
    file: lookUp,
    find: 'if (listed) return',
    replace: 'return',
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
    rule: 'a deployment that appears after a lost answer counts as created',
    file: created,
    find: 'if (!isCreated)',
    replace: 'if (notify)',
  },
  {
    rule: 'an unknown outcome is called so',
    file: created,
    find: 'failed(unknownOutcome(',
    replace: 'failed(nameTaken(',
  },
  {
    rule: 'a page that fails is not an empty one',
    file: pages,
    find: 'const reply = await read(query, offset) if (!reply.ok) return reply',
    replace:
      'const reply = await read(query, offset)\n if (!reply.ok) return { ok: true, status: 200, value: { found, ended: true, next: offset, lastPage } }',
  },
  { rule: 'retries are made', file: 'service/failure.ts', find: 'attempts: 5', replace: 'attempts: 1' },
]

/** Rules of lists and of deployments that are there already. */
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
    rule: 'names are compared',
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
    rule: 'with if_exists: fail nothing is adopted',
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
    rule: 'of several deployments of a name none is adopted',
    file: deploy,
    find: 'if (existing.length > 1)',
    replace: 'if (existing.length > 2)',
  },
  {
    rule: 'a wait that runs out of time is a failure',
    file: 'deployment/wait.ts',
    find: "if (watched.end === 'timeout') return",
    replace: "if (watched.end === 'timeout') return undefined\n      if (watched.end === 'timeout') return",
  },
  {
    rule: 'a look that fails does not end the wait',
    file: watch,
    find: 'problem = last continue',
    replace: "return { end: 'failed', failed: failed({ code: 'unavailable', what: last }) }",
  },
  { rule: 'a wait ends in time', file: watch, find: 'left + GRACE', replace: 'left + 60_000' },
  {
    rule: 'active is more than ready',
    file: 'deployment/goal.ts',
    find: "if (wait_for === 'ready') return",
    replace: "if (wait_for !== 'none') return",
  },
]
