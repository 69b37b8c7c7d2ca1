import { expect, it } from 'vitest'
import type { ListOrder } from '../../src/deployment/list.ts'
import { listSummary } from '../../src/report/query-summaries.ts'
import { createRedactor } from '../../src/secrets/redact.ts'
import { toDeployment } from '../../src/service/client.ts'

const ORDER: ListOrder = { name: undefined, name_contains: undefined, filters: {}, offset: 0, max_results: 0 }

it('the summary of a list shows 100 of 3,000 deployments, and counts the others', () => {
  const deployments = Array.from({ length: 3000 }, (_, index) => ({
    id: `id-${index}`,
    name: `shop-${index}`,
  }))
  const listed = { deployments: deployments.flatMap(one => toDeployment(one) ?? []), more: false }
  const summary = listSummary(listed, ORDER, createRedactor().redact)
  expect(summary).toContain('## 📋 3,000 deployments\n')
  expect(summary.match(/<tr><th align="left" scope/g)).toHaveLength(100)
  expect(summary).toContain('<p>and 2,900 more</p>')
})
