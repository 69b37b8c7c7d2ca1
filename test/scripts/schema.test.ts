import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { configSchema, SCHEMA_FILE } from '../../scripts/schema.ts'

it('the committed schema of the config file is that of the source (npm run schema)', () => {
  expect(JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))).toEqual(configSchema())
})
