import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startInBackground, stopInBackground } from '../../src/sandbox/background.ts'
import { listen } from '../listen.ts'

test('a process that ends at once is not a started sandbox', async () => {
  expect(await startInBackground(['--eval', 'process.exit(3)'], {})).toEqual({
    code: 'EXITED',
    message: 'its process ended with 3',
  })
})

test.concurrent.each([
  ['hangs up', (end: () => void) => end()],
  ['does not answer', () => {}],
])('stopping the sandbox does not wait for another server that %s', async (_, answer) => {
  const server = createServer(socket => answer(() => socket.end()))
  expect(await stopInBackground({ port: await listen(server), token: 'a-token' })).toBeUndefined()
})
