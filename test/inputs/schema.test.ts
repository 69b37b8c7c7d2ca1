import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configSchema, SCHEMA_FILE } from '../../scripts/schema.ts'
import { isObject } from '../../src/lib/json.ts'

const schema: unknown = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))

it('the committed schema matches the code', () => {
  expect(schema).toEqual(configSchema())
})

/** Every part of the schema, with its path. */
function parts(value: unknown, path = ''): [path: string, part: Record<string, unknown>][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => parts(item, `${path}/${index}`))
  if (!isObject(value)) return []
  return [[path, value], ...Object.entries(value).flatMap(([key, member]) => parts(member, `${path}/${key}`))]
}

it('the schema refuses unknown keys wherever the code does', () => {
  const closed = parts(schema).filter(([, part]) => isObject(part['properties']))
  expect(closed.length).toBeGreaterThan(10)
  for (const [path, part] of closed) {
    // A field of a resource can be named `properties`.
    if (part['type'] === 'object') expect(part['additionalProperties'], path).toBe(false)
  }
})

it('the schema describes every field that an input or a group sets', () => {
  const fields = parts(schema).filter(([path]) => /^(?!.*resource_spec\/).*\/properties\/\w+$/.test(path))
  const described = fields.filter(([, { description }]) => typeof description === 'string')
  expect(described.length).toBeGreaterThan(20)
  expect(fields.filter(([path]) => !path.includes('/items/'))).toEqual(
    described.filter(([path]) => !path.includes('/items/')),
  )
})

it('the schema has a stable $id, which the first line of a config file names', () => {
  expect(schema).toMatchObject({ $id: expect.stringMatching(/^https:\/\/.*\/v1\/config\.schema\.json$/) })
  expect(readFileSync('docs/config.md', 'utf8')).toContain(`$schema=${(schema as { $id: string }).$id}\n`)
})
