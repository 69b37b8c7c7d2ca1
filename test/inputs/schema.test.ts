import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configSchema, SCHEMA_FILE } from '../../scripts/schema.ts'
import { isObject } from '../../src/lib/json.ts'

const schema: unknown = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))

it('is committed as the code has it', () => {
  expect(schema).toEqual(configSchema())
})

/** Every part of the schema, with its path. */
function parts(value: unknown, path = ''): [path: string, part: Record<string, unknown>][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => parts(item, `${path}/${index}`))
  if (!isObject(value)) return []
  return [[path, value], ...Object.entries(value).flatMap(([key, member]) => parts(member, `${path}/${key}`))]
}

it('refuses unknown keys wherever the code does', () => {
  const closed = parts(schema).filter(([, part]) => isObject(part['properties']))
  expect(closed.length).toBeGreaterThan(10)
  for (const [path, part] of closed) {
    // A resource may itself have a member that is called so.
    if (part['type'] === 'object') expect(part['additionalProperties'], path).toBe(false)
  }
})

it('says of every field of the three main objects what it is', () => {
  const { properties } = configSchema() as { properties: Record<string, Record<string, unknown>> }
  const { source_config, source_revision_config, ...others } = properties
  const fields = [others, source_config?.['properties'], source_revision_config?.['properties']]
  const undescribed = fields.flatMap(group =>
    Object.entries(group ?? {}).flatMap(([name, field]) => (field.description ? [] : [name])),
  )
  // Its one member is the input k8s_namespace.
  expect(undescribed).toEqual(['listener_config'])
})
