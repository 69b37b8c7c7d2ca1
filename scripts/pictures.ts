import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../src/sandbox/background.ts'
import { openService } from '../src/sandbox/service.ts'
import { openBrowser, showSummary } from './github-page.ts'
import { runStep, type StepResult } from './run-step.ts'

// Takes the screenshots for the README and docs/: job summaries and a comment of real runs of the committed bundle,
// rendered as on GitHub. Each run is the first step of the README, with few other inputs.

const JOB = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_REF: 'refs/tags/v1.4.2',
  GITHUB_SHA: '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0',
  GITHUB_RUN_ID: '17290451832',
}

const REFUSAL = [{ loc: ['body', 'source_config', 'custom_url'], msg: 'The domain is not verified' }]

let head = JOB.GITHUB_SHA
let refuses = false
const service = openService({ head_of: () => head })
const sandbox = await serve(async request => {
  if (refuses && request.method === 'POST') return Response.json({ detail: REFUSAL }, { status: 422 })
  const answer = await service.fetch(request)
  // Like many services, this one gives each deployment an address.
  const body = (await answer.text()).replace(
    /("name":"([^"]+)","source":.*?"custom_url":)null/g,
    (_, start: string, name: string) => `${start}"https://${name.replaceAll('.', '-')}.example"`,
  )
  return new Response(body, answer)
})
const success = await release({})
const branch = { GITHUB_REF: 'refs/heads/feature/cart' }
const preview = await release({ name: 'shop-pr-7', repo_ref: 'feature/cart' }, branch)
const stock = await release({ name: 'stock-v1.4.2' })
await release({ name: 'cart-v1.4.2', repo_ref: 'refs/tags/v1.4.1' })
const cart = await release({ name: 'cart-v1.4.2' })
head = '1f0c9b7a5e3d2c1b0a9f8e7d6c5b4a3f2e1d0c9b'
await release({ name: 'shop' }, { GITHUB_SHA: head })
const warning = await release({ name: 'shop' })
refuses = true
const failure = await release({ name: 'shop-next', custom_url: 'https://next.shop.example' })
const search = await release({ name: 'search-v1.4.2', custom_url: 'https://search.example' })
sandbox.close()
const many = await table({ shop: success, stock, cart, search })
/** The summary above a heading, because the rest is long. */
const above = (heading: string, { summary }: StepResult) => summary.split(`\n### ${heading}`)[0] ?? ''
const pictures = {
  ...{ success: success.summary, many: many.summary, comment: preview.outputs['report'] ?? '' },
  ...{ warning: above('The deployment', warning), failure: above('The request', failure) },
}

const browser = await openBrowser()
const page = await browser.newPage({ viewport: { width: 800, height: 100 } })
for (const [name, markdown] of Object.entries(pictures)) {
  for (const scheme of ['light', 'dark'] as const) {
    await showSummary(page, markdown, scheme)
    await page.locator('main').screenshot({ path: `docs/pictures/${name}-${scheme}.png` })
  }
}
await browser.close()

/** Runs the first step of the README, with these inputs in place of its own. */
function release(inputs: Record<string, string>, env: Record<string, string> = {}): Promise<StepResult> {
  const { integration_id } = service
  const place = { base_url: sandbox.url, integration_id, source: 'repohost', repo_ref: JOB.GITHUB_REF }
  const step = { ...place, name: 'shop-v1.4.2', wait_for: 'active', ...inputs }
  return runStep({ with: step, env: { ...JOB, ...env } })
}

/** The table of deploy-many.yml, for jobs that ended so. */
async function table(services: Record<string, StepResult>): Promise<StepResult> {
  const folder = await mkdtemp(join(tmpdir(), 'notes-'))
  const key = '48210-1'
  const notes = Object.entries(services).map(([name, { exitCode, outputs }], index) => ({
    ...{ ...outputs, key, file: `services/${name}/deploy.yml`, version: 'v1.4.2', job: `${48210 + index}` },
    outcome: exitCode === 0 ? 'success' : 'failure',
  }))
  for (const note of notes) await writeFile(join(folder, `${note.job}.json`), JSON.stringify(note))
  const files = JSON.stringify(notes.map(({ file }) => file))
  const run = `${JOB.GITHUB_SERVER_URL}/${JOB.GITHUB_REPOSITORY}/actions/runs/${JOB.GITHUB_RUN_ID}`
  const inputs = { files, folder, key, run, name: 'services' }
  const result = await runStep({ action: '.github/actions/report-many', with: inputs, env: JOB })
  await rm(folder, { recursive: true })
  return result
}
