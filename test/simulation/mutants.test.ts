import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { violations } from './invariants.ts'
import { scheduleOf } from './schedule.ts'
import { type Code, simulate } from './world.ts'

// The simulation is worth as much as the faults it notices: each rule of the protocol is broken in a copy of the
// code, and the simulation must see it.

interface Mutant {
  rule: string
  file: string
  find: string
  replace: string
}

const create = 'deployment/create-once.ts'
const lookUp = 'deployment/look-up.ts'
const adopt = 'deployment/adopt.ts'
const watch = 'deployment/watch.ts'
const deploy = 'deployment/deploy.ts'

const MUTANTS: Mutant[] = [
  {
    rule: 'a lost POST is not simply sent again',
    file: create,
    find: "failure.sent ? 'unknown'",
    replace: "failure.sent ? 'not_processed'",
  },
  {
    rule: 'nor is one that a gateway gave up on',
    file: create,
    find: ">= 500) return 'unknown'",
    replace: ">= 500) return 'not_processed'",
  },
  {
    rule: 'nor one whose success cannot be read',
    file: create,
    find: "case 'unusable':\n      return 'unknown'",
    replace: "case 'unusable':\n      return 'not_processed'",
  },
  {
    rule: 'a POST that was refused is sent again',
    file: create,
    find: "'unknown' : 'not_processed'",
    replace: "'unknown' : 'failed'",
  },
  {
    rule: 'a POST that was rate limited is sent again',
    file: create,
    find: "return 'not_processed'\n      if",
    replace: "return 'failed'\n      if",
  },
  { rule: 'absence is shown more than once', file: create, find: 'proofs: 3', replace: 'proofs: 1' },
  {
    rule: 'absence is shown over a settling time',
    file: create,
    find: 'atLeast: 15_000',
    replace: 'atLeast: 0',
  },
  {
    rule: 'a look that fails shows nothing',
    file: create,
    find: 'reply.ok ? absent + 1 : 0',
    replace: 'absent + 1',
  },
  {
    rule: 'what the settling shows is adopted',
    file: create,
    find: 'if (reply.ok && reply.value.length > 0) return',
    replace: 'if (reply.ok && reply.value.length > 9) return',
  },
  {
    rule: 'an unknown POST is settled',
    file: create,
    find: "if (first.kind !== 'unknown') return first",
    replace: 'return first as Creation',
  },
  {
    rule: 'a success that cannot be read is not sent again',
    file: create,
    find: "first.failure.kind === 'unusable'",
    replace: "first.failure.kind === 'redirect'",
  },
  {
    rule: 'there is no third POST',
    file: create,
    find: "if (again.kind === 'absent') return { kind: 'unknown', failure: second.failure }",
    replace: "if (again.kind === 'absent') return createOnce(request, context)",
  },
  {
    rule: 'a duplicate is looked for after a second POST',
    file: create,
    find: "case 'created': {",
    replace: "case 'created': {\n      if (second) return second",
  },
  {
    rule: 'a duplicate is reported',
    file: create,
    find: 'return others.length === 0 ? second :',
    replace: 'return others.length >= 0 ? second :',
  },
  {
    rule: 'a name that is taken after a lost POST is looked for',
    file: create,
    find: "return again.kind === 'found' ? again : second",
    replace: 'return again.kind ? second : second',
  },
  {
    rule: 'a taken name is no other refusal',
    file: create,
    find: "? 'taken' : 'failed'",
    replace: "? 'failed' : 'failed'",
  },
  {
    rule: 'a refusal is not taken for a taken name',
    file: create,
    find: "? 'taken' : 'failed'",
    replace: "? 'taken' : 'taken'",
  },
  {
    rule: 'names are compared exactly',
    file: lookUp,
    find: "sent['name'] === name",
    replace: "String(sent['name']).includes(name)",
  },
  {
    rule: 'names are compared by case',
    file: lookUp,
    find: "sent['name'] === name",
    replace: "String(sent['name']).toLowerCase() === name",
  },
  {
    rule: 'all pages are read',
    file: 'service/pages.ts',
    find: 'if (found.length >= most)',
    replace: 'if (resources.length > 0 || found.length >= most)',
  },
  {
    rule: 'a page that fails is not an empty one',
    file: 'service/pages.ts',
    find: 'if (!reply.ok) return reply',
    replace: 'if (!reply.ok) return { ok: true, value: found, status: 200 }',
  },
  {
    rule: "an offset that is this page's is counted on from",
    file: 'service/pages.ts',
    find: 'offset = pointsForwards ? told : offset + resources.length',
    replace: 'offset = told ?? 0',
  },
  {
    rule: 'what differs is not adopted',
    file: adopt,
    find: "if (ifExists === 'match')",
    replace: "if (ifExists === 'fail')",
  },
  {
    rule: 'if_exists: fail fails',
    file: adopt,
    find: "if (ifExists === 'fail') {",
    replace: "if (ifExists === 'match') {",
  },
  {
    rule: 'what is being deleted is not adopted',
    file: adopt,
    find: "status === 'AWAITING_DELETE'",
    replace: "status === 'READY '",
  },
  {
    rule: 'several of a name are not adopted',
    file: deploy,
    find: 'if (existing.length > 1)',
    replace: 'if (existing.length > 2)',
  },
  {
    rule: 'the name is looked up first',
    file: deploy,
    find: 'const existing = lookedUp.value',
    replace: 'const existing = lookedUp.value.slice(9)',
  },
  {
    rule: 'a failed look-up ends the run',
    file: deploy,
    find: "notify({ type: 'request', request })",
    replace: 'if (!lookedUp.ok) return create(request, if_exists, world)',
  },
  {
    rule: 'what was found is not claimed as created',
    file: deploy,
    find: 'return adoptFound(request,',
    replace:
      "if (creation.deployments[0]) {\n        notify({ type: 'deployment', deployment: creation.deployments[0] })\n        notify({ type: 'created' })\n        return { result: 'created', deployment: creation.deployments[0] }\n      }\n      return adoptFound(request,",
  },
  {
    rule: 'a found deployment of this run is adopted with if_exists: fail',
    file: deploy,
    find: "ifExists === 'fail' ? 'match' : ifExists",
    replace: 'ifExists',
  },
  {
    rule: 'an unknown outcome is called so',
    file: deploy,
    find: "return failed(unknownOutcome(request.name, troubleOf('create the deployment', creation.failure)))",
    replace: "return failed(troubleOf('create the deployment', creation.failure))",
  },
  {
    rule: 'a wait that runs out is a failure',
    file: 'deployment/wait.ts',
    find: "if (watched.end === 'timeout') return",
    replace: "if (watched.end === 'timeout') return undefined\n      if (watched.end === 'timeout') return",
  },
  {
    rule: 'a look that fails does not end the wait',
    file: watch,
    find: 'problem = last\n      continue',
    replace: "return { end: 'failed', failed: failed({ code: 'unavailable', what: last }) }",
  },
  {
    rule: 'a wait ends in time',
    file: watch,
    find: 'left + GRACE',
    replace: 'left + 60_000',
  },
  {
    rule: 'active is more than ready',
    file: 'deployment/goal.ts',
    find: "if (wait_for === 'ready') return",
    replace: "if (wait_for !== 'none') return",
  },
  { rule: 'retries are made', file: 'service/retry.ts', find: 'attempts: 5', replace: 'attempts: 1' },
]

const FOLDER = 'build/mutants'
const MOST_SCHEDULES = 10_000

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

/** A copy of the code in which one rule is broken. */
async function breakRule({ file, find, replace }: Mutant, index: number): Promise<Code> {
  const folder = join(FOLDER, String(index))
  mkdirSync(folder, { recursive: true })
  for (const room of ['service', 'deployment', 'http', 'lib'])
    cpSync(join('src', room), join(folder, room), { recursive: true })
  const source = readFileSync(join(folder, file), 'utf8')
  expect(source.split(find), `${file} holds ${find} once`).toHaveLength(2)
  writeFileSync(
    join(folder, file),
    source.replace(find, () => replace),
  )
  const load = (module: string) => import(pathToFileURL(join(folder, module)).href)
  const [{ deploy: broken }, { openService }] = [await load(deploy), await load('service/client.ts')]
  return { deploy: broken, openService }
}

describe('the simulation notices when a rule is broken', () => {
  it.each(MUTANTS.map((mutant, index) => ({ ...mutant, index })))('$rule', async ({ index, ...mutant }) => {
    const code = await breakRule(mutant, index)
    let noticed: string[] = []
    for (let seed = 0; noticed.length === 0 && seed < MOST_SCHEDULES; seed++) {
      noticed = await simulate(scheduleOf(seed), code).then(violations, (error: Error) => [error.message])
    }
    expect(noticed).not.toEqual([])
  })
})
