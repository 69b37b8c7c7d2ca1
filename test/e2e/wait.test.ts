import { expect, test } from 'vitest'
import { posts, sandboxForTest } from './create.ts'
import { createInQuickTime as create } from './create-in-turn.ts'

// The waits of the create action. Their pauses and failed polls are tested in test/deployment.

type Fields = Record<string, unknown>

const SHOP = { name: 'shop', source: 'internal_template' } as const
const WAITING = { status: 'AWAITING_DATABASE', active_revision_id: null }
const NEVER = { status: 'WARMING_UP' }

/** A service that answers a create request, and then the polls, with other fields of the deployment. */
async function serviceWith(response: Fields, polls: Fields[]) {
  const sandbox = await sandboxForTest()
  const change = (body: unknown, fields: Fields | undefined) => ({ ...(body as Fields), ...fields })
  sandbox.script({ operation: 'create_deployment', rewrite: body => change(body, response) })
  // The look-up of the name and the search for duplicates stay as they are. The search asks for its page, and for the
  // empty page behind it in either order.
  sandbox.script({ operation: 'list_deployments' })
  const left = [...polls]
  sandbox.script({
    operation: 'list_deployments',
    times: polls.length + 1,
    rewrite(body) {
      const page = body as { resources: Fields[] }
      const poll = page.resources.length > 0 ? left.shift() : undefined
      return { ...page, resources: page.resources.map(item => change(item, poll)) }
    },
  })
  return sandbox
}

test.each<[wait_for: string, response: Fields, polls: Fields[], status: string, log: string[]]>([
  ['ready', {}, [], 'READY', []],
  ['active', {}, [], 'READY', []],
  ['none', WAITING, [], 'AWAITING_DATABASE', []],
  ['ready', WAITING, [{ ...WAITING, ...NEVER }], 'READY', ['WARMING_UP']],
  ['ready', { ...WAITING, name: undefined }, [], 'READY', []],
  ['active', { active_revision_id: null }, [{ active_revision_id: 'another' }], 'READY', []],
])(
  'with wait_for: %s a deployment created with %j and listed with %j ends with the status %s',
  async (wait_for, response, polls, status, log) => {
    const sandbox = await serviceWith(response, polls)
    const run = await create(sandbox, { ...SHOP, wait_for })
    const [deployment] = sandbox.deployments
    expect(posts(sandbox)).toHaveLength(1)
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { created: 'true', name: 'shop', status } })
    for (const text of log) expect(run.stdout).toContain(text)
    // The look-up of the name, the search for duplicates (two pages), the polls, and the create request.
    expect(sandbox.requests).toHaveLength(3 + polls.length + 1)
    if (wait_for !== 'active') return
    expect(run.outputs['active_revision_id']).toBe(deployment?.latest_revision_id)
  },
)
