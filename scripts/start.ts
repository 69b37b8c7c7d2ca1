import { convert } from 'html-to-text'
import { marked } from 'marked'
import { serve } from '../src/sandbox/server.ts'
import { openService } from '../src/sandbox/service.ts'
import { writePage } from './github-page.ts'
import { runStep } from './run-step.ts'
import { renderLog } from './workflow-commands.ts'
import { readStep } from './workflow-step.ts'

// Runs the create step of a real workflow, from the committed bundle, against the service in memory.
const WORKFLOW = 'examples/release.yml'

/** The source of a chart, which the page shows. */
const CHART = /<pre><code class="language-mermaid">.*?<\/code><\/pre>/gs

/** Shows only the length of JSON and markdown, which are for programs. */
function readable(value: string): string {
  if (/^[[{]./.test(value)) return `JSON of ${value.length} characters`
  return value.includes('\n') ? `markdown of ${value.split('\n').length} lines` : value
}

const title = (text: string) => console.log(`\n\u001b[1m${text}\u001b[0m\n`)

const GITHUB_SHA = '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0'
const { fetch, integration_id, repositories } = openService({
  api_key: 'sandbox-key',
  head_of: () => GITHUB_SHA,
})
const { url, close } = await serve(fetch)
const [repository] = repositories
const GITHUB_REPOSITORY = `${repository?.owner}/${repository?.name}`
const step = await readStep(WORKFLOW, 'OWNER/create-deployment@', {
  github: { repository: GITHUB_REPOSITORY, ref: 'refs/tags/v1.4.2', ref_name: 'v1.4.2', sha: GITHUB_SHA },
  vars: { DEPLOYMENT_SERVICE_URL: url, INTEGRATION_ID: integration_id },
  secrets: { DEPLOYMENT_SERVICE_KEY: 'sandbox-key', DATABASE_URL: 'postgres://shop:s3cret@db.internal/shop' },
})

title(`The create step of ${WORKFLOW}, for ${GITHUB_REPOSITORY} at tag v1.4.2`)
const { exitCode, stdout, stderr, outputs, summary } = await runStep({
  ...step,
  env: { ...step.env, GITHUB_REPOSITORY, GITHUB_SHA, GITHUB_REF: 'refs/tags/v1.4.2' },
})
await close()
console.log(renderLog(stdout))
if (stderr !== '') console.error(stderr)

title('Its outputs')
for (const [name, value] of Object.entries(outputs)) console.log(`${name}: ${readable(value)}`)

title('Its job summary')
console.log(
  convert((await marked(summary)).replaceAll(CHART, ''), {
    wordwrap: 110,
    selectors: [{ selector: 'table', format: 'dataTable' }],
  }),
)

title(exitCode === 0 ? `Created deployment ${outputs['id']}` : `Failed: ${outputs['error_code']}`)
console.log(`The summary as GitHub shows it, with its chart: ${await writePage(summary)}`)
process.exitCode = exitCode ?? 1
