import { convert } from 'html-to-text'
import { describe, expect, it } from 'vitest'
import type { ListOrder } from '../../src/deployment/list.ts'
import { listSummary, requestLog } from '../../src/report/query-summaries.ts'
import { createRedactor } from '../../src/secrets/redact.ts'
import { toDeployment } from '../../src/service/client.ts'

const ORDER: ListOrder = { name: undefined, name_contains: undefined, filters: {}, offset: 0, max_results: 0 }

const deployments = (count: number, fields: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => toDeployment({ id: `id-${index}`, ...fields(index) })).filter(
    deployment => deployment !== undefined,
  )

const summaryOf = (count: number, fields: (index: number) => object, order: Partial<ListOrder> = {}) =>
  listSummary(
    { deployments: deployments(count, fields), more: false },
    { ...ORDER, ...order },
    createRedactor().redact,
  )

const rowsIn = (markdown: string) => markdown.match(/<tr><th align="left" scope/g)?.length ?? 0

describe('the summary of a list', () => {
  it('counts deployments without a status', () => {
    const summary = summaryOf(3, index => (index ? { status: 'READY' } : {}))
    expect(summary).toContain('<code>READY</code> 2 · <code>no status</code> 1')
  })

  it('shows 100 of 3,000 deployments, and counts the others', () => {
    const summary = summaryOf(3000, index => ({ name: `shop-${index}`, status: 'READY' }))
    expect(summary).toContain('## 📋 3,000 deployments\n')
    expect(rowsIn(summary)).toBe(100)
    expect(summary).toContain('<p>and 2,900 more</p>')
  })

  it('shows the filters of the request', () => {
    const summary = summaryOf(0, () => ({}), { name: 'shop', filters: { status: 'READY' }, offset: 7 })
    expect(summary).toContain('## 📋 0 deployments\n')
    expect(convert(summary, { wordwrap: false })).toContain('Filters: name shop, status READY, offset 7')
  })
})

it('the log of the sandbox lists statuses and dropped requests, equal ones once', () => {
  const served = [200, 200, null].map(status => ({ method: 'GET', path: '/v2/deployments', status }))
  const log = requestLog(served, text => text)
  expect(log).toContain('The sandbox served 3 requests')
  expect(log.replace(/<\/?\w+[^>]*>/g, ' ')).toMatch(/200 +2 [\s\S]*dropped +1 /)
})
