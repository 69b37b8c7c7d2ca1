import { boundedTable, count } from './table.ts'

/** A request that the sandbox served: `status` is null where it dropped the connection. */
export interface ServedRequest {
  method: string
  path: string
  status: number | null
}

/** The sandbox's request log, as markdown. It holds neither header values nor bodies. */
export function requestLog(served: ServedRequest[], redact: (text: string) => string): string {
  const parts = [
    `## 🧪 The sandbox served ${count(served.length, 'request')}`,
    boundedTable(
      ['Method', 'Path', 'Status'],
      served.map(({ method, path, status }) => [method, path, status === null ? 'dropped' : String(status)]),
      redact,
      'which are not shown',
    ),
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}
