import { connect } from 'node:net'
import koffi from 'koffi'

// Preloaded by `node --import` into the process of an action. Opens a console for the process, and presses Ctrl+C in
// it, like a runner on Windows that cancels a step, if the test writes to the connection at CONSOLE_PORT.

const CTRL_C_EVENT = 0
const EVERY_PROCESS_OF_THE_CONSOLE = 0

const kernel = koffi.load('kernel32.dll')
const press = kernel.func('bool GenerateConsoleCtrlEvent(uint32 event, uint32 group)')
kernel.func('bool FreeConsole()')()
kernel.func('bool AllocConsole()')()
connect(Number(process.env['CONSOLE_PORT']), '127.0.0.1')
  .on('data', () => press(CTRL_C_EVENT, EVERY_PROCESS_OF_THE_CONSOLE))
  .on('error', () => {})
  .unref()
