import { listAction } from './runner/list-action.ts'
import { runInThisProcess } from './runner/process.ts'

// Entry of the list action.
await runInThisProcess(listAction)
