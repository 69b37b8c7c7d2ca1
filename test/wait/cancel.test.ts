import { describe, expect } from 'vitest'
import { AS_ASKED, errorOf, IMAGE } from '../create/orders.ts'
import { BUILDING, type Fields } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler, hangUp, type Operation, silence } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { type Rerun, rerunsOf, SENT } from '../situations/words.ts'

// A signal ends a run at any moment, and the run says what it knows.

const ORDER = { ...IMAGE, wait_for: 'active' }
const createAndBeSilent: Handler = ({ body }, _respond, store) => void store.create(body)

interface Moment {
  moment: string
  signal: NodeJS.Signals
  /** The request whose arrival sends the signal. */
  at: Operation
  call: number
  /** How this request is answered. */
  handler: Handler
  /** How each create request is answered, if another is cancelled. */
  create?: Handler
  there?: Fields[]
  created: 'true' | 'false' | ''
  rerun: Rerun
}

// Windows has no signals: `kill` ends a process at once.
describe
  .skipIf(process.platform === 'win32')
  .concurrent('a signal ends a create, which reports what is known,', () => {
    test.for<Moment>([
      {
        moment: 'during the look-up',
        signal: 'SIGINT',
        at: 'list',
        call: 1,
        handler: silence,
        created: 'false',
        rerun: 'safe',
      },
      {
        moment: 'between two tries of the look-up',
        signal: 'SIGHUP',
        at: 'list',
        call: 1,
        handler: answer(503, '', { 'retry-after': '50' }),
        created: 'false',
        rerun: 'safe',
      },
      {
        moment: 'during the create request',
        signal: 'SIGTERM',
        at: 'create',
        call: 1,
        handler: silence,
        created: '',
        rerun: 'once_listed',
      },
      {
        moment: 'during the create request, which took effect',
        signal: 'SIGHUP',
        at: 'create',
        call: 1,
        handler: createAndBeSilent,
        created: '',
        rerun: 'once_listed',
      },
      {
        moment: 'between two create requests',
        signal: 'SIGTERM',
        at: 'create',
        call: 1,
        handler: answer(429, '', { 'retry-after': '50' }),
        created: 'false',
        rerun: 'safe',
      },
      {
        moment: 'while a lost create request is looked for',
        signal: 'SIGINT',
        at: 'list',
        call: 2,
        handler: silence,
        create: hangUp,
        created: '',
        rerun: 'once_listed',
      },
      {
        moment: 'while a lost create request that took effect is looked for',
        signal: 'SIGTERM',
        at: 'list',
        call: 2,
        handler: silence,
        create: createAndHangUp,
        created: '',
        rerun: 'once_listed',
      },
      {
        moment: 'while a refused name is looked for',
        signal: 'SIGINT',
        at: 'list',
        call: 2,
        handler: silence,
        create: answer(409, { detail: 'It is taken' }),
        created: 'false',
        rerun: 'safe',
      },
      {
        moment: 'during the wait',
        signal: 'SIGHUP',
        at: 'list',
        call: 3,
        handler: silence,
        created: 'true',
        rerun: 'safe',
      },
      {
        moment: 'during the wait for one that was there',
        signal: 'SIGTERM',
        at: 'list',
        call: 3,
        handler: silence,
        there: [{ ...AS_ASKED, ...BUILDING }],
        created: 'false',
        rerun: 'safe',
      },
    ])(
      '$moment, by $signal',
      async ({ signal, at, call, handler, created, rerun, ...more }, { serve, start }) => {
        const { there = [], create } = more
        const service = await serve({ created: BUILDING, deployments: there })
        const step = await start({
          with: { base_url: service.base_url, ...ORDER },
          jumps: at === 'list' && call > 1,
        })
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
        expect(errorOf(run)).toMatch(service.of('create').length > 0 ? SENT.yes : SENT.no)
        expect(rerunsOf(errorOf(run))).toEqual([rerun])
        if (isKnown) expect(errorOf(run) + run.summary).toContain(id)
        expect(run.summary).toMatch(/^#+ .*🛑/)
        expect(JSON.parse(run.outputs['request'] ?? '')).toMatchObject({ name: 'shop' })
      },
    )

    test.for(['wait', 'list', 'repositories'] as const)(
      'and the action %s',
      async (action, { serve, start }) => {
        const service = await serve()
        const target =
          action === 'repositories' ? { integration_id: service.integration_id } : { name: 'shop' }
        const step = await start({ action, with: { base_url: service.base_url, ...target } })
        for (const operation of ['list', 'repositories'] as const)
          service.override(operation, 1, () => step.kill('SIGINT'))
        const run = await step.result
        expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'cancelled' } })
        expect(run.errors).toHaveLength(1)
        expect(run.summary).toContain('🛑')
      },
    )

    test('and the output id is set before a process is killed', async ({ serve, start }) => {
      const service = await serve({ created: BUILDING })
      const step = await start({ with: { base_url: service.base_url, ...ORDER } })
      service.override('list', 2, () => step.kill('SIGKILL'))
      const { exitCode, outputs } = await step.result
      expect({ exitCode, outputs }).toMatchObject({
        exitCode: null,
        outputs: { id: service.deployments[0]?.id },
      })
    })
  })
