import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configSchema, SCHEMA_FILE } from '../../scripts/schema.ts'

const schema: unknown = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))

it('the committed schema matches the code', () => {
  expect(schema).toEqual(configSchema())
})

it('the schema has a stable $id, which the first line of a config file names', () => {
  expect(schema).toMatchObject({ $id: expect.stringMatching(/^https:\/\/.*\/v1\/config\.schema\.json$/) })
  expect(readFileSync('docs/inputs.md', 'utf8')).toContain(`$schema=${(schema as { $id: string }).$id}\n`)
})
