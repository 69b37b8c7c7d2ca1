import { createAction } from './actions/create.ts'
import { runInThisProcess } from './actions/process.ts'

// Entry of the create action.
await runInThisProcess(createAction)
