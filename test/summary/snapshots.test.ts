import { expect, it } from 'vitest'
import { commandsOf, renderLog } from '../../scripts/workflow-commands.ts'
import { ERROR_CODES } from '../../src/verdict/errors.ts'
import { FAILURES } from './failures.ts'
import { play, SCENARIOS } from './scenarios.ts'

// The log, the summary and the comment for each kind of result. Review the files in snapshots/ as a reader would.

/** Runs whose comment has a snapshot too; most comments only repeat the summary. */
const COMMENTS = [
  'created from a repository, ready',
  'adopted despite differences',
  'rejected',
  'invalid_input',
  'rejected, hostile',
]

/** Plain text that GitHub turns into links outside code and links: mentions, issues, URLs and autolinks. */
const LINKED = /@[\p{L}\p{N}]|#\d|:\/\/|www\.\w|\b[A-Z]+-\d/u
const linkable = (html: string) => html.replace(/<(code|pre|a)\b.*?<\/\1>|&#\d+;/gs, ' ')

/** The log as a reader sees it, without lines of a stack, which depend on the machine. */
const shown = (log: string) =>
  renderLog(log)
    .split('\n')
    .filter(line => !/^\s+at /.test(line))
    .join('\n')

it.each(Object.entries(SCENARIOS))(
  'the summary, the log and the comment of the run "%s" are as expected',
  async (title, scenario) => {
    const file = `snapshots/${title.replaceAll(/[ ,]+/g, '-')}`
    const { log, summary, outputs, succeeded } = await play(scenario)
    const [code = ''] = title.split(',')
    if (title in FAILURES || ERROR_CODES.some(known => known === code))
      expect({ succeeded, code: outputs['error_code'] }).toEqual({ succeeded: false, code })
    const errors = commandsOf(log).filter(({ command }) => command === 'error')
    // Only the log of a bug has a stack.
    expect(/^ {4}at /m.test(log)).toBe(code === 'internal')
    expect(errors.length).toBe(succeeded ? 0 : code === 'invalid_input' ? errors.length : 1)
    const { id, active_revision_id, latest_revision_id } = outputs
    // An error about a wait or a deletion names the state in its own words.
    const isTold = ['wait_timeout', 'deleted'].includes(code)
    if (id && active_revision_id !== latest_revision_id && !isTold)
      expect(summary).toMatch(/newest revision is not active/)
    for (const { message } of errors) expect(message).toMatch(/\nA rerun is [^\n]*$/)
    await expect(summary).toMatchFileSnapshot(`${file}.md`)
    await expect(shown(log)).toMatchFileSnapshot(`${file}.log`)
    const comment = outputs['report'] ?? ''
    expect(linkable(comment)).not.toMatch(LINKED)
    if (COMMENTS.includes(title)) await expect(comment).toMatchFileSnapshot(`${file}.comment.md`)
  },
)

it('each error code has a scenario', () => {
  expect(ERROR_CODES.filter(code => !(code in SCENARIOS))).toEqual([])
})
