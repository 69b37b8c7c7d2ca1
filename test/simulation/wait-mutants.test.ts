import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { waitViolations } from './wait-invariants.ts'
import { simulateWait, type WaitCode, waitScheduleOf } from './waits.ts'

// Breaks each rule of the wait in a copy of the code; the simulation must find the violation.

const MUTANTS: [rule: string, file: string, find: string, replace: string][] = [
  ['the commit must match', 'goal.ts', 'return false', 'return true'],
  [
    'wait_for: active requires an active revision',
    'goal.ts',
    "if (wait_for === 'ready') return",
    "if (wait_for !== 'none') return",
  ],
  ['a deletion ends the wait', 'watch.ts', "status === 'AWAITING_DELETE'", "status === 'DELETED'"],
  [
    'a failed poll does not end the wait',
    'watch.ts',
    'if (refused < REFUSED.looks) continue',
    'if (refused < 0) continue',
  ],
  ['three refused polls end the wait', 'watch.ts', 'looks: 3', 'looks: 300'],
  ['refusals count only in a row', 'watch.ts', 'refused + 1 : 0', 'refused + 1 : refused'],
  [
    'the look-up of the wait action ends in time',
    'wait.ts',
    'within(goal.wait_timeout + GRACE',
    'within(500_000_000',
  ],
  ['one poll without the deployment does not end the wait', 'watch.ts', 'reply.value === undefined', 'false'],
  ['refused filters are omitted', 'watch.ts', '[400, 422]', '[418]'],
  ['the last poll ends in time', 'watch.ts', 'left + GRACE', 'left + 60_000'],
  [
    'the last health check ends in time',
    'health.ts',
    'if (answer.healthy || left <= 0)',
    'if (answer.healthy || left <= -5000)',
  ],
  [
    'the health check starts after the state is reached',
    'wait.ts',
    "if (watched.end === 'timeout') return",
    "if (watched.end === 'none') return",
  ],
  ['only 2xx is healthy', 'health.ts', 'status <= 299', 'status <= 599'],
  [
    'the deployment is watched while health is polled',
    'wait.ts',
    "watched.end === 'failed' ? watched.failed : polling",
    'polling',
  ],
  ['polls of many requests have longer pauses', 'watch.ts', 'perRequest: 500', 'perRequest: 0'],
]

const FOLDER = 'build/wait-mutants'
const MOST_SCHEDULES = 1000

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

/** A copy of the code in which one rule is broken. */
async function breakRule(index: number, file: string, find: string, replace: string): Promise<WaitCode> {
  const folder = join(FOLDER, String(index))
  mkdirSync(folder, { recursive: true })
  for (const room of ['service', 'deployment', 'http', 'lib'])
    cpSync(join('src', room), join(folder, room), { recursive: true })
  const path = join(folder, 'deployment', file)
  const source = readFileSync(path, 'utf8')
  expect(source, `${file} contains ${find}`).toContain(find)
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  const load = (module: string) => import(pathToFileURL(join(folder, module)).href)
  const [{ waitForExisting }, { openService }] = [
    await load('deployment/wait.ts'),
    await load('service/client.ts'),
  ]
  return { waitForExisting, openService }
}

describe('the simulation of the wait fails if a rule is broken', () => {
  it.each(MUTANTS.map((mutant, index) => [mutant[0], index] as const))('%s', async (_, index) => {
    const [, file, find, replace] = MUTANTS[index] ?? expect.unreachable()
    const code = await breakRule(index, file, find, replace)
    let noticed: string[] = []
    for (let seed = 0; noticed.length === 0 && seed < MOST_SCHEDULES; seed++) {
      noticed = await simulateWait(waitScheduleOf(seed), code).then(waitViolations, (error: Error) => [
        error.message,
      ])
    }
    expect(noticed).not.toEqual([])
  })
})
