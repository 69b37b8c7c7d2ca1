import { expect, it, vi } from 'vitest'
import { readCreateInputs } from '../../../src/runner/inputs/create.ts'
import { silentJob } from '../job.ts'

const INPUTS = { base_url: 'https://service.test', name: 'shop', source: 'internal_template' }
const ID = '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11'

/** How the service is to be reached, as it was told while the inputs were read. */
async function connectionFor(inputs: Record<string, string>) {
  const told = vi.fn()
  await readCreateInputs(silentJob({ ...INPUTS, ...inputs }), {}, told)
  return told.mock.calls
}

it.each([
  [{}, 1],
  [{ source: 'repohost', repository: 'acme/shop', integration_id: ID }, 2],
  [{ source: '' }, 2],
])('with %j, connections are begun for as many requests as come first: %i', async (inputs, requests) => {
  expect(await connectionFor(inputs)).toEqual([
    [expect.objectContaining({ base_url: 'https://service.test' }), requests],
  ])
})

it.each([
  { base_url: '' },
  { base_url: 'http://service.test' },
  { headers: 'none' },
  { secrets: 'no secret' },
])('with %j, nothing is connected to', async inputs => {
  expect(await connectionFor(inputs)).toEqual([])
})
