import { createAction } from './runner/create-action.ts'
import { runInThisProcess } from './runner/process.ts'

// Entry of the create action.
await runInThisProcess(createAction)
