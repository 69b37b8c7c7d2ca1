import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, showSummary } from '../../scripts/github-page.ts'
import { play, SCENARIOS } from '../summary/scenarios.ts'

// Every summary and every comment in a real browser, as wide as a telephone and as a desk, in light and dark.

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')

/** What of HTML GitHub lets through that a summary uses. */
const ALLOWED = /^(h[234]|p|b|ul|li|blockquote|code|pre|br|table|tbody|thead|tr|th|td|a|details|summary|wbr)$/

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage()
})
afterAll(() => browser?.close())

/** Texts of the charts that are cut off at the chart's edge, and charts that are none. */
const FAULTS_OF_CHARTS = `[...document.querySelectorAll('.mermaid')].flatMap(chart => {
  const svg = chart.querySelector('svg')
  if (!svg || chart.querySelector('.error-icon, .error-text')) return ['no chart']
  const { left, right } = svg.getBoundingClientRect()
  return [...svg.querySelectorAll('text')]
    .filter(text => text.textContent.trim() !== '')
    .filter(text => text.getBoundingClientRect().left < left - 1 || text.getBoundingClientRect().right > right + 1)
    .map(text => text.textContent)
})`

/**
 * GitHub's style sheet makes wide tables and code scroll. Browsers let the keyboard scroll them; the attribute that
 * this rule asks for is one that GitHub removes.
 */
const AXE_OPTIONS = `{ rules: { 'scrollable-region-focusable': { enabled: false } } }`

const TAGS = `[...document.querySelectorAll('main *')]
  .filter(element => !element.closest('.mermaid'))
  .map(element => element.localName)`

const DOCUMENTS = (['summary', 'comment'] as const).flatMap(kind =>
  Object.entries(SCENARIOS)
    .filter(([, { action }]) => kind === 'summary' || action === undefined)
    .map(([title, scenario]) => [kind, title, scenario] as const),
)

describe.each(['light', 'dark'] as const)('%s', scheme => {
  describe.each([400, 1200])('%i pixels wide', width => {
    it.each(DOCUMENTS)('the %s of the run "%s"', async (kind, _, scenario) => {
      const { summary, outputs } = await play(scenario)
      await page.setViewportSize({ width, height: 900 })
      await showSummary(page, kind === 'summary' ? summary : (outputs['report'] ?? ''), scheme)
      // What is folded is looked at too.
      await page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect(await page.evaluate(FAULTS_OF_CHARTS)).toEqual([])
      const tags = await page.evaluate<string[]>(TAGS)
      expect(tags.filter(tag => !ALLOWED.test(tag))).toEqual([])
      await page.evaluate(`${AXE}; undefined`)
      const { violations } = await page.evaluate<AxeResults>(`axe.run(${AXE_OPTIONS})`)
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    })
  })
})
