import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'

function run(...args: string[]): { child: ChildProcess; seen: () => string } {
  const child = spawn(process.execPath, ['scripts/sandbox.ts', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  return { child, seen: () => output }
}

async function lineOf(seen: () => string, pattern: RegExp): Promise<string> {
  return await vi.waitFor(
    () => {
      const [, found] = pattern.exec(seen()) ?? []
      if (found === undefined) throw new Error(`Not seen yet: ${pattern}`)
      return found
    },
    { timeout: 20_000 },
  )
}

// Windows has no signals: `kill` ends a process at once.
const SIGNALS = process.platform === 'win32' ? [] : (['SIGINT', 'SIGTERM'] as const)

test.each(SIGNALS)('the script prints its settings and requests, and stops on %s', async signal => {
  const { child, seen } = run('--port', '0', '--api-key', 'open sesame', '--ready-after', '0ms')
  await lineOf(seen, /repository: (\S+)\n/)
  const base_url = /base_url: (\S+)\n/.exec(seen())?.[1] ?? ''
  const integration_id = /integration_id: (\S+)\n/.exec(seen())?.[1] ?? ''
  expect(seen()).toContain(
    `- uses: OWNER/create-deployment@v1\n        with:\n          base_url: ${base_url}\n          api_key: \${{ secrets.DEPLOYMENT_SERVICE_KEY }}\n`,
  )
  expect(seen()).toContain('Its repositories are acme/shop, ')
  expect(seen()).toContain('--secret DEPLOYMENT_SERVICE_KEY\n')
  expect(seen()).toContain(
    '          source: repohost\n          name: shop\n          repository: acme/shop\n',
  )

  const headers = { 'x-api-key': 'open sesame', 'content-type': 'application/json' }
  const listing = await fetch(`${base_url}/v1/integrations/forge/repohost/${integration_id}/repos`, {
    headers,
  })
  expect(await listing.json()).toMatchObject([{ owner: 'acme', name: 'shop' }, {}, {}])
  const body = {
    ...{ name: 'a', source: 'internal_source', source_config: {}, source_revision_config: {} },
    secrets: [{ name: 'A', value: 'hunter2' }],
  }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const created = await fetch(`${base_url}/v2/deployments`, init)
  expect(await created.json()).toMatchObject({ name: 'a', status: 'READY' })
  await fetch(`${base_url}/v2/deployments?name_contains=hidden`)
  await lineOf(seen, /(GET \/v2\/deployments 401)\n/)
  expect(seen()).toContain('POST /v2/deployments 201\n')
  expect(seen()).not.toMatch(/sesame|hunter2|hidden/)

  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('the printed step has no api_key without --api-key', async () => {
  const { seen } = run()
  await lineOf(seen, /repository: (\S+)\n/)
  expect(seen()).not.toContain('api_key')
})

test('--help prints the usage', async () => {
  const { child, seen } = run('--help')
  expect(await once(child, 'close')).toEqual([0, null])
  expect(seen()).toContain('npm run sandbox -- [--port 8080]')
})

test.each([
  [['--port', 'x'], '--port'],
  [['--ready-after', 'soon'], '--ready-after'],
  [['--colour', 'red'], '--colour'],
])('the arguments %j are refused', async (args, word) => {
  const { child } = run(...args)
  const [message, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')])
  expect(code).toBe(2)
  expect(message).toContain(word)
  expect(message).toContain('npm run sandbox')
})
