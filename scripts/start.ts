import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { DomUtils, parseDocument } from 'htmlparser2'
import { parse, stringify } from 'yaml'
import { openSandbox, type SandboxOptions } from '../src/sandbox/routes.ts'
import { serve } from '../src/sandbox/server.ts'
import { FAULTS, type Fault } from '../src/sandbox/store.ts'
import { runStep, type Step } from './run-step.ts'
import { renderLog } from './workflow-commands.ts'

const WORKFLOW = 'examples/release.yml'
const REPOSITORY = { owner: 'acme', name: 'shop', url: 'https://github.com/acme/shop' }
const OTHER_REPOSITORY = { owner: 'acme', name: 'warehouse', default_branch: 'trunk' }
const TAG = 'v1.4.2'
const COMMIT = '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0'
const API_KEY = 'sandbox-key'

const USAGE = `npm start [-- OPTIONS] runs the create step of ${WORKFLOW} against the service in memory.
npm run sandbox [-- OPTIONS] serves it on this machine. The options are named like the inputs of its action:

--port         the port of the sandbox; by default any free one
--ready-after  seconds until the status READY, and again until the revision is active; by default 2
--commit       the newest commit of its repositories, from which deployments are created
--faults       the faults of the create requests in turn, with commas between them:
               ${FAULTS.join(', ')}`

interface Options {
  port: number
  /** In seconds. */
  ready_after: number
  commit: string
  faults: Fault[]
  serve: boolean
  help: boolean
}

/** Reads the options of this process. Throws an error that names a wrong one. */
function readOptions(): Options {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const settings = { port: text, 'ready-after': text, commit: text, faults: text }
  const { values } = parseArgs({ options: { ...settings, serve: flag, help: flag } })
  const faults = values.faults?.split(',') ?? []
  if (!faults.every(isFault)) throw new Error(`--faults must be some of ${FAULTS.join(', ')}`)
  return {
    port: numberOf('port', values.port ?? '0'),
    ready_after: numberOf('ready-after', values['ready-after'] ?? '2'),
    commit: values.commit ?? COMMIT,
    faults,
    serve: values.serve,
    help: values.help,
  }
}

const isFault = (word: string): word is Fault => FAULTS.some(fault => fault === word)

function numberOf(option: string, text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`--${option} must be a number: ${text}`)
  return Number(text)
}

/** A sandbox with two repositories. */
function open({ ready_after, commit, faults }: Options, more: SandboxOptions = {}) {
  const repositories = [REPOSITORY, OTHER_REPOSITORY]
  const heads = { [REPOSITORY.url]: commit }
  return openSandbox({ ready_after: ready_after * 1000, repositories, heads, faults, ...more })
}

/** Serves a sandbox, and prints a step to paste and how to run a workflow against it. */
async function serveSandbox(options: Options): Promise<void> {
  const sandbox = open(options)
  const { url } = await serve(async (request, bindings) => {
    const response = await sandbox.fetch(request, bindings)
    const status = bindings.outgoing.destroyed ? 'dropped' : response.status
    console.log(`${request.method} ${new URL(request.url).pathname} ${status}`)
    return response
  }, options.port)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  // act runs an action with the first Node on the PATH.
  const node = process.platform === 'win32' ? '' : `PATH="${dirname(process.execPath)}:$PATH" `
  console.log(`The sandbox is at ${url} until you press Ctrl+C. A step for it, to paste into a workflow:

      - uses: OWNER/create-deployment@v1
        with:
          base_url: ${url}
          integration_id: ${sandbox.integration_id}
          source: repohost
          name: shop
          repository: acme/shop
          wait_for: active
          wait_timeout: 1m
          health_url: /version

Only this machine can reach it. In the folder of your repository, act (https://github.com/nektos/act) runs the workflow of a
push against it, with no containers, at the tag of your last commit. Give other variables and secrets in the same way:

  ${node}act push --workflows .github/workflows/YOURS.yml --platform ubuntu-latest=-self-hosted --local-repository "OWNER/create-deployment@v1=${process.cwd()}" \\
    --var DEPLOYMENT_SERVICE_URL=${url} --var INTEGRATION_ID=${sandbox.integration_id} --secret DEPLOYMENT_SERVICE_KEY=any-key \\
    --env GITHUB_REPOSITORY=acme/shop

To rehearse a failed build, start it with \`npm run sandbox -- --faults build_fails\`: a step then ends as wait_timeout, the one
above after a minute, yours after its own wait_timeout (by default 30 minutes). Each fault is for one create request, so each
run needs a new tag. To rehearse a failed build after a push, send {"repo_url", "ref", "commit", "fails": true} to
${url}/sandbox/push while a deployment has build_on_push.
`)
}

/** Runs the step of a real workflow from the committed bundle, and prints its log and its summary. */
async function runRelease(options: Options): Promise<void> {
  const sandbox = open(options, { api_key: API_KEY })
  const { url, close } = await serve(sandbox.fetch, options.port)
  const step = readStep({
    'github.repository': 'acme/shop',
    'github.ref': `refs/tags/${TAG}`,
    'github.ref_name': TAG,
    'github.sha': COMMIT,
    'vars.DEPLOYMENT_SERVICE_URL': url,
    'vars.INTEGRATION_ID': sandbox.integration_id,
    'secrets.DEPLOYMENT_SERVICE_KEY': API_KEY,
    'secrets.DATABASE_URL': 'postgres://shop:s3cret@db.internal/shop',
  })
  // A fault would otherwise show after the default of half an hour.
  const inputs = { ...step.with, wait_timeout: `${10 + 3 * options.ready_after}s` }
  printTitle(`The create step of ${WORKFLOW}, for acme/shop at tag ${TAG}`)
  console.log(stringify({ with: { ...inputs, api_key: '***', secrets: '***' } }))
  console.log(
    'The request has another id of the integration: that on the repository host, from the record of the repository.',
  )

  printTitle('Its log')
  const run = runStep({
    with: inputs,
    env: {
      ...step.env,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REF: `refs/tags/${TAG}`,
      GITHUB_SHA: COMMIT,
    },
  })
  const { exitCode, stdout, stderr, outputs, summary } = await run.finally(close)
  console.log(renderLog(stdout))
  if (stderr !== '') console.error(stderr)

  printTitle('Its job summary')
  const spaced = summary.replaceAll(/<\/t[hd]>/g, ' ').replaceAll('<br>', '\n')
  console.log(DomUtils.textContent(parseDocument(spaced)).replaceAll(/\n{3,}/g, '\n\n'))

  printTitle(exitCode === 0 ? `Created deployment ${outputs['id']}` : `Failed: ${outputs['error_code']}`)
  if (outputs['url']) console.log('The sandbox has stopped, so nothing answers at the URL any more.')
  process.exitCode = exitCode ?? 1
}

/** The step of the workflow that uses the create action, with the values of its expressions. */
function readStep(values: Record<string, string>): Step {
  const text = readFileSync(WORKFLOW, 'utf8')
  const evaluated = text.replaceAll(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) => values[name] ?? '')
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
