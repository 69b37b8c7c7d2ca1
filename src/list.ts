import { listAction } from './actions/list.ts'
import { runInThisProcess } from './actions/process.ts'

// Entry of the list action.
await runInThisProcess(listAction)
