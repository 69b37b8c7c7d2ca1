import { describe, expect } from 'vitest'
import type { RepositoryRecord } from '../harness/records.ts'
import { answer } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { errorOf, repositoryOrder } from './orders.ts'

// The repository is looked up among the records of the integration, and three of its values are copied.

const OTHERS = [{ name: 'shop-api' }, { owner: 'other' }, { owner: 'acme-labs' }]
const GITLAB = { owner: 'Group/Sub', name: 'App', url: 'https://git.example/Group/Sub/App' }

describe.concurrent('a repository is found', () => {
  test.for<{ repository: string; record?: Partial<RepositoryRecord> }>([
    { repository: 'acme/shop' },
    { repository: 'Acme/SHOP' },
    { repository: 'acme/shop.git' },
    { repository: 'acme/shop/' },
    { repository: 'https://github.com/acme/shop' },
    { repository: 'https://GitHub.com/Acme/Shop' },
    { repository: 'https://github.com/acme/shop.git' },
    { repository: 'https://github.com/acme/shop/' },
    { repository: 'git@github.com:acme/shop.git' },
    { repository: 'git@github.com:acme/shop' },
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

  test.for<{ when: string; server: string; repositories: Partial<RepositoryRecord>[]; expected: number }>([
    {
      when: 'its URL is there',
      server: 'https://git.example',
      repositories: [{}, { url: 'https://git.example/acme/shop' }],
      expected: 1,
    },
    {
      when: 'only its owner and name are there',
      server: 'https://github.example',
      repositories: [{ name: 'other' }, { url: 'ssh://git.internal/scm/shop' }],
      expected: 1,
    },
  ])("without the input, as the workflow's own, where $when", async (row, { serve, create }) => {
    const service = await serve({ repositories: row.repositories })
    const { repository: _, ...order } = repositoryOrder(service)
    const run = await create(service, order, { env: { GITHUB_SERVER_URL: row.server } })
    expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true' } })
    expect(run.outputs['repo_url']).toBe(service.repositories[row.expected]?.url)
  })
})

describe.concurrent('a repository is not found', () => {
  test.for([
    'acme/shop2',
    'acme/sho',
    'acme/web/shop',
    'https://gitlab.com/acme/shop',
    'https://github.com:8443/acme/shop',
    'https://github.com/acme-labs/shop',
    'git@git.example:acme/shop.git',
  ])('as %s', async (repository, { serve, create }) => {
    const service = await serve({
      repositories: [{}, { name: 'shop-api' }, { owner: 'zeta', name: 'unlike' }],
    })
    const run = await create(service, { ...repositoryOrder(service), repository })
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'repository_not_found', created: 'false' },
    })
    expect(errorOf(run)).toContain(repository)
    expect(errorOf(run)).toMatch(/\b3\b/)
    expect(errorOf(run)).not.toContain('unlike')
    expect(service.of('create')).toEqual([])
  })

  test('among none, which the error says', async ({ serve, create }) => {
    const service = await serve({ repositories: [] })
    const run = await create(service, repositoryOrder(service))
    expect(run.outputs['error_code']).toBe('repository_not_found')
    expect(errorOf(run)).toMatch(/\b(?:no|none|0)\b/i)
  })

  test('and a few of the same owner or name are named', async ({ serve, create }) => {
    const many = Array.from({ length: 50 }, (_, index) => ({ name: `service-${index}` }))
    const service = await serve({
      repositories: [{ owner: 'eve' }, ...many, { owner: 'zeta', name: 'unlike' }],
    })
    const run = await create(service, repositoryOrder(service))
    const named = errorOf(run).match(/(?:acme|eve)\/[\w-]+/g) ?? []
    expect(named).toContain('eve/shop')
    expect(named.length).toBeLessThan(15)
    expect(errorOf(run)).toMatch(/\b52\b/)
  })
})

test('a repository that several records match is ambiguous, and all of them are named', async ({
  serve,
  create,
}) => {
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
    { sent: 'main' },
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

describe.concurrent('an answer that is no listing fails', () => {
  test.for([{}, { items: [] }, 'hello', null])('%j', async (body, { serve, create }) => {
    const service = await serve()
    service.override('repositories', 'each', answer(200, body))
    const run = await create(service, repositoryOrder(service))
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'unexpected_response', created: 'false' },
    })
    expect(service.of('create')).toEqual([])
  })

  test.for(['host_integration_id', 'url'])('a record without its %s', async (field, { serve, create }) => {
    const service = await serve()
    service.override('repositories', 'each', answer(200, [{ ...service.repositories[0], [field]: null }]))
    const run = await create(service, repositoryOrder(service))
    expect(run.exitCode).toBe(1)
    expect(errorOf(run)).toMatch(field === 'url' ? /url|acme\/shop/ : /host_integration_id/)
    expect(service.of('create')).toEqual([])
  })
})
