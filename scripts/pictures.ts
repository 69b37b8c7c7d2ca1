import { mkdir } from 'node:fs/promises'
import { startSandbox } from '../src/sandbox/server.ts'
import { openBrowser, showSummary } from './github-page.ts'
import { runStep } from './run-step.ts'

// Takes the README's pictures: the job summaries of real runs of the committed bundle, as GitHub shows them.
const FOLDER = 'docs/pictures'
const WIDTH = 800

const JOB = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0',
  GITHUB_RUN_ID: '17290451832',
}

const sandbox = await startSandbox({ ready_after: 2000 })
const summaries = { success: await summaryOf({ wait_for: 'active' }), failure: await failureSummary() }
await sandbox.close()

await mkdir(FOLDER, { recursive: true })
const browser = await openBrowser()
const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 } })
for (const [name, summary] of Object.entries(summaries)) {
  for (const scheme of ['light', 'dark'] as const) {
    await showSummary(page, summary, scheme)
    // Down to the chart: what follows says the same as text, at length.
    const height = await page.evaluate<number>(
      "Math.ceil(document.querySelector('.mermaid').getBoundingClientRect().bottom)",
    )
    const clip = { x: 0, y: 0, width: WIDTH, height }
    await page.screenshot({ path: `${FOLDER}/${name}-${scheme}.png`, fullPage: true, clip })
  }
}
await browser.close()

async function summaryOf(inputs: Record<string, string>): Promise<string> {
  const { summary } = await runStep({
    with: {
      base_url: sandbox.base_url,
      name: 'shop',
      source: 'repohost',
      integration_id: sandbox.integration_id,
      repo_ref: 'refs/tags/v1.4.2',
      custom_url: 'https://shop.example',
      ...inputs,
    },
    env: JOB,
  })
  return summary
}

/** A release that the service refuses because of one field. */
async function failureSummary(): Promise<string> {
  const detail = [{ loc: ['body', 'source_config', 'custom_url'], msg: 'The domain is not verified' }]
  sandbox.script({ operation: 'create_deployment', status: 422, body: { detail } })
  return summaryOf({ name: 'shop-next', custom_url: 'https://next.shop.example' })
}
