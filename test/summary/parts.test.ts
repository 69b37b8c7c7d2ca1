import { expect, test } from 'vitest'
import { requestLog } from '../../src/report/query-summaries.ts'
import { gantt } from '../../src/report/timeline.ts'

test.each([
  [1000, '1second'],
  [10_000, '4second'],
  [3_600_000, '1200second'],
])('a chart of %i ms has few enough ticks for a phone: %s', (to, tick) => {
  const chart = gantt([{ phase: 'wait', from: 0, to, facts: [] }], false)
  expect(chart).toContain(`tickInterval ${tick}\n`)
})

test('the log of the sandbox lists statuses and dropped requests, equal ones once', () => {
  const line = { method: 'GET', path: '/v2/deployments' }
  const served = [200, 200, null].map(status => ({ ...line, status }))
  const log = requestLog(served, text => text)
  expect(log).toContain('The sandbox served 3 requests')
  expect(log.replace(/<\/?\w+[^>]*>/g, ' ')).toMatch(/200 +2 [\s\S]*dropped +1 /)
})
