import { describe, expect, it } from 'vitest'
import { type Deployment, deploymentOf, type RepositoryRecord, repository } from '../harness/records.ts'
import { read } from '../orders.ts'
import { deployBy } from '../rules/deploy.ts'

// The repository is looked up among the records of the integration, and three of its values are copied.

const OTHERS = [{ name: 'shop-api' }, { owner: 'other' }, { owner: 'acme-labs' }]
const GITLAB = { owner: 'Group/Sub', name: 'App', url: 'https://git.example/Group/Sub/App' }

/** What a run does with these inputs, where its integration sees these records. */
async function deployFrom(repositories: unknown, inputs: Record<string, string>, env = {}, there: Deployment[] = []) {
  const all = { name: 'shop', source: 'repohost', integration_id: 'i-1', ...inputs }
  const { order } = await read(all, env)
  const done = await deployBy({ repositories, there }, order)
  return { ...done, posts: done.posts as Post[] }
}
interface Post {
  source_config: Record<string, unknown>
  source_revision_config: Record<string, unknown>
}

describe('a repository is found', () => {
  const SHOP = ['acme/shop', 'Acme/SHOP.git', 'git@github.com:acme/shop.git', 'https://GitHub.com/Acme/Shop/']
  it.for<{ repository: string; record?: Partial<RepositoryRecord> }>([
    ...SHOP.map(repository => ({ repository })),
    { repository: 'acme/shop', record: { url: 'https://github.com/acme/shop.git' } },
    { repository: 'https://github.com/acme/shop', record: { url: 'git@github.com:Acme/Shop.git' } },
    { repository: 'https://git.example/group/sub/app.git', record: GITLAB },
  ])('as $repository among $record', async ({ repository: text, record = {} }) => {
    const records = [...OTHERS, record].map(repository)
    const { stop, posts } = await deployFrom(records, { repository: text })
    expect(stop).toBe(undefined)
    const { host_integration_id: integration_id, url: repo_url } = records.at(-1) ?? {}
    expect(posts).toMatchObject([
      { source_config: { integration_id, repo_url }, source_revision_config: { repo_ref: 'main' } },
    ])
  })

  const HERE = 'https://git.example'
  it.for<[by: string, server: string, repositories: Partial<RepositoryRecord>[]]>([
    ['URL', HERE, [{}, { url: `${HERE}/acme/shop` }]],
    ['name', 'https://hub.example', [{ name: 'x' }, { url: 'ssh://git.internal/scm/shop' }]],
  ])("without the input, as the workflow's own by its %s", async ([, server, repositories]) => {
    const records = repositories.map(repository)
    const { posts } = await deployFrom(records, {}, { GITHUB_SERVER_URL: server })
    expect(posts.map(({ source_config }) => source_config['repo_url'])).toEqual([records[1]?.url])
  })
})

describe('a repository is not found', () => {
  const OTHER_URLS = ['gitlab.com/acme/shop', 'github.com:8443/acme/shop', 'github.com/acme-labs/shop']
  const OTHER_NAMES = ['acme/shop2', 'acme/sho', 'acme/web/shop', 'git@git.example:acme/shop.git']
  const MANY = Array.from({ length: 50 }, (_, index) => ({ name: `service-${index}` }))
  const RECORDS = [{}, ...MANY, { owner: 'zeta', name: 'unlike' }].map(repository)
  it.for([...OTHER_NAMES, ...OTHER_URLS.map(url => `https://${url}`)])('as %s', async text => {
    const { stop, posts } = await deployFrom(RECORDS, { repository: text })
    expect([stop?.code, posts]).toEqual(['repository_not_found', []])
    const said = stop?.message ?? ''
    // It is named, and how many there are, and a few of the same owner or name.
    for (const part of [text, '52', 'acme/']) expect(said).toContain(part)
    expect(said).not.toContain('unlike')
    expect(said.match(/acme\/[\w-]+/g)?.length).toBeLessThan(15)
  })
})

it('no other is named where none has the same owner or name', async () => {
  const { stop } = await deployFrom([repository({ owner: 'zeta', name: 'unlike' })], { repository: 'acme/shop' })
  expect(stop?.message).not.toMatch(/zeta|Those/)
})

it('several records that match are ambiguous, and all named', async () => {
  const urls = ['https://git.example/acme/shop', 'https://hub.example/acme/shop']
  const records = [...OTHERS, ...urls.map(url => ({ url }))].map(repository)
  const { stop } = await deployFrom(records, { repository: 'acme/shop' })
  expect(stop?.code).toBe('ambiguous_repository')
  for (const url of urls) expect(stop?.message).toContain(url)
  expect(stop?.message).not.toContain('acme-labs')
  const chosen = await deployFrom(records, { repository: urls[1] ?? '' })
  expect(chosen.posts[0]?.source_config['repo_url']).toBe(urls[1])
})

describe('the ref that is sent', () => {
  it.for<{ repo_ref?: string; default_branch?: unknown; sent: string | undefined }>([
    { default_branch: 'trunk', sent: 'trunk' },
    { default_branch: null, sent: undefined },
    { repo_ref: 'refs/heads/main', sent: 'main' },
    { repo_ref: 'refs/heads/feature/a', sent: 'feature/a' },
    { repo_ref: 'refs/tags/v1', sent: 'refs/tags/v1' },
    { repo_ref: 'refs/pull/7/merge', sent: 'refs/pull/7/merge' },
    { repo_ref: 'v1', sent: 'v1' },
  ])('for $repo_ref and the default branch $default_branch is $sent', async row => {
    const { repo_ref = '', default_branch = 'main', sent } = row
    const { posts } = await deployFrom([{ ...repository(), default_branch }], { repo_ref })
    expect(posts.map(post => post.source_revision_config['repo_ref'])).toEqual([sent])
  })
})

it('a full ref is compared as the inputs have it, and not as it is sent', async () => {
  const inputs = { repo_ref: 'refs/heads/main' }
  const [post = expect.unreachable()] = (await deployFrom([repository()], inputs)).posts
  const revision = { ...post.source_revision_config, repo_ref: 'refs/tags/main' }
  const tagged = deploymentOf({ ...post, source_revision_config: revision }, {})
  const { stop } = await deployFrom([repository()], inputs, {}, [tagged])
  expect(stop?.message).toContain('is "refs/tags/main", and "refs/heads/main" was requested')
})

it.for([{}, 'hello', null, [{ url: null }], [{ host_integration_id: null }]])(
  'nothing is created after a listing that cannot be used: %j',
  async body => {
    const records = Array.isArray(body) ? body.map(record => ({ ...repository(), ...record })) : body
    const { stop, posts } = await deployFrom(records, { repository: 'acme/shop' })
    expect([stop?.code, posts]).toEqual(['unexpected_response', []])
  },
)
