import { runInThisProcess } from './actions/process.ts'
import { sandboxAction } from './actions/sandbox.ts'
import { serveInBackground, startInBackground, stopInBackground } from './sandbox/background.ts'

// Entry of the sandbox action, of its post step, and of the process that the one starts and the other stops.
const [, script = '', purpose] = process.argv
if (purpose === 'serve') await serveInBackground()
else {
  const action = sandboxAction({
    start: options => startInBackground([script, 'serve'], options),
    stop: stopInBackground,
  })
  await runInThisProcess(action)
}
