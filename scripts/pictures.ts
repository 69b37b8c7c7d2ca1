import { openService, serve } from '../src/sandbox/service.ts'
import { openBrowser, showSummary } from './github-page.ts'
import { runStep, type StepResult } from './run-step.ts'

// Takes the screenshots for the README and docs/: job summaries and a comment of real runs of the committed bundle,
// rendered as on GitHub.
const WIDTH = 800

const JOB = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0',
  GITHUB_RUN_ID: '17290451832',
}

/** The bottom of a picture: above the timeline, because the rest is long; otherwise the end. */
const END = `
  [...document.querySelectorAll('h3')].find(({ textContent }) => textContent === 'Timeline')?.getBoundingClientRect().top ??
  document.querySelector('main').getBoundingClientRect().bottom`

const service = openService({ head_of: () => JOB.GITHUB_SHA, faults: ['none', 'none', 'refuse'] })
const sandbox = await serve(service.fetch)
const success = await release({ name: 'shop-v1.4.2', wait_for: 'active' })
const preview = await release({ name: 'shop-pr-7', repo_ref: 'feature/cart', wait_for: 'active' })
const failure = await release({ name: 'shop-next' })
await sandbox.close()
const comment = preview.outputs['report'] ?? ''
const pictures = { success: success.summary, failure: failure.summary, comment }

const browser = await openBrowser()
const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 } })
for (const [name, markdown] of Object.entries(pictures)) {
  for (const scheme of ['light', 'dark'] as const) {
    await showSummary(page, markdown, scheme)
    const height = await page.evaluate<number>(`Math.floor(${END})`)
    const clip = { x: 0, y: 0, width: WIDTH, height }
    await page.screenshot({ path: `docs/pictures/${name}-${scheme}.png`, fullPage: true, clip })
  }
}
await browser.close()

function release(inputs: Record<string, string>): Promise<StepResult> {
  const connection = { base_url: sandbox.url, integration_id: service.integration_id }
  const shop = { source: 'repohost', repo_ref: 'refs/tags/v1.4.2', custom_url: 'https://shop.example' }
  return runStep({ with: { ...connection, ...shop, ...inputs }, env: JOB })
}
