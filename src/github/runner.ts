import { appendFileSync } from 'node:fs'
import { getInput as trimmedInput } from '@actions/core'

// The runner that started this process: commands in its log, and its files. A file that cannot be written throws. The
// bundle leaves out the rest of the toolkit.

export {
  debug,
  endGroup,
  error,
  getState,
  info,
  isDebug,
  notice,
  saveState,
  setOutput,
  setSecret,
  startGroup,
  warning,
} from '@actions/core'

/** The untrimmed value of an input; '' if it is not set. */
export const getInput = (name: string): string =>
  trimmedInput(name, { trimWhitespace: false })

/** Appends markdown to the job summary, if the runner has a file for it. */
export function appendSummary(markdown: string): void {
  // `core.summary` writes later, in a thread: a cancelled step might end before.
  const file = process.env['GITHUB_STEP_SUMMARY']
  if (file) appendFileSync(file, markdown)
}
