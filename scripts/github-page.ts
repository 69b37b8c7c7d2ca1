import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { marked } from 'marked'
import { type Browser, chromium, type Page } from 'playwright-core'

type Scheme = 'light' | 'dark'

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const { resolve } = createRequire(import.meta.url)
const fileOf = (name: string) => resolve(name)

/** Starts the system's Chromium with a temporary profile. */
export function openBrowser(): Promise<Browser> {
  const executablePath = BROWSERS.find(file => existsSync(file))
  if (!executablePath) throw new Error(`Chromium is not installed: it is none of ${BROWSERS.join(', ')}`)
  return chromium.launch({ executablePath, args: QUIET })
}

/**
 * Shows a job summary as GitHub does: its markdown, its style sheet, and its Mermaid charts.
 *
 * @throws if Mermaid cannot render a chart
 */
export async function showSummary(page: Page, summary: string, scheme: Scheme): Promise<void> {
  const css = readFileSync(fileOf(`github-markdown-css/github-markdown-${scheme}.css`), 'utf8')
  const body = (await marked(summary)).replace(
    /<pre><code class="language-mermaid">(.*?)<\/code><\/pre>/gs,
    '<div class="mermaid">$1</div>',
  )
  await page.setContent(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Job summary</title>
<style>${css}</style>
<style>
  body { margin: 0; background: ${scheme === 'light' ? '#ffffff' : '#0d1117'} }
  main { padding: 16px }
</style>
<main class="markdown-body">${body}</main>
</html>`)
  if (!body.includes('<div class="mermaid">')) return
  await page.addScriptTag({ path: fileOf('mermaid/dist/mermaid.min.js') })
  await page.evaluate(`(async () => {
    mermaid.initialize({ startOnLoad: false, theme: '${scheme === 'light' ? 'default' : 'dark'}' })
    await mermaid.run({ querySelector: '.mermaid' })
  })()`)
}
