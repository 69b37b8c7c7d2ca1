import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { isKey, isWithinOwnWord } from '../../src/github/redact.ts'
import { CATALOGUE } from '../../src/report/errors.ts'
import { SOURCES } from '../../src/service/responses.ts'

it('all outputs, error codes and sources are words of the action', () => {
  const actions = globSync('{.,*}/action.yml', { exclude: ['node_modules'] })
  const outputs = actions.flatMap(file => Object.keys(parse(readFileSync(file, 'utf8')).outputs ?? {}))
  expect(outputs).toContain('latest_revision_id')
  const words = [...outputs, ...Object.keys(CATALOGUE), ...SOURCES]
  expect(words.filter(word => !isWithinOwnWord(word, 0, word.length))).toEqual([])
})

/** The names of all properties in a JSON Schema, at any depth. */
function propertiesOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(propertiesOf)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value) : []),
    ...propertiesOf(value),
  ])
}

it('all keys of the request are kept in JSON outputs', () => {
  const keys = propertiesOf(JSON.parse(readFileSync('config.schema.json', 'utf8')))
  expect(keys).toEqual(
    expect.arrayContaining(['k8s_namespace', 'mountPath', 'db_max_connections', 'secret_key']),
  )
  expect(keys.filter(key => key !== 'extra_fields' && !isKey(key))).toEqual([])
})
