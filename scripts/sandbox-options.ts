import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { listOf, parseDuration, parsePort } from '../src/inputs/parse.ts'
import { FAULTS, type Fault } from '../src/sandbox/faults.ts'

/** The options of the scripts that start a sandbox, named like the inputs of its action. */
export interface SandboxOptions {
  port: number
  /** In milliseconds. */
  ready_after: number
  faults: Fault[]
  /** The newest commit of the sandbox's repositories. */
  commit: string | undefined
}

/** What the options mean, for people. */
const OPTIONS_HELP = `--port         the port of the sandbox; by default any free one
--ready-after  the time from creation to the status READY, and again until the revision is active; by default 2s
--commit       the newest commit of its repositories, from which deployments are created
--faults       the faults of the create requests in turn, of ${FAULTS.join(', ')}:
               docs/sandbox.md says what each does`

const OPTIONS = {
  port: { type: 'string', default: '0' },
  'ready-after': { type: 'string', default: '2s' },
  faults: { type: 'string', default: 'none' },
  commit: { type: 'string' },
} satisfies ParseArgsOptionsConfig

/** Reads the options of this process. Throws an error that names a wrong one. */
export function readSandboxOptions(): SandboxOptions {
  const { values } = parseArgs({ options: OPTIONS })
  return {
    port: parsed('port', parsePort, values.port),
    ready_after: parsed('ready-after', parseDuration, values['ready-after']),
    faults: parsed('faults', listOf(FAULTS), values.faults),
    commit: values.commit,
  }
}

function parsed<T>(option: keyof typeof OPTIONS, parse: (text: string) => T, text: string): T {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`--${option} ${messageOf(error)}`)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Runs the main function of a script, or prints its usage. After an error it prints both, and the process ends with 2. */
export async function runScript(main: () => Promise<void>, usage: string): Promise<void> {
  const help = `${usage}\n\n${OPTIONS_HELP}`
  if (process.argv.includes('--help')) return console.log(help)
  try {
    await main()
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${help}`)
    process.exitCode = 2
  }
}
