import { type Answer, type Finding, unprocessable } from './check.ts'
import { DEPLOYMENT_TYPES } from './deployment.ts'
import type { State, Stored } from './state.ts'

type Filter = (stored: Stored, state: State) => boolean

/** A parsed parameter, or the finding about it. */
type Read<T> = T | { msg: string; type: string }

// The interface describes the parameters by purpose only; these names are common in comparable services.
const filters: Record<string, (value: string) => Read<Filter>> = {
  name_contains: value => stored => stored.deployment.name.includes(value),
  status: value => (stored, state) => state.statusOf(stored) === value,
  remote_reconciled: value => {
    const wanted = flag(value)
    // The sandbox's own choice: deployments in the user's own cluster are reconciled remotely.
    if (typeof wanted !== 'boolean') return wanted
    return stored => (stored.deployment.source === 'external_container') === wanted
  },
  tag_value_ids: value => {
    const wanted = identifiers(value)
    return stored => stored.marks.tag_value_ids.some(id => wanted.has(id.toLowerCase()))
  },
  image_version: value => stored => stored.deployment.image_version === value,
  deployment_type: value => {
    const wanted = DEPLOYMENT_TYPES.find(type => type === value)
    if (wanted === undefined) {
      return { msg: `Input should be one of ${DEPLOYMENT_TYPES.join(', ')}`, type: 'enum' }
    }
    return stored => stored.marks.deployment_type === wanted
  },
  deployment_ids: value => {
    const wanted = identifiers(value)
    return stored => wanted.has(stored.deployment.id.toLowerCase())
  },
}

/**
 * The list operation: `{resources, offset}`, where `offset` is that of the next page. Unknown parameters are ignored;
 * all invalid values are findings of one 422.
 */
export function listDeployments(query: Record<string, string>, state: State): Answer {
  const findings: Finding[] = []

  function read<T>(name: string, value: Read<T>): T | undefined {
    if (!isFault(value)) return value
    findings.push({ loc: ['query', name], ...value })
    return undefined
  }

  const limit = read('limit', integer(query['limit'] ?? '20', 1, 100)) ?? 0
  const offset = read('offset', integer(query['offset'] ?? '0', 0, Number.MAX_SAFE_INTEGER)) ?? 0
  const tests = Object.entries(filters).flatMap(([name, filter]) => {
    const value = query[name]
    return value === undefined ? [] : (read(name, filter(value)) ?? [])
  })
  if (findings.length > 0) return unprocessable(findings)

  const resources = page(state, tests, offset, limit).map(state.present)
  return { status: 200, body: { resources, offset: offset + resources.length } }
}

function page(state: State, tests: Filter[], offset: number, limit: number): Stored[] {
  const found: Stored[] = []
  let passed = 0
  for (const stored of state.entries()) {
    if (!tests.every(test => test(stored, state))) continue
    passed += 1
    if (passed > offset) found.push(stored)
    if (found.length === limit) break
  }
  return found
}

function isFault(value: unknown): value is { msg: string; type: string } {
  return typeof value === 'object' && value !== null && 'msg' in value
}

function integer(value: string, least: number, most: number): Read<number> {
  if (!/^[+-]?\d+$/.test(value)) return { msg: 'Input should be a valid integer', type: 'int_parsing' }
  const number = Number(value)
  if (number < least) {
    return { msg: `Input should be greater than or equal to ${least}`, type: 'greater_than_equal' }
  }
  if (number > most) return { msg: `Input should be less than or equal to ${most}`, type: 'less_than_equal' }
  return number
}

function flag(value: string): Read<boolean> {
  if (value === 'true') return true
  if (value === 'false') return false
  return { msg: 'Input should be true or false', type: 'bool_parsing' }
}

/** The identifiers of a comma-separated list, in lower case. */
function identifiers(value: string): Set<string> {
  return new Set(value.split(',').map(id => id.trim().toLowerCase()))
}
