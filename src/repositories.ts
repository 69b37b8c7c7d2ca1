import { runInThisProcess } from './actions/process.ts'
import { repositoriesAction } from './actions/repositories.ts'

// Entry of the repositories action.
await runInThisProcess(repositoriesAction)
