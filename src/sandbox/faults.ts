import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** The words for what goes wrong with a create request, and from `build_fails` on with the deployment that it creates. */
export const FAULTS = [
  'none',
  'fail',
  'slow',
  'lose',
  'taken',
  'refuse',
  'build_fails',
  'late_url',
  'deleted',
  'unhealthy',
  'omits',
] as const
export type Fault = (typeof FAULTS)[number]

/** How late `slow` answers, in milliseconds: later than clients wait by default. */
const DELAY = 40_000

/**
 * Answers a create request.
 *
 * @param effect creates the deployment
 * @param outgoing the response of the server
 */
type Answer = (
  effect: () => Response,
  outgoing?: ServerResponse,
) => Response | Promise<Response>

const ANSWERS: Partial<Record<Fault, Answer>> = {
  fail: () => Response.json({ detail: 'Out of service' }, { status: 503 }),
  async slow(effect) {
    const response = effect()
    await sleep(DELAY, undefined, { ref: false })
    return response
  },
  lose(effect, outgoing) {
    effect()
    outgoing?.destroy()
    return RESPONSE_ALREADY_SENT
  },
  // A name may be refused because of a tracing project that has survived its deployment.
  taken: () =>
    Response.json(
      { detail: 'A tracing project has this name' },
      { status: 409 },
    ),
  refuse() {
    const finding = {
      loc: ['body', 'name'],
      msg: 'The name is reserved',
      type: 'value_error',
    }
    return Response.json({ detail: [finding] }, { status: 422 })
  },
}

/** How a create request is answered under a fault. A fault of the deployment does not show in the answer. */
export const answerUnder = (fault: Fault): Answer =>
  ANSWERS[fault] ?? (effect => effect())
