import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it, type TestContext } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { listen } from '../listen.ts'

const INTEGRATION = '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11'
const RECORD = {
  ...{ host_integration_id: INTEGRATION, id: 1, owner: 'acme', name: 'shop' },
  ...{ url: 'https://github.com/acme/shop', default_branch: 'main' },
}
const INPUTS = { name: 'shop', source: 'repohost', repository: 'acme/shop', integration_id: INTEGRATION }

/** A service that records each connection, and the connection of each request. */
async function openService(
  { onTestFinished }: TestContext,
  answer: (path: string, respond: (body: unknown) => void, socket: Socket) => void,
) {
  const seen: string[] = []
  const numbers = new Map<unknown, number>()
  const listener: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      const path = `${request.method} ${(request.url ?? '').replace(/\?.*/, '').replace(/.*\//, '')}`
      seen.push(`${path} over ${numbers.get(request.socket)}`)
      answer(path, body => response.writeHead(200).end(JSON.stringify(body)), request.socket)
    })
  }
  const server = createServer(listener)
  server.on('connection', socket => {
    numbers.set(socket, numbers.size + 1)
    seen.push(`connection ${numbers.size}`)
  })
  return { base_url: `http://127.0.0.1:${await listen(server, onTestFinished)}`, seen }
}

it.concurrent('a create looks up the repository and the name in parallel, and sends the POST over one of their connections', async context => {
  // Both look-ups must arrive before either gets a response.
  const held: (() => void)[] = []
  const { base_url, seen } = await openService(context, (path, respond) => {
    if (path === 'POST deployments') return respond({ id: 'd1', name: 'shop', status: 'READY' })
    held.push(() => respond(path === 'GET repos' ? [RECORD] : { resources: [], offset: 0 }))
    if (held.length === 2) for (const release of held) release()
  })
  const { exitCode, outputs } = await runStep({ with: { ...INPUTS, base_url } })
  expect({ exitCode, created: outputs['created'] }).toEqual({ exitCode: 0, created: 'true' })
  const [first = '', second = '', third] = seen.filter(line => line.includes('over'))
  expect([first, second].map(line => line.replace(/ over .*/, '')).sort()).toEqual([
    'GET deployments',
    'GET repos',
  ])
  expect(new Set([first, second].map(line => line.replace(/.* over /, '')))).toEqual(new Set(['1', '2']))
  expect(third).toMatch(/^POST deployments over [12]$/)
})

it.concurrent('a create needs no retry if the service closes each connection shortly after its response', async context => {
  let posts = 0
  const { base_url } = await openService(context, (path, respond, socket) => {
    if (path === 'POST deployments') posts++
    respond(
      path === 'POST deployments'
        ? { id: 'd1', name: 'shop', status: 'READY' }
        : { resources: posts ? [{ id: 'd1', name: 'shop', status: 'READY' }] : [] },
    )
    setTimeout(() => socket.resetAndDestroy(), 3)
  })
  const run = await runStep({ with: { name: 'shop', source: 'internal_template', base_url } })
  expect({ posts, ...run }).toMatchObject({ posts: 1, exitCode: 0, outputs: { created: 'true', id: 'd1' } })
  expect(run.stdout).not.toMatch(/trying again|unknown/)
})
