import { expect, it } from 'vitest'
import { commandsOf, renderLog } from '../../scripts/workflow-commands.ts'
import { CATALOGUE } from '../../src/deployment/errors.ts'
import { FAILURES } from './failures.ts'
import { play, SCENARIOS } from './scenarios.ts'

// The log and the summary for each kind of result. Review the files in snapshots/ as a reader would.

/** The log as a reader sees it, without lines of a stack, which depend on the machine. */
const shown = (log: string) =>
  renderLog(log)
    .split('\n')
    .filter(line => !/^\s+at /.test(line))
    .join('\n')

it.each(Object.entries(SCENARIOS))(
  'the summary and the log of the run "%s" match their snapshots',
  async (title, scenario) => {
    const file = `snapshots/${title.replaceAll(/[ ,]+/g, '-')}`
    const { log, summary, outputs, succeeded } = await play(scenario)
    const [code = ''] = title.split(',')
    if (title in FAILURES || code in CATALOGUE)
      expect({ succeeded, code: outputs['error_code'] }).toEqual({ succeeded: false, code })
    const errors = commandsOf(log).filter(({ command }) => command === 'error')
    expect(errors.length).toBe(succeeded ? 0 : code === 'invalid_input' ? errors.length : 1)
    await expect(summary).toMatchFileSnapshot(`${file}.md`)
    await expect(shown(log)).toMatchFileSnapshot(`${file}.log`)
  },
)

it('each error code has a scenario', () => {
  expect(Object.keys(CATALOGUE).filter(code => !(code in SCENARIOS))).toEqual([])
})
