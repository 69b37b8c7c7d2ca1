import { describe, expect, it } from 'vitest'
import { buildRequest, type Draft } from '../../src/deployment/draft.ts'

const ID = '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11'

const draft = (fields: Partial<Draft>): Draft => ({
  name: 'shop',
  source: 'internal_template',
  source_config: {},
  source_revision_config: {},
  secrets: [],
  ...fields,
})

it('variables are sent as entries of secrets', () => {
  const [secret, variable] = [
    { name: 'A', value: 'a' },
    { name: 'B', value: 'b' },
  ]
  const complete = {
    ...draft({ secrets: [secret], variables: [variable] }),
    name: 'shop',
    source: 'repohost' as const,
  }
  expect(buildRequest(complete).secrets).toEqual([secret, variable])
})

it.each([[[]], [null], [undefined]])('secret references of %j are sent unchanged', secret_references => {
  const complete = { ...draft({}), name: 'shop', source: 'external_container' as const }
  const asked = secret_references === undefined ? complete : { ...complete, secret_references }
  expect(buildRequest(asked).secret_references).toEqual(secret_references)
})

describe('a request for a listed repository', () => {
  const record = { host_integration_id: ID, url: 'https://git.test/acme/shop', default_branch: 'trunk' }
  const complete = { ...draft({}), name: 'shop', source: 'repohost' as const }

  it.each([
    [undefined, record, 'trunk'],
    ['v1', record, 'v1'],
    [undefined, { ...record, default_branch: null }, undefined],
  ])('with repo_ref %s and the record %j has repo_ref %s', (repo_ref, given, expected) => {
    const asked = { ...complete, source_revision_config: repo_ref === undefined ? {} : { repo_ref } }
    expect(buildRequest(asked, given)).toMatchObject({
      source_config: { integration_id: ID, repo_url: 'https://git.test/acme/shop' },
      source_revision_config: { repo_ref: expected },
    })
  })
})
