import { mkdir, writeFile } from 'node:fs/promises'
import { convert } from 'html-to-text'
import { marked } from 'marked'
import { startSandbox } from '../src/sandbox/server.ts'
import { runStep } from './run-step.ts'
import { renderLog } from './workflow-commands.ts'
import { readStep } from './workflow-step.ts'

// Runs the create step of a real workflow, from the committed bundle, against the service in memory.
const WORKFLOW = 'examples/release.yml'
const PAGE = 'build/summary.html'

/** The source of a chart, which only GitHub can render. */
const CHART = /<pre><code class="language-mermaid">.*?<\/code><\/pre>/gs

/** Shows only the length of JSON and markdown, which are for programs. */
function readable(value: string): string {
  if (/^[[{]./.test(value)) return `JSON of ${value.length} characters`
  return value.includes('\n') ? `markdown of ${value.split('\n').length} lines` : value
}

const title = (text: string) => console.log(`\n\u001b[1m${text}\u001b[0m\n`)

const sandbox = await startSandbox({ api_key: 'sandbox-key' })
const [repository] = sandbox.repositories
const full_name = `${repository?.owner}/${repository?.name}`
const step = await readStep(WORKFLOW, 'OWNER/create-deployment@', {
  github: { repository: full_name, ref_name: 'v1.4.2' },
  vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url, INTEGRATION_ID: sandbox.integration_id },
  secrets: { DEPLOYMENT_SERVICE_KEY: 'sandbox-key', DATABASE_URL: 'postgres://shop:s3cret@db.internal/shop' },
})

title(`The create step of ${WORKFLOW}, for ${full_name} at tag v1.4.2`)
const { exitCode, stdout, stderr, outputs, summary } = await runStep({
  ...step,
  env: { ...step.env, GITHUB_REPOSITORY: full_name },
})
await sandbox.close()
console.log(renderLog(stdout))
if (stderr !== '') console.error(stderr)

title('Its outputs')
for (const [name, value] of Object.entries(outputs)) console.log(`${name}: ${readable(value)}`)

title('Its job summary')
const page = await marked(summary)
console.log(
  convert(page.replaceAll(CHART, ''), {
    wordwrap: 110,
    selectors: [{ selector: 'table', format: 'dataTable' }],
  }),
)
await mkdir('build', { recursive: true })
await writeFile(PAGE, `<!doctype html><meta charset="utf-8"><title>Job summary</title>${page}`)

title(exitCode === 0 ? `Created deployment ${outputs['id']}` : `Failed: ${outputs['error_code']}`)
console.log(`The summary as a page: ${PAGE}`)
process.exitCode = exitCode ?? 1
