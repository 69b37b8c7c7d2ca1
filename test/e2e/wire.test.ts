import { expect, it } from 'vitest'
import { create, sandboxForTest, wire } from './create.ts'

const SHOP = { name: 'shop', source: 'internal_template' }

it('a create from a repository sends these requests', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  const inputs = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop', secrets: 'A=b' }
  expect((await create(sandbox, { ...inputs, wait_for: 'active' })).exitCode).toBe(0)
  // The listing and the look-up run at the same time.
  sandbox.requests.sort(
    (a, b) => Number(a.operation !== 'list_repositories') - Number(b.operation !== 'list_repositories'),
  )
  // The page behind the new deployment is requested together with its own.
  const after = sandbox.requests.splice(3)
  sandbox.requests.push(...after.sort((a, b) => Number(a.query['offset']) - Number(b.query['offset'])))
  expect(wire(sandbox)).toMatchInlineSnapshot(`
    "GET /v1/integrations/forge/repohost/<integration_id>/repos
    GET /v2/deployments?limit=100&offset=0
    POST /v2/deployments
    {
      "name": "shop",
      "source": "repohost",
      "source_config": {
        "integration_id": "<host_integration_id>",
        "repo_url": "https://github.com/acme/shop"
      },
      "source_revision_config": {
        "repo_ref": "main"
      },
      "secrets": [
        {
          "name": "A",
          "value": "b"
        }
      ]
    }
    GET /v2/deployments?limit=100&offset=0
    GET /v2/deployments?limit=100&offset=1"
  `)
})

it('an adoption and a dry run only read', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed({ name: 'shop', source: 'internal_template' })
  expect((await create(sandbox, SHOP)).outputs['created']).toBe('false')
  expect((await create(sandbox, { ...SHOP, name: 'web', dry_run: 'true' })).exitCode).toBe(0)
  expect(wire(sandbox)).toMatchInlineSnapshot(`
    "GET /v2/deployments?limit=100&offset=0
    GET /v2/deployments?limit=100&offset=1
    GET /v2/deployments?limit=100&offset=0
    GET /v2/deployments?limit=100&offset=1"
  `)
})
