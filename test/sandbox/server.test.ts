import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startInBackground, stopInBackground } from '../../src/sandbox/server.ts'

const SERVER = pathToFileURL('src/sandbox/server.ts').href
const ARGS = ['--input-type=module', '--eval', `import('${SERVER}').then(it => it.serveInBackground())`]

async function started(options: Parameters<typeof startInBackground>[1]) {
  const background = await startInBackground(ARGS, options)
  if ('reason' in background) throw new Error(background.reason)
  onTestFinished(() => void stopInBackground(background.pid))
  return background
}

test('a sandbox in the background takes its options, and ends by the id of its process', async () => {
  const repositories = [{ owner: 'acme', name: 'shop' }]
  const { base_url, integration_id, pid } = await started({ api_key: 'key', repositories })
  const listing = `${base_url}/v1/integrations/forge/repohost/${integration_id}/repos`
  const listed = async () => await (await fetch(listing, { headers: { 'x-api-key': 'key' } })).json()
  expect(await listed()).toMatchObject(repositories)
  expect(stopInBackground(pid)).toBe(true)
  await vi.waitFor(() => expect(listed()).rejects.toThrow())
  await vi.waitFor(() => expect(stopInBackground(pid)).toBe(false))
})

test('a sandbox whose port is taken says so', async () => {
  const port = Number(new URL((await started({})).base_url).port)
  expect(await startInBackground(ARGS, { port })).toEqual({ reason: expect.stringContaining('EADDRINUSE') })
})
