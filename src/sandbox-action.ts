import { runInThisProcess } from './runner/process.ts'
import { sandboxAction } from './runner/sandbox-action.ts'
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
