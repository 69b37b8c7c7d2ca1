import { readFile } from 'node:fs/promises'
import { styleText } from 'node:util'
import { DomUtils, parseDocument } from 'htmlparser2'
import { parse } from 'yaml'
import type { Fault } from '../src/sandbox/faults.ts'
import { serve } from '../src/sandbox/loopback.ts'
import { openService } from '../src/sandbox/service.ts'
import { writePage } from './github-page.ts'
import { runStep, type Step } from './run-step.ts'
import { readSandboxOptions, runScript } from './sandbox-options.ts'
import { renderLog } from './workflow-commands.ts'

const WORKFLOW = 'examples/release.yml'
const GITHUB_REF = 'refs/tags/v1.4.2'
const GITHUB_SHA = '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0'
const API_KEY = 'sandbox-key'

const USAGE = `Runs the create step of ${WORKFLOW} against the service in memory.

  npm start -- [--port 8080] [--ready-after 2s] [--commit SHA] [--faults fail,lose]`

await runScript(main, USAGE)

/** Runs the step of a real workflow from the committed bundle, and prints its log and its summary. */
async function main(): Promise<void> {
  const { port, ready_after, faults, commit = GITHUB_SHA } = readSandboxOptions()
  const service = openService({
    api_key: API_KEY,
    ready_after,
    faults,
    applications: true,
    head_of: () => commit,
  })
  const { url, close } = await serve(service.fetch, port)
  const [record] = service.repositories
  const GITHUB_REPOSITORY = `${record?.owner}/${record?.name}`
  const step = await readStep({
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
  const added = inputsFor(faults, ready_after)
  for (const [name, value] of Object.entries(added)) console.log(`Added for the fault: ${name}: ${value}`)
  const env = { ...step.env, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_REF }
  const run = runStep({ with: { ...step.with, ...added }, env })
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
async function readStep(values: Record<string, string>): Promise<Step> {
  const text = await readFile(WORKFLOW, 'utf8')
  const evaluated = text.replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) => values[name] ?? '')
  const jobs = Object.values<{ steps: (Step & { uses?: string })[] }>(parse(evaluated).jobs)
  const step = jobs.flatMap(({ steps }) => steps).find(({ uses }) => uses === 'OWNER/create-deployment@v1')
  if (step === undefined) throw new Error(`${WORKFLOW} has no step that uses this action`)
  return step
}

/** The inputs without which a fault would not show, or only after the default of half an hour. */
function inputsFor(faults: Fault[], ready_after: number): Record<string, string> {
  const isSilent = faults.includes('build_fails') || faults.includes('unhealthy')
  // An application serves after three times `ready_after`.
  const wait_timeout = `${5000 + 3 * ready_after}ms`
  return {
    ...(isSilent && { wait_timeout }),
    ...(faults.includes('unhealthy') && { health_url: '/ok' }),
  }
}

function printTitle(text: string): void {
  console.log(`\n${styleText('bold', text)}\n`)
}
