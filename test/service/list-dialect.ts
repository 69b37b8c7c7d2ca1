import type { ListQuery, Page } from '../../src/service/client.ts'
import type { Reply } from '../../src/service/failure.ts'

export interface Listed {
  id: string
  name: string
}

/** The behaviour of a list that the interface does not specify. */
export interface Dialect {
  /** What `offset` in a response means. */
  told: 'next' | 'this' | 'total' | 'nothing' | 'always further'
  /** When the filter by name is applied. */
  filter: 'before the cut' | 'after the cut' | 'never'
  /** What the filter by name matches. */
  matches: 'part' | 'prefix' | 'exact'
  /** The most items on a page, regardless of the limit in the request. */
  cap: number
  honoursLimit: boolean
}

export const PLAIN: Dialect = {
  told: 'next',
  filter: 'before the cut',
  matches: 'part',
  cap: 100,
  honoursLimit: true,
}

const MATCHES: Record<Dialect['matches'], (name: string, wanted: string) => boolean> = {
  part: (name, wanted) => name.includes(wanted),
  prefix: (name, wanted) => name.startsWith(wanted),
  exact: (name, wanted) => name === wanted,
}

/** The list operation of a service that speaks a dialect. Each request is added to `asked`. */
export function serve(all: Listed[], dialect: Dialect, asked: ListQuery[] = []) {
  return async (query: ListQuery): Promise<Reply<Page>> => {
    asked.push(query)
    const offset = Number(query.offset)
    const limit = dialect.honoursLimit ? Math.min(Number(query.limit), dialect.cap) : dialect.cap
    const { name: wanted } = query
    const filtered = (items: Listed[]) =>
      wanted === undefined ? items : items.filter(({ name }) => MATCHES[dialect.matches](name, wanted))
    const early = dialect.filter === 'before the cut' ? filtered(all) : all
    const cut = early.slice(offset, offset + limit)
    const resources = dialect.filter === 'after the cut' ? filtered(cut) : cut
    const told = {
      next: offset + cut.length,
      this: offset,
      total: early.length,
      nothing: undefined,
      'always further': offset + limit,
    }[dialect.told]
    const page = { resources: resources.map(item => ({ ...item })), size: resources.length, offset: told }
    return { ok: true, status: 200, value: page }
  }
}

/** Deployments with unique ids. */
export const deployments = (count: number, name: (index: number) => string): Listed[] =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: name(index) }))
