import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startInBackground, stopInBackground } from '../../src/sandbox/background.ts'
import { listen } from '../listen.ts'

test('the start of a sandbox fails if its process ends at once', async () => {
  const answer = await startInBackground(['--eval', 'process.exit(3)'], {})
  expect(answer).toEqual({ code: 'EXITED', message: 'its process ended' })
})

test.concurrent.for<[string, (end: () => void) => void]>([
  ['closes the connection', end => end()],
  ['does not respond', () => {}],
])(
  'the stop of a sandbox does not fail if another server on its port %s',
  async ([_, answer], { onTestFinished }) => {
    const port = await listen(
      createServer(socket => answer(() => socket.end())),
      onTestFinished,
    )
    expect(await stopInBackground(`http://127.0.0.1:${port}`)).toBeUndefined()
  },
)
