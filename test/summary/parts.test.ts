import { expect, test } from 'vitest'
import { requestLog } from '../../src/report/query-summaries.ts'

test('the log of the sandbox lists statuses and dropped requests, equal ones once', () => {
  const line = { method: 'GET', path: '/v2/deployments' }
  const served = [200, 200, null].map(status => ({ ...line, status }))
  const log = requestLog(served, text => text)
  expect(log).toContain('The sandbox served 3 requests')
  expect(log.replace(/<\/?\w+[^>]*>/g, ' ')).toMatch(/200 +2 [\s\S]*dropped +1 /)
})
