import { deploy } from '../../src/actions/deploy.ts'
import { warnOfVersion } from '../../src/deployment/version.ts'
import type { Order } from '../../src/inputs/order.ts'
import type { Workflow } from '../../src/inputs/workflow.ts'
import { isCreated, runWork } from '../../src/run/run.ts'
import { type Deployment, deploymentOf, type Fields } from '../harness/records.ts'
import { virtualClock } from '../simulation/clock.ts'
import { openAction, orderOf } from '../simulation/world.ts'
import { PLAN } from '../simulation/worlds.ts'

type Reply = [status: number, body: unknown]

/** How a service answers. `call` is the number of the request for a page. */
export interface Answers {
  /** The deployments that it lists. */
  there?: Deployment[]
  list?: (offset: number, call: number) => Reply
  repositories?: unknown
  /** What a create request gives its deployment, beside what was asked for. */
  created?: Fields
}

/**
 * What a run of create does with a service that answers so, and answers a create request with an id.
 *
 * @param workflow what the run is for, if its version matters
 */
export async function deployBy(
  { there = [], list, repositories, created }: Answers,
  more: Partial<Order> = {},
  workflow?: Workflow,
) {
  const clock = virtualClock()
  const { signal } = new AbortController()
  const offsets: number[] = []
  const posts: unknown[] = []
  const { run, service } = openAction(
    async ({ method, url, body, onSent }) => {
      onSent?.()
      const [status, answer] = replyTo(method, url, body)
      return { status, headers: {}, text: JSON.stringify(answer) }
    },
    clock,
    signal,
  )

  function replyTo(method: string, { pathname, searchParams }: URL, body = ''): Reply {
    if (method === 'POST') {
      const post = JSON.parse(body)
      posts.push(post)
      return [201, deploymentOf(post, created)]
    }
    if (pathname.endsWith('/repos')) return [200, repositories]
    const isLookUp = !searchParams.has('name_contains')
    if (!isLookUp) return [200, { resources: [] }]
    const offset = Number(searchParams.get('offset'))
    const call = offsets.push(offset)
    return list?.(offset, call) ?? [200, { resources: there.slice(offset) }]
  }

  const order = { ...orderOf(PLAN), ...more }
  async function work(): Promise<void> {
    await deploy(order, service, run)
    if (workflow) warnOfVersion(order, workflow, run)
  }
  const stop = await clock.run(runWork(work, { signal }, run))
  return { run, stop, created: isCreated(run), posts, offsets, id: run.deployment?.id }
}
