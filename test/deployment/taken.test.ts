import { expect, it } from 'vitest'
import { saysNameIsTaken } from '../../src/deployment/create-once.ts'
import { whatWasSaid } from '../../src/service/failure.ts'

const says = (status: number, body: unknown) =>
  saysNameIsTaken(status, whatWasSaid(JSON.stringify(body)), 'shop')

it.each([
  [409, {}],
  [400, { detail: 'A deployment named "shop" already exists' }],
  [400, { detail: 'Name is taken' }],
  [400, { message: "'shop' already in use" }],
  [400, { error: 'Project name must be unique' }],
  [422, { detail: [{ loc: ['body', 'name'], msg: 'is already taken' }] }],
  [422, { detail: [{ loc: ['body'], msg: 'deployment already exists' }] }],
])('%i %j says that the name is taken', (status, body) => {
  expect(says(status, body)).toBe(true)
})

it.each([
  [400, { detail: 'Secret PORT already exists' }],
  [400, { detail: 'name is too long' }],
  [403, { detail: 'Name is taken' }],
  [422, { detail: [{ loc: ['body', 'secrets', 0, 'value'], msg: 'duplicate value' }] }],
  [422, { detail: [{ loc: ['body', 'name'], msg: 'must be lower case' }] }],
  [500, { detail: 'deployment already exists' }],
])('%i %j does not', (status, body) => {
  expect(says(status, body)).toBe(false)
})
