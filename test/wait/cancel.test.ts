import { describe, expect } from 'vitest'
import { RERUN } from '../../src/run/advice.ts'
import { BUILDING, type Fields } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler, type Operation, silence } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { AS_ASKED, errorOf, IMAGE } from '../orders.ts'
import { expectInOrder, rerunsOf, SENT } from '../situations/words.ts'

// A signal ends a run at any moment, and the run says what it knows.

const ORDER = { ...IMAGE, wait_for: 'active' }
const createAndBeSilent: Handler = ({ body }, _respond, store) => void store.create(body)

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const LATER = { 'retry-after': '50' }
const THERE: Fields[] = [{ ...AS_ASKED, ...BUILDING }]

interface Moment {
  when: string
  /** The request whose arrival sends the signal; default its first. */
  at: Operation
  call?: number
  /** How this request is answered; default not at all. */
  handler?: Handler
  /** How each create request is answered, if another is cancelled. */
  create?: Handler
  there?: Fields[]
  created: 'true' | 'false' | ''
}

const MOMENTS: Moment[] = [
  { when: 'during the look-up', at: 'list', created: 'false' },
  { when: 'behind a page that shows the name', at: 'list', call: 2, there: THERE, created: 'false' },
  { when: 'between two tries of it', at: 'list', handler: answer(503, '', LATER), created: 'false' },
  { when: 'during one that takes effect', at: 'create', handler: createAndBeSilent, created: '' },
  { when: 'while a lost one is looked for', at: 'list', call: 2, create: createAndHangUp, created: '' },
  { when: 'while a refused name is looked for', at: 'list', call: 2, create: answer(409, ''), created: 'false' },
  { when: 'during the wait', at: 'list', call: 3, created: 'true' },
  { when: 'during the wait for one that was there', at: 'list', call: 3, there: THERE, created: 'false' },
]
const CASES = MOMENTS.map((moment, index) => ({ ...moment, signal: SIGNALS[index % 3] ?? 'SIGINT' }))

// Windows has no signals: `kill` ends a process at once.
describe.skipIf(process.platform === 'win32').concurrent('a signal ends a create, which says what is known,', () => {
  test.for(CASES)('$when, by $signal', async (row, { serve, start }) => {
    const { signal, at, call = 1, handler = silence, created, create, there = [] } = row
    const service = await serve({ created: BUILDING, deployments: there })
    const jumps = at === 'list' && call > 1
    const step = await start({ with: { base_url: service.base_url, ...ORDER }, jumps })
    if (create) service.override('create', 'each', create)
    service.override(at, call, async (request, respond, store) => {
      await handler(request, respond, store)
      step.kill(signal)
    })
    const run = await step.result
    const isKnown = created === 'true' || there.length > 0
    const id = isKnown ? service.deployments[0]?.id : ''
    expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: { error_code: 'cancelled', created } })
    expect(run.outputs['id'] ?? '').toBe(id)
    expect(run.errors).toHaveLength(1)
    const sent = service.of('create').length > 0 ? SENT.yes : SENT.no
    const rerun = created === '' ? 'once_listed' : 'safe'
    expectInOrder(errorOf(run), [sent, '`timeout-minutes`', RERUN[rerun]])
    expect(rerunsOf(errorOf(run))).toEqual([rerun])
    expect(errorOf(run) + run.summary).toContain(id)
    expect(run.summary).toMatch(/^#+ .*🛑/)
    expect(JSON.parse(run.outputs['request'] ?? '')).toMatchObject({ name: 'shop' })
  })

  test.for(['wait', 'list'] as const)('and the action %s', async (action, { serve, start }) => {
    const service = await serve()
    const step = await start({ action, with: { base_url: service.base_url, name: 'shop' } })
    service.override('list', 1, () => step.kill('SIGINT'))
    const run = await step.result
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled' } })
    expect(run.errors).toHaveLength(1)
    expect(run.summary).toContain('🛑')
  })
})
