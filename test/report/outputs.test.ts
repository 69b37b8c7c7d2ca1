import { describe, expect, it } from 'vitest'
import { failed } from '../../src/deployment/outcome.ts'
import { createOutputs } from '../../src/report/report.ts'
import { toDeployment } from '../../src/service/client.ts'

const REQUEST = {
  name: 'shop',
  source: 'repohost' as const,
  source_config: { custom_url: 'https://asked.test', repo_url: 'https://git.test/asked' },
  source_revision_config: { repo_ref: 'asked' },
  secrets: [{ name: 'A', value: 'value of a' }],
}
const deployment = toDeployment({
  id: 'an-id',
  name: 'of-service',
  status: 'READY',
  source_config: { custom_url: 'https://there.test', repo_url: 'https://git.test/there' },
  source_revision_config: { repo_ref: 'there', repo_commit_sha: 'c0ffee' },
  tenant_id: 'a-tenant',
  latest_revision_id: 'newest',
  active_revision_id: 'active',
  image_version: '1.0',
  secrets: [{ name: 'A', value: 'value of a' }],
})
if (!deployment) throw new Error('it has an id')

const trouble = { code: 'unavailable', what: 'Could not', status: 503 } as const

describe('the outputs contain', () => {
  it('the values of the deployment if there is one', () => {
    const state = { name: 'shop', request: REQUEST, deployment, created: true }
    const outcome = { result: 'created', deployment } as const
    const { deployment: whole, request, ...outputs } = createOutputs(state, outcome, 'the comment')
    expect(outputs).toEqual({
      id: 'an-id',
      status: 'READY',
      name: 'of-service',
      created: 'true',
      url: 'https://there.test',
      tenant_id: 'a-tenant',
      latest_revision_id: 'newest',
      active_revision_id: 'active',
      repo_url: 'https://git.test/there',
      repo_ref: 'there',
      repo_commit_sha: 'c0ffee',
      image_version: '1.0',
      differences: [],
      report: 'the comment',
    })
    expect([whole, request]).toMatchObject([{ secrets: ['A'] }, { secrets: ['A'] }])
  })

  it('the requested values if there is no deployment', () => {
    const state = { name: 'shop', request: REQUEST, created: false }
    expect(createOutputs(state, failed(trouble))).toMatchObject({
      id: '',
      name: 'shop',
      url: 'https://asked.test',
      repo_url: 'https://git.test/asked',
      repo_ref: 'asked',
      repo_commit_sha: '',
      differences: '',
      error_code: 'unavailable',
      http_status: '503',
    })
  })

  it('empty strings for unknown values', () => {
    const outputs = createOutputs({ created: undefined }, failed({ code: 'unknown_outcome', what: 'Lost' }))
    const { error_code, ...others } = outputs
    expect(error_code).toBe('unknown_outcome')
    expect(new Set(Object.values(others))).toEqual(new Set(['']))
  })
})
