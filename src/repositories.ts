import { runInThisProcess } from './runner/process.ts'
import { repositoriesAction } from './runner/repositories-action.ts'

// Entry of the repositories action.
await runInThisProcess(repositoriesAction)
