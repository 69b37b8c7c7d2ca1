import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configSchema, SCHEMA_FILE } from '../../scripts/schema.ts'

const schema: unknown = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))

it('the committed schema matches the code', () => {
  expect(schema).toEqual(configSchema())
})
