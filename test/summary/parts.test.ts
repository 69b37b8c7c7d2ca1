import { expect, test } from 'vitest'
import { requestLog } from '../../src/report/query-summaries.ts'
import { gantt } from '../../src/report/timeline.ts'

test.each([
  [1000, '%-S.%L s', '500millisecond'],
  [3999, '%-S.%L s', '1second'],
  [4000, '%M:%S', '1second'],
  [3_599_999, '%M:%S', '15minute'],
  [3_600_000, '%H:%M', '15minute'],
  [4 * 24 * 3_600_000, '%H:%M', '24hour'],
  [40 * 24 * 3_600_000, '%H:%M', '24hour'],
])('a chart of %i ms has the time format %s and the tick interval %s', (to, axis, tick) => {
  const chart = gantt([{ phase: 'wait', from: 0, to, facts: [] }], false)
  expect(chart).toContain(`axisFormat ${axis}\n`)
  expect(chart).toContain(`tickInterval ${tick}\n`)
})

test('the log of the sandbox lists statuses and dropped requests', () => {
  const line = { method: 'GET', path: '/v2/deployments' }
  const log = requestLog(
    [
      { ...line, status: 200 },
      { ...line, status: null },
    ],
    text => text,
  )
  expect(log).toContain('The sandbox served 2 requests')
  expect(log).toMatch(/200[\s\S]*dropped/)
})
