import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { DomUtils, parseDocument } from 'htmlparser2'
import { parse } from 'yaml'
import { listOf, parseDuration, parsePort } from '../src/inputs/parse.ts'
import { serve } from '../src/sandbox/background.ts'
import { FAULTS, type Fault } from '../src/sandbox/faults.ts'
import { openService } from '../src/sandbox/service.ts'
import { writePage } from './github-page.ts'
import { runStep, type Step } from './run-step.ts'
import { renderLog } from './workflow-commands.ts'

const WORKFLOW = 'examples/release.yml'
const GITHUB_REF = 'refs/tags/v1.4.2'
const GITHUB_SHA = '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0'
const API_KEY = 'sandbox-key'

const USAGE = `npm start [-- OPTIONS] runs the create step of ${WORKFLOW} against the service in memory.
npm run sandbox [-- OPTIONS] serves it on this machine. The options are named like the inputs of its action:

--port         the port of the sandbox; by default any free one
--ready-after  the time from creation to the status READY, and again until the revision is active; by default 2s
--commit       the newest commit of its repositories, from which deployments are created
--faults       the faults of the create requests in turn, of ${FAULTS.join(', ')}:
               docs/sandbox.md says what each does`

interface Options {
  port: number
  /** In milliseconds. */
  ready_after: number
  faults: Fault[]
  commit?: string | undefined
  serve?: boolean | undefined
  help?: boolean | undefined
}

/** Reads the options of this process. Throws an error that names a wrong one. */
function readOptions(): Options {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const settings = { port: text, 'ready-after': text, commit: text, faults: text }
  const { values } = parseArgs({ options: { ...settings, serve: flag, help: flag } })
  function read<T>(name: 'ready-after' | 'faults' | 'port', fallback: string, parse: (text: string) => T): T {
    try {
      return parse(values[name] ?? fallback)
    } catch (error) {
      throw new Error(`--${name} ${(error as Error).message}`)
    }
  }
  const ready_after = read('ready-after', '2s', parseDuration)
  const faults = read('faults', 'none', listOf(FAULTS))
  return { ...values, ready_after, faults, port: read('port', '0', parsePort) }
}

/** Starts the sandbox, and prints a step to paste and how to run a workflow against it. */
async function serveSandbox({ port, commit, ...options }: Options): Promise<void> {
  const service = openService({ ...options, applications: true, head_of: () => commit })
  const { url } = await serve(async (request, bindings) => {
    const response = await service.fetch(request, bindings)
    const status = bindings.outgoing.destroyed ? 'dropped' : response.status
    console.log(`${request.method} ${new URL(request.url).pathname} ${status}`)
    return response
  }, port)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  const names = service.repositories.map(({ owner, name }) => `${owner}/${name}`)
  // act runs an action with the first Node on the PATH.
  const node = process.platform === 'win32' ? '' : `PATH="${dirname(process.execPath)}:$PATH" `
  console.log(`The sandbox is at ${url} until you press Ctrl+C. Its repositories are ${names.join(', ')}.
A step for it, to paste into a workflow:

      - uses: OWNER/create-deployment@v1
        with:
          base_url: ${url}
          integration_id: ${service.integration_id}
          source: repohost
          name: shop
          repository: ${names[0]}

Only this machine can reach it. In the folder of your repository, act (https://github.com/nektos/act) runs its workflows
against it, with no containers:

  ${node}act --platform ubuntu-latest=-self-hosted --local-repository "OWNER/create-deployment@v1=${process.cwd()}"
`)
}

/** Runs the step of a real workflow from the committed bundle, and prints its log and its summary. */
async function runRelease({ port, commit = GITHUB_SHA, ...options }: Options): Promise<void> {
  const service = openService({ ...options, api_key: API_KEY, applications: true, head_of: () => commit })
  const { url, close } = await serve(service.fetch, port)
  const [record] = service.repositories
  const GITHUB_REPOSITORY = `${record?.owner}/${record?.name}`
  const step = readStep({
    'github.repository': GITHUB_REPOSITORY,
    'github.ref': GITHUB_REF,
    'github.ref_name': 'v1.4.2',
    'github.sha': GITHUB_SHA,
    'vars.DEPLOYMENT_SERVICE_URL': url,
    'vars.INTEGRATION_ID': service.integration_id,
    'secrets.DEPLOYMENT_SERVICE_KEY': API_KEY,
    'secrets.DATABASE_URL': 'postgres://shop:s3cret@db.internal/shop',
  })

  printTitle(`The create step of ${WORKFLOW}, for ${GITHUB_REPOSITORY} at tag v1.4.2`)
  // Without these inputs, such a fault would not show, or only after the default of half an hour.
  const isSilent = options.faults.some(fault => fault === 'build_fails' || fault === 'unhealthy')
  const added = { wait_timeout: `${5000 + 3 * options.ready_after}ms`, health_url: '/ok' }
  if (isSilent) console.log('Added for the fault:', added)
  const env = { ...step.env, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_REF }
  const run = runStep({ with: { ...step.with, ...(isSilent && added) }, env })
  const { exitCode, stdout, stderr, outputs, summary } = await run.finally(close)
  console.log(renderLog(stdout))
  if (stderr !== '') console.error(stderr)

  printTitle('Its job summary')
  const spaced = summary.replaceAll('</th>', ': ').replaceAll('<br>', '\n')
  console.log(DomUtils.textContent(parseDocument(spaced)).replace(/\n{3,}/g, '\n\n'))

  printTitle(exitCode === 0 ? `Created deployment ${outputs['id']}` : `Failed: ${outputs['error_code']}`)
  console.log(`The summary as GitHub shows it: ${await writePage(summary)}`)
  if (outputs['url']) console.log('The sandbox has stopped, so nothing answers at the URL any more.')
  process.exitCode = exitCode ?? 1
}

/** The step of the workflow that uses the create action, with the values of its expressions. */
function readStep(values: Record<string, string>): Step {
  const text = readFileSync(WORKFLOW, 'utf8')
  const evaluated = text.replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) => values[name] ?? '')
  const jobs = Object.values<{ steps: (Step & { uses?: string })[] }>(parse(evaluated).jobs)
  const step = jobs.flatMap(({ steps }) => steps).find(({ uses }) => uses === 'OWNER/create-deployment@v1')
  if (step === undefined) throw new Error(`${WORKFLOW} has no step that uses this action`)
  return step
}

const printTitle = (text: string) => console.log(`\n${styleText('bold', text)}\n`)

try {
  const options = readOptions()
  if (options.help) console.log(USAGE)
  else await (options.serve ? serveSandbox(options) : runRelease(options))
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}
