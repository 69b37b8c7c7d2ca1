import { appendFileSync } from 'node:fs'
import { EOL } from 'node:os'
// Import only these parts of @actions/core: the whole package loads an HTTP client, which takes longer than the rest
// together.
import { issue, issueCommand } from '../../node_modules/@actions/core/lib/command.js'
import {
  issueFileCommand,
  prepareKeyValueMessage,
} from '../../node_modules/@actions/core/lib/file-command.js'
import { toCommandProperties } from '../../node_modules/@actions/core/lib/utils.js'
import type { Runner } from './job.ts'

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
    if (env['GITHUB_STEP_SUMMARY']) appendFileSync(env['GITHUB_STEP_SUMMARY'], markdown)
  },
})

/** Writes a command to the log if the runner names no file. */
const setter =
  (file: 'OUTPUT' | 'STATE', command: string, env: NodeJS.ProcessEnv) => (name: string, value: unknown) =>
    env[`GITHUB_${file}`]
      ? issueFileCommand(file, prepareKeyValueMessage(name, value))
      : issueCommand(command, { name }, value)
