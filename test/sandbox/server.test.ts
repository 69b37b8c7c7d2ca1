import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startInBackground, stopInBackground } from '../../src/sandbox/server.ts'

const SERVER = pathToFileURL('src/sandbox/server.ts').href
const ARGS = ['--input-type=module', '--eval', `import('${SERVER}').then(it => it.serveInBackground())`]

test('a sandbox in the background has its port alone, and ends by the id of its process', async () => {
  const background = await startInBackground(ARGS, {})
  if (!background) return expect.unreachable()
  onTestFinished(() => void stopInBackground(background.pid))
  const port = Number(new URL(background.base_url).port)
  expect(await startInBackground(ARGS, { port })).toBeUndefined()
  stopInBackground(background.pid)
  await vi.waitFor(() => expect(() => process.kill(background.pid, 0)).toThrow())
  stopInBackground(background.pid)
})
