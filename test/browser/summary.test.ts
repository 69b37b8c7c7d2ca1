import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, showSummary } from '../../scripts/github-page.ts'
import { play, SCENARIOS } from '../summary/scenarios.ts'

// Every summary and every comment in Chromium, in the width of a phone and of a desktop, in light and dark.

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

/** The elements that GitHub allows and a summary uses. */
const ALLOWED = /^(h[234]|p|b|ul|li|blockquote|code|pre|br|table|tbody|thead|tr|th|td|a|details|summary|wbr)$/

const WIDEST = 1200

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage()
})
afterAll(() => browser?.close())

/**
 * GitHub's style sheet makes wide tables and code scroll, also by keyboard. GitHub removes the attribute that this
 * rule requires.
 */
const AXE_OPTIONS = `{ rules: { 'scrollable-region-focusable': { enabled: false } } }`

/** A list of many columns may scroll; a table of a run, such as that of the differences, is visible at once. */
const CUT_TABLES = `[...document.querySelectorAll('table')]
  .filter(table => table.rows[0].cells.length <= 3 && table.scrollWidth > table.clientWidth)
  .map(table => table.textContent)`

const TAGS = "[...document.querySelectorAll('main *')].map(element => element.localName)"

/** Each document is created once and shown in all variants. */
const DOCUMENTS = Object.entries(SCENARIOS).flatMap(([title, scenario]) => {
  let played: ReturnType<typeof play> | undefined
  const documents = () => (played ??= play(scenario))
  const summary = async () => (await documents()).summary
  const comment = async () => (await documents()).outputs['report'] ?? ''
  return [
    ['summary', title, summary] as const,
    ...(scenario.action === undefined ? [['comment', title, comment] as const] : []),
  ]
})

/** Serious violations. They depend on colours, not on the width, and the search takes long. */
async function accessibilityProblems(): Promise<string[]> {
  await page.evaluate(`${AXE}; undefined`)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${AXE_OPTIONS})`)
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

describe.each(['light', 'dark'] as const)('in the %s scheme', scheme => {
  describe.each([380, WIDEST])('at a width of %i pixels', width => {
    it.each(DOCUMENTS)('the %s of the run "%s" fits and is accessible', async (_kind, _title, markdown) => {
      await page.setViewportSize({ width, height: 900 })
      await showSummary(page, await markdown(), scheme)
      // Folded parts are checked too.
      await page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect(await page.evaluate(CUT_TABLES)).toEqual([])
      const tags = await page.evaluate<string[]>(TAGS)
      expect(tags.filter(tag => !ALLOWED.test(tag))).toEqual([])
      if (width === WIDEST) expect(await accessibilityProblems()).toEqual([])
    })
  })
})
