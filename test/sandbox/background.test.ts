import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startInBackground, stopInBackground } from '../../src/sandbox/background.ts'
import { listen } from '../listen.ts'

test('the start of a sandbox fails if its process ends at once', async () => {
  expect(await startInBackground(['--eval', 'process.exit(3)'], {})).toEqual({
    code: 'EXITED',
    message: 'its process ended with 3',
  })
})

test.concurrent.each([
  ['closes the connection', (end: () => void) => end()],
  ['does not respond', () => {}],
])('the stop of a sandbox does not fail if another server on its port %s', async (_, answer) => {
  const server = createServer(socket => answer(() => socket.end()))
  expect(await stopInBackground({ port: await listen(server), token: 'a-token' })).toBeUndefined()
})
