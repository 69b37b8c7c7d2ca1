import { marked } from 'marked'
import { expect, it } from 'vitest'
import { LINKED, linkable } from '../report/linkable.ts'
import { play, SCENARIOS } from './scenarios.ts'

// The comment on a pull request for each kind of result.

const SHOWN = [
  'created from a repository, ready',
  'adopted despite differences',
  'rejected',
  'invalid_input',
  'rejected, hostile',
]

it.each(SHOWN)('the comment of the run "%s" matches its snapshot', async title => {
  const scenario = SCENARIOS[title]
  if (!scenario) throw new Error(`There is no scenario "${title}"`)
  const { outputs } = await play(scenario)
  await expect(outputs['report']).toMatchFileSnapshot(
    `snapshots/${title.replaceAll(/[ ,]+/g, '-')}.comment.md`,
  )
})

/** Runs of the create action, the only one that comments. */
const CREATES = Object.entries(SCENARIOS).filter(([, { action }]) => action === undefined)

it.each(CREATES)('the comment of the run "%s" has no link in texts of the service', async (_, scenario) => {
  const { outputs } = await play(scenario)
  const report = outputs['report'] ?? ''
  expect(report).toMatch(/^## /)
  expect(report.length).toBeLessThanOrEqual(65_536)
  expect(linkable(await marked(report))).not.toMatch(LINKED)
})
