import { describe, expect } from 'vitest'
import type { RepositoryRecord } from '../harness/records.ts'
import { answer } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { errorOf, repositoryOrder } from './orders.ts'

// The repository is looked up among the records of the integration, and three of its values are copied.

const OTHERS = [{ name: 'shop-api' }, { owner: 'other' }, { owner: 'acme-labs' }]
const GITLAB = { owner: 'Group/Sub', name: 'App', url: 'https://git.example/Group/Sub/App' }

describe.concurrent('a repository is found', () => {
  const SHOP = ['acme/shop', 'Acme/SHOP', 'acme/shop.git', 'acme/shop/', 'git@github.com:acme/shop.git']
  const URLS = [
    'https://github.com/acme/shop',
    'https://GitHub.com/Acme/Shop.git',
    'https://github.com/acme/shop/',
  ]
  test.for<{ repository: string; record?: Partial<RepositoryRecord> }>([
    ...[...SHOP, ...URLS].map(repository => ({ repository })),
    { repository: 'acme/shop', record: { url: 'https://github.com/acme/shop.git' } },
    { repository: 'https://github.com/acme/shop', record: { url: 'git@github.com:Acme/Shop.git' } },
    { repository: 'https://git.example/group/sub/app.git', record: GITLAB },
  ])('as $repository among $record', async ({ repository, record = {} }, { serve, create }) => {
    const service = await serve({ repositories: [...OTHERS, record] })
    const run = await create(service, { ...repositoryOrder(service), repository })
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    const { host_integration_id, url } = service.repositories.at(-1) ?? {}
    expect(service.of('create')[0]?.body).toMatchObject({
      source_config: { integration_id: host_integration_id, repo_url: url },
      source_revision_config: { repo_ref: 'main' },
    })
    expect(service.of('repositories')[0]?.path).toContain(`/repohost/${service.integration_id}/repos`)
  })

  test.for<{ by: string; server: string; repositories: Partial<RepositoryRecord>[] }>([
    {
      by: 'URL',
      server: 'https://git.example',
      repositories: [{}, { url: 'https://git.example/acme/shop' }],
    },
    {
      by: 'name',
      server: 'https://hub.example',
      repositories: [{ name: 'x' }, { url: 'ssh://git.internal/scm/shop' }],
    },
  ])("without the input, as the workflow's own by its $by", async (row, { serve, create }) => {
    const service = await serve({ repositories: row.repositories })
    const { repository: _, ...order } = repositoryOrder(service)
    const run = await create(service, order, { env: { GITHUB_SERVER_URL: row.server } })
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    expect(run.outputs['repo_url']).toBe(service.repositories[1]?.url)
  })
})

describe.concurrent('a repository is not found', () => {
  const OTHER_URLS = ['gitlab.com/acme/shop', 'github.com:8443/acme/shop', 'github.com/acme-labs/shop']
  const OTHER_NAMES = ['acme/shop2', 'acme/sho', 'acme/web/shop', 'git@git.example:acme/shop.git']
  const MANY = Array.from({ length: 50 }, (_, index) => ({ name: `service-${index}` }))
  const RECORDS = [{}, ...MANY, { owner: 'zeta', name: 'unlike' }]
  test.for([...OTHER_NAMES, ...OTHER_URLS.map(url => `https://${url}`)])(
    'as %s',
    async (repository, { serve, create }) => {
      const service = await serve({ repositories: RECORDS })
      const run = await create(service, { ...repositoryOrder(service), repository })
      const outputs = { error_code: 'repository_not_found', created: 'false' }
      expect(run).toMatchObject({ exitCode: 1, outputs })
      // It is named, and how many there are, and a few of the same owner or name.
      for (const part of [repository, '52', 'acme/']) expect(errorOf(run)).toContain(part)
      expect(errorOf(run)).not.toContain('unlike')
      expect(errorOf(run).match(/acme\/[\w-]+/g)?.length).toBeLessThan(15)
      expect(service.of('create')).toEqual([])
    },
  )
})

test('several records that match are ambiguous, and all named', async ({ serve, create }) => {
  const urls = ['https://git.example/acme/shop', 'https://hub.example/acme/shop']
  const service = await serve({ repositories: [...OTHERS, ...urls.map(url => ({ url }))] })
  const run = await create(service, repositoryOrder(service))
  expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'ambiguous_repository' } })
  for (const url of urls) expect(errorOf(run)).toContain(url)
  expect(errorOf(run)).not.toContain('acme-labs')
  const chosen = await create(service, { ...repositoryOrder(service), repository: urls[1] ?? '' })
  expect(chosen).toMatchObject({ exitCode: 0, outputs: { repo_url: urls[1] } })
})

describe.concurrent('the ref that is sent', () => {
  test.for<{ repo_ref?: string; default_branch?: unknown; sent: string | undefined }>([
    { default_branch: 'trunk', sent: 'trunk' },
    { default_branch: null, sent: undefined },
    { repo_ref: 'refs/heads/main', sent: 'main' },
    { repo_ref: 'refs/heads/feature/a', sent: 'feature/a' },
    { repo_ref: 'refs/tags/v1', sent: 'refs/tags/v1' },
    { repo_ref: 'refs/pull/7/merge', sent: 'refs/pull/7/merge' },
    { repo_ref: 'v1', sent: 'v1' },
  ])('for $repo_ref and the default branch $default_branch is $sent', async (row, { serve, create }) => {
    const service = await serve()
    const { repo_ref = '', default_branch = 'main', sent } = row
    service.override('repositories', 1, answer(200, [{ ...service.repositories[0], default_branch }]))
    const run = await create(service, { ...repositoryOrder(service), repo_ref })
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    const body = service.of('create')[0]?.body as { source_revision_config: Record<string, unknown> }
    expect(body.source_revision_config['repo_ref']).toBe(sent)
  })
})

test.for([{}, 'hello', null, [{ url: null }], [{ host_integration_id: null }]])(
  'nothing is created after a listing that cannot be used: %j',
  async (body, { serve, create }) => {
    const service = await serve()
    const [record] = service.repositories
    service.override(
      'repositories',
      'each',
      answer(200, Array.isArray(body) ? [{ ...record, ...body[0] }] : body),
    )
    const run = await create(service, repositoryOrder(service))
    expect(run).toMatchObject({ exitCode: 1, outputs: { created: 'false' } })
    if (!Array.isArray(body)) expect(run.outputs['error_code']).toBe('unexpected_response')
    expect(service.of('create')).toEqual([])
  },
)
