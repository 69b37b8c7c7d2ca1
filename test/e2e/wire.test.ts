import { expect, it } from 'vitest'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

it('a create from a repository sends these requests', async () => {
  const sandbox = await sandboxForTest()
  const { integration_id, repositories } = sandbox
  const inputs = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop', secrets: 'A=b' }
  expect((await create(sandbox, { ...inputs, wait_for: 'active' })).exitCode).toBe(0)
  const lines = sandbox.requests.map(
    ({ method, path, query }) => `${method} ${path}?${new URLSearchParams(query)}`,
  )
  // The listing and the look-up run at the same time.
  expect([...lines.slice(0, 2).sort(), ...lines.slice(2)]).toEqual([
    `GET /v1/integrations/forge/repohost/${integration_id}/repos?`,
    'GET /v2/deployments?limit=100&offset=0',
    'POST /v2/deployments?',
    'GET /v2/deployments?limit=100&offset=0',
    'GET /v2/deployments?limit=100&offset=1',
  ])
  const [record] = repositories
  const source_config = { integration_id: record?.host_integration_id, repo_url: record?.url }
  const source_revision_config = { repo_ref: 'main' }
  const secrets = [{ name: 'A', value: 'b' }]
  expect(posts(sandbox)).toEqual([
    { name: 'shop', source: 'repohost', source_config, source_revision_config, secrets },
  ])
})

it('a create looks up the repository and the name in parallel', async () => {
  const sandbox = await sandboxForTest()
  // Neither look-up gets a response before both have arrived.
  const { promise: bothArrived, resolve } = Promise.withResolvers<void>()
  const rewrite = (body: unknown) => {
    if (sandbox.requests.length === 2) resolve()
    return bothArrived.then(() => body)
  }
  for (const operation of ['list_repositories', 'list_deployments'] as const)
    sandbox.script({ operation, rewrite })
  const { integration_id } = sandbox
  const inputs = { name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop' }
  expect(await create(sandbox, inputs)).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
})
