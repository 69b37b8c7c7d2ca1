import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { marked } from 'marked'
import { type Browser, chromium, type Page } from 'playwright-core'

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Starts the system's Chromium with a temporary profile. */
export function openBrowser(): Promise<Browser> {
  const executablePath = BROWSERS.find(file => existsSync(file)) ?? 'chromium'
  return chromium.launch({ executablePath })
}

/** Writes a page to build/ that shows a job summary as GitHub does, with its style sheet. */
export async function writePage(summary: string, name = 'summary'): Promise<string> {
  const body = await marked(summary)
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Job summary</title>
<link rel="stylesheet" href="${import.meta.resolve('github-markdown-css')}">
<style>
  body { margin: 0; background: light-dark(#ffffff, #0d1117); color-scheme: light dark }
  main { padding: 16px; max-width: 1200px; margin: auto }
</style>
<main class="markdown-body">${body}</main>
</html>`
  const file = `build/${name}.html`
  await mkdir('build', { recursive: true })
  await writeFile(file, page)
  return file
}

/** Shows a job summary in a browser. */
export async function showSummary(page: Page, summary: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.goto(pathToFileURL(resolve(await writePage(summary, 'shown'))).href)
}
