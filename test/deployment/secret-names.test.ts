import { expect, it } from 'vitest'
import { withSecretNames } from '../../src/deployment/differences.ts'

it('secrets are reduced to their names at every depth', () => {
  const secrets = [{ name: 'A', value: 'hidden' }, 'B', 5, 'D=hid=den']
  const value = {
    id: 1,
    secrets,
    latest_revision: { secrets, list: [{ secrets: { C: 'hidden' } }] },
    other: { secrets: null },
    SECRETS: secrets,
  }
  expect(withSecretNames(value)).toEqual({
    id: 1,
    secrets: ['A', 'B', 'D'],
    latest_revision: { secrets: ['A', 'B', 'D'], list: [{ secrets: ['C'] }] },
    other: { secrets: [] },
    SECRETS: ['A', 'B', 'D'],
  })
})

it('fields other than secrets stay unchanged, __proto__ included', () => {
  const text = '{"__proto__":{"a":1},"env":[{"name":"A","value":"b"}],"secret":{"secretName":"x"}}'
  expect(JSON.stringify(withSecretNames(JSON.parse(text)))).toBe(text)
})
