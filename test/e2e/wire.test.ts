import { createServer, type RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { listen } from '../listen.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

it('a create from a repository sends these requests', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id, repositories } = sandbox
  const inputs = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop', secrets: 'A=b' }
  expect((await create(sandbox, { ...inputs, wait_for: 'active' })).exitCode).toBe(0)
  const lines = sandbox.requests.map(
    ({ method, path, query }) => `${method} ${path}?${new URLSearchParams(query)}`,
  )
  // The listing and the look-up run at the same time.
  expect([...lines.slice(0, 2).sort(), ...lines.slice(2)]).toEqual([
    `GET /v1/integrations/forge/repohost/${integration_id}/repos?`,
    'GET /v2/deployments?limit=100&offset=0',
    'POST /v2/deployments?',
    'GET /v2/deployments?limit=100&offset=0',
    'GET /v2/deployments?limit=100&offset=1',
  ])
  const [record] = repositories
  const source_config = { integration_id: record?.host_integration_id, repo_url: record?.url }
  const source_revision_config = { repo_ref: 'main' }
  const secrets = [{ name: 'A', value: 'b' }]
  expect(posts(sandbox)).toEqual([
    { name: 'shop', source: 'repohost', source_config, source_revision_config, secrets },
  ])
})

/** A service that records the connection of each request, and lists its deployment after the create request. */
async function openService(reply: (respond: () => void) => void) {
  const seen: string[] = []
  const numbers = new Map<unknown, number>()
  const listener: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      const path = `${request.method} ${(request.url ?? '').replace(/\?.*/, '').replace(/.*\//, '')}`
      seen.push(`${path} over ${numbers.get(request.socket)}`)
      const isCreated = seen.some(line => line.startsWith('POST'))
      const resources = isCreated && request.url?.includes('offset=0') ? [DEPLOYMENT] : []
      const answer = { 'GET repos': [RECORD], 'POST deployments': DEPLOYMENT }[path] ?? { resources }
      reply(() => response.writeHead(200).end(JSON.stringify(answer)))
    })
  }
  const server = createServer(listener)
  server.on('connection', socket => numbers.set(socket, numbers.size + 1))
  return { base_url: `http://127.0.0.1:${await listen(server)}`, seen }
}

const DEPLOYMENT = { id: 'd1', name: 'shop', status: 'READY' }
const INTEGRATION = '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11'
const RECORD = {
  ...{ host_integration_id: INTEGRATION, owner: 'acme', name: 'shop' },
  ...{ url: 'https://github.com/acme/shop', default_branch: 'main' },
}

it('a create looks up the repository and the name in parallel, and sends the POST over one of their connections', async () => {
  // Both look-ups must arrive before either gets a response.
  const { promise: bothArrived, resolve } = Promise.withResolvers<void>()
  const { base_url, seen } = await openService(respond => {
    if (seen.length === 2) resolve()
    void bothArrived.then(respond)
  })
  const inputs = { name: 'shop', source: 'repohost', repository: 'acme/shop', integration_id: INTEGRATION }
  expect((await runStep({ with: { ...inputs, base_url } })).outputs['created']).toBe('true')
  const [lookUps, post] = [seen.slice(0, 2).sort(), seen[2]]
  expect(lookUps.map(line => line.replace(/ over .*/, ''))).toEqual(['GET deployments', 'GET repos'])
  expect(lookUps.map(line => line.replace(/.* over /, '')).sort()).toEqual(['1', '2'])
  expect(post).toMatch(/^POST deployments over [12]$/)
})
