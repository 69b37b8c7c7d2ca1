import { appendFileSync, statSync } from 'node:fs'
import { EOL } from 'node:os'
import type * as core from '@actions/core'
import { issue, issueCommand } from '../../node_modules/@actions/core/lib/command.js'
import {
  issueFileCommand,
  prepareKeyValueMessage,
} from '../../node_modules/@actions/core/lib/file-command.js'
import { toCommandProperties } from '../../node_modules/@actions/core/lib/utils.js'

/**
 * The parts of the runner's toolkit that the action uses: workflow commands, and the files for outputs and the summary.
 */
export type Runner = Pick<
  typeof core,
  | 'getInput'
  | 'setSecret'
  | 'info'
  | 'debug'
  | 'isDebug'
  | 'startGroup'
  | 'endGroup'
  | 'warning'
  | 'error'
  | 'setOutput'
  | 'saveState'
  | 'getState'
> & { appendSummary(markdown: string): void }

// Import only these parts of @actions/core: the whole package loads an HTTP client, which takes longer than the rest
// together.

/** The toolkit of the runner that started this process, built on @actions/core. */
export const githubRunner = (env: NodeJS.ProcessEnv): Runner => ({
  getInput: name => env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '',
  getState: name => env[`STATE_${name}`] ?? '',
  setOutput: setter('OUTPUT', 'set-output', env),
  saveState: setter('STATE', 'save-state', env),
  setSecret: secret => issueCommand('add-mask', {}, secret),
  info: line => void process.stdout.write(line + EOL),
  isDebug: () => env['RUNNER_DEBUG'] === '1',
  debug: line => issueCommand('debug', {}, line),
  startGroup: title => issue('group', title),
  endGroup: () => issue('endgroup'),
  warning: (message, properties = {}) => issueCommand('warning', toCommandProperties(properties), message),
  error: (message, properties = {}) => issueCommand('error', toCommandProperties(properties), message),
  appendSummary(markdown) {
    const file = env['GITHUB_STEP_SUMMARY']
    if (!file) return
    refusePipe(file)
    appendFileSync(file, markdown)
  },
})

/** Writes a command to the log if the runner names no file. */
const setter =
  (file: 'OUTPUT' | 'STATE', command: string, env: NodeJS.ProcessEnv) => (name: string, value: unknown) => {
    const path = env[`GITHUB_${file}`]
    if (!path) return issueCommand(command, { name }, value)
    refusePipe(path)
    issueFileCommand(file, prepareKeyValueMessage(name, value))
  }

/** Opening a pipe that nobody reads would block the process, so that not even a signal could end it. */
function refusePipe(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO()) throw new Error(`${path} is a pipe`)
}
