import { expect, it } from 'vitest'
import { saysNameIsTaken } from '../../src/deployment/create-once.ts'
import { readSaid } from '../../src/service/said.ts'

const says = (status: number, body: unknown) =>
  saysNameIsTaken(status, readSaid(JSON.stringify(body)), 'shop')

it('a word about limits in the name itself does not hide that the name is taken', () => {
  const said = readSaid('{"detail":"Deployment rate-limit already exists"}')
  expect(saysNameIsTaken(409, said, 'rate-limit')).toBe(true)
})

it.each([
  [409, {}],
  [400, { detail: 'A deployment named "shop" already exists' }],
  [400, { detail: 'Name is taken' }],
  [400, { message: "'shop' already in use" }],
  [400, { error: 'Project name must be unique' }],
  [422, { detail: [{ loc: ['body', 'name'], msg: 'is already taken' }] }],
  [422, { detail: [{ loc: ['body'], msg: 'deployment already exists' }] }],
  [409, { detail: 'Conflict' }],
  [409, { detail: 'A project of this name exists' }],
  [409, { detail: 'Tracing project shop already exists' }],
  [409, { detail: 'Request conflict: name already taken' }],
  [409, { detail: 'Duplicate deployment name' }],
  [409, { detail: 'Deployment shop is being deleted' }],
  [409, { code: 17 }],
  [409, { detail: [{ loc: ['body', 'name'], msg: 'choose another one' }] }],
  [400, { detail: 'duplicate key value violates unique constraint "deployments_name_key"' }],
])('a response %i %j says that the name is taken', (status, body) => {
  expect(says(status, body)).toBe(true)
})

it.each([
  [400, { detail: 'Secret PORT already exists' }],
  [400, { detail: 'name is too long' }],
  [403, { detail: 'Name is taken' }],
  [422, { detail: [{ loc: ['body', 'secrets', 0, 'value'], msg: 'duplicate value' }] }],
  [422, { detail: [{ loc: ['body', 'name'], msg: 'must be lower case' }] }],
  [500, { detail: 'deployment already exists' }],
  [409, { detail: 'another operation is in progress' }],
  [409, { detail: 'Deployment limit reached' }],
  [409, { detail: 'The maximum number of deployments already exists' }],
  [409, { detail: 'Another operation on deployment shop is in progress' }],
  [409, { detail: 'listener_id is already in use by project billing' }],
  [409, { detail: 'secrets.0.name: already exists' }],
  [409, { detail: [{ loc: ['body', 'secrets', 0, 'name'], msg: 'already exists' }] }],
  [409, { detail: 'A deployment with this custom_url already exists' }],
  [409, { detail: 'The host name is already taken' }],
  [409, { detail: 'workshop already exists' }],
  [400, { detail: 'The deployment does not exist' }],
  [400, { detail: 'No project exists with this id' }],
  [400, { detail: 'Deployment type prod is not available in this plan' }],
])('a response %i %j does not say that the name is taken', (status, body) => {
  expect(says(status, body)).toBe(false)
})
