import { readFile } from 'node:fs/promises'
import { DomUtils, parseDocument } from 'htmlparser2'
import { parse } from 'yaml'
import { serve } from '../src/sandbox/loopback.ts'
import { openService } from '../src/sandbox/service.ts'
import { writePage } from './github-page.ts'
import { runStep, type Step } from './run-step.ts'
import { renderLog } from './workflow-commands.ts'

// Runs the create step of a real workflow, from the committed bundle, against the service in memory.
const WORKFLOW = 'examples/release.yml'

const title = (text: string) => console.log(`\n\u001b[1m${text}\u001b[0m\n`)
const GITHUB_REF = 'refs/tags/v1.4.2'
const GITHUB_SHA = '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0'
const api_key = 'sandbox-key'

const { fetch, integration_id, repositories } = openService({ api_key, head_of: () => GITHUB_SHA })
const { url, close } = await serve(fetch)
const GITHUB_REPOSITORY = `${repositories[0]?.owner}/${repositories[0]?.name}`
const values: Record<string, string> = {
  ...{ 'github.repository': GITHUB_REPOSITORY, 'github.ref': GITHUB_REF, 'github.ref_name': 'v1.4.2' },
  ...{ 'github.sha': GITHUB_SHA, 'vars.DEPLOYMENT_SERVICE_URL': url, 'vars.INTEGRATION_ID': integration_id },
  'secrets.DEPLOYMENT_SERVICE_KEY': api_key,
  'secrets.DATABASE_URL': 'postgres://shop:s3cret@db.internal/shop',
}
const workflow = (await readFile(WORKFLOW, 'utf8')).replace(
  /\$\{\{ *([\w.]+) *\}\}/g,
  (_, name: string) => values[name] ?? '',
)
const jobs = Object.values<{ steps: (Step & { uses?: string })[] }>(parse(workflow).jobs)
const step = jobs.flatMap(({ steps }) => steps).find(({ uses }) => uses === 'OWNER/create-deployment@v1')
if (!step) throw new Error(`${WORKFLOW} has no step that uses this action`)

title(`The create step of ${WORKFLOW}, for ${GITHUB_REPOSITORY} at tag v1.4.2`)
const env = { ...step.env, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_REF }
const { exitCode, stdout, stderr, outputs, summary } = await runStep({ ...step, env })
await close()
console.log(renderLog(stdout))
if (stderr !== '') console.error(stderr)

title('Its job summary')
const spaced = summary.replaceAll('</th>', ': ').replaceAll('<br>', '\n')
console.log(DomUtils.textContent(parseDocument(spaced)).replace(/\n{3,}/g, '\n\n'))

title(exitCode === 0 ? `Created deployment ${outputs['id']}` : `Failed: ${outputs['error_code']}`)
console.log(`The summary as GitHub shows it: ${await writePage(summary)}`)
process.exitCode = exitCode ?? 1
