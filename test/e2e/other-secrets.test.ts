import { expect, test } from 'vitest'
import { create, sandboxForTest } from './create.ts'

// Secrets of other deployments and passwords in URLs that the service returns.

const shop = { name: 'shop', source: 'internal_template' }
const OTHER = { name: 'OTHER', value: 'a-secret-of-another-deployment' }

test.concurrent.for<[string, 'create_deployment' | 'list_deployments', unknown]>([
  ['a list without its envelope', 'list_deployments', [{ id: 'id-1', name: 'other', secrets: [OTHER] }]],
  ['a list in another envelope', 'list_deployments', { items: [{ id: 'id-1', secrets: [OTHER] }] }],
  ['a list that is cut short', 'list_deployments', `{"resources": [{"secrets": [${JSON.stringify(OTHER)}`],
  ['a page', 'list_deployments', `<title>${OTHER.value}</title>`],
])(
  'an unusable successful response is never quoted: %s',
  async ([_, operation, body], { onTestFinished }) => {
    const sandbox = await sandboxForTest({}, onTestFinished)
    sandbox.script({ operation, status: operation === 'create_deployment' ? 201 : 200, body })
    const run = await create(sandbox, shop)
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unexpected_response' } })
    expect(run.errors).toHaveLength(1)
    expect(JSON.stringify(run)).not.toMatch(/another-deployment|The service said/)
  },
)

test.concurrent('secrets that are nested in a deployment are reduced to names', async ({
  onTestFinished,
}) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  sandbox.script({
    operation: 'create_deployment',
    rewrite: body => ({ ...(body as object), latest_revision: { number: 1, secrets: [OTHER] } }),
  })
  const run = await create(sandbox, shop)
  expect(JSON.parse(run.outputs['deployment'] ?? '').latest_revision).toEqual({
    number: 1,
    secrets: ['OTHER'],
  })
  expect(JSON.stringify(run)).not.toContain('another-deployment')
})

test.concurrent('passwords in URLs of the service are redacted everywhere', async ({ onTestFinished }) => {
  const sandbox = await sandboxForTest({}, onTestFinished)
  sandbox.script({
    operation: 'create_deployment',
    rewrite: body => ({
      ...(body as object),
      source_config: {
        custom_url: 'https://svc-user:svc-password@shop.test/x',
        repo_url: 'https://acme@git.test/acme/shop',
      },
      image_version: 'svc-password of svc-user',
    }),
  })
  const run = await create(sandbox, shop)
  const outputs = { url: '', repo_url: 'https://acme@git.test/acme/shop', image_version: '', created: 'true' }
  expect(run).toMatchObject({ exitCode: 0, outputs })
  expect(JSON.parse(run.outputs['deployment'] ?? '').source_config.custom_url).toBe('***')
  expect(JSON.stringify(run)).not.toMatch(/svc-password|svc-user/)
})
