import { appendFileSync } from 'node:fs'
import * as core from '@actions/core'

type Commands =
  | 'setSecret'
  | 'info'
  | 'debug'
  | 'isDebug'
  | 'startGroup'
  | 'endGroup'
  | 'notice'
  | 'warning'
  | 'error'

/** The parts of the runner's toolkit that the action uses: commands in the log, and the runner's files. */
export interface Runner extends Pick<typeof core, Commands | 'setOutput' | 'saveState' | 'getState'> {
  /** The untrimmed value of an input; '' if it is not set. */
  getInput(name: string): string
  /** Appends markdown to the job summary, if the runner has a file for it. */
  appendSummary(markdown: string): void
}

/** The toolkit of the runner that started this process. A file that cannot be written throws. */
export const githubRunner: Runner = {
  ...core,
  getInput: name => core.getInput(name, { trimWhitespace: false }),
  // `core.summary` writes later, in a thread: a step that is cancelled might end before its summary is written.
  appendSummary(markdown) {
    const file = process.env['GITHUB_STEP_SUMMARY']
    if (file) appendFileSync(file, markdown)
  },
}
