import { expect, test } from 'vitest'
import type { RepositorySeed } from '../../src/sandbox/repositories.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { posts, sandboxForTest } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

const repohost = ({ integration_id }: Sandbox) => ({ name: 'shop', source: 'repohost', integration_id })

const TWO_HOSTS = [
  { owner: 'acme', name: 'shop', url: 'https://github.com/acme/shop' },
  { owner: 'acme', name: 'shop', url: 'https://git.example/acme/shop' },
]

test('several repositories with the name are an error that lists them', async () => {
  const sandbox = await sandboxForTest({ repositories: TWO_HOSTS })
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop' })
  expect(posts(sandbox)).toEqual([])
  expect(run.outputs).toMatchObject({ error_code: 'ambiguous_repository', created: 'false', id: '' })
  expect(run.outputs).not.toHaveProperty('http_status')
  expect(run.errors).toHaveLength(1)
  for (const { url } of TWO_HOSTS) {
    expect(run.errors[0]?.message).toContain(url)
    expect(run.summary).toContain(url)
  }
  expect(run.exitCode).toBe(1)
})

test('the URL selects one of several repositories with the same name', async () => {
  const sandbox = await sandboxForTest({ repositories: TWO_HOSTS })
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'git@git.example:acme/shop.git' })
  expect(run.outputs).toMatchObject({ created: 'true', repo_url: 'https://git.example/acme/shop' })
})

const OTHERS = ['acme/warehouse-and-logistics', 'acme/billing', 'acme/search', 'globex/docs'].map(full => {
  const [owner = '', name = ''] = full.split('/')
  return { owner, name }
})

test.each<[string, string, RepositorySeed[], string[]]>([
  [
    'a misspelt name',
    'acme/shp',
    [{ owner: 'acme', name: 'shop' }, ...OTHERS],
    ['5 repositories', 'acme/shop'],
  ],
  [
    'a misspelt URL',
    'https://github.com/acme/shp',
    [...OTHERS, { owner: 'acme', name: 'shop' }],
    ['5 repositories', 'acme/shop'],
  ],
  [
    'a URL of another host',
    'https://git.example/acme/shop',
    [{ owner: 'acme', name: 'shop' }],
    ['1 repository', 'acme/shop'],
  ],
  ['a part of a name', 'acme/sho', [{ owner: 'acme', name: 'shop' }], ['1 repository', 'acme/shop']],
  ['a name without an owner', 'shop', [{ owner: 'acme', name: 'shop' }], ['1 repository', 'acme/shop']],
  ['a name in an empty list', 'acme/shop', [], ['0 repositories']],
])('%s is not found: %s', async (_, repository, repositories, told) => {
  const sandbox = await sandboxForTest({ repositories })
  const run = await create(sandbox, { ...repohost(sandbox), repository })
  expect(posts(sandbox)).toEqual([])
  expect(run.outputs).toMatchObject({
    error_code: 'repository_not_found',
    created: 'false',
    id: '',
    request: '',
  })
  expect(run.errors).toHaveLength(1)
  for (const text of [`"${repository}"`, ...told, 'grant the repository']) {
    expect(run.errors[0]?.message).toContain(text)
  }
  expect(run.summary).toContain('Repository not visible')
  expect(run.exitCode).toBe(1)
})

test('suggestions for a URL are the names nearest to its path', async () => {
  const repositories = ['github/acme-shop', 'acme/shop', 'github.co/acme-shp'].map(full => {
    const [owner = '', name = ''] = full.split('/')
    return { owner, name }
  })
  const sandbox = await sandboxForTest({ repositories })
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'https://github.com/acme/shp' })
  expect(run.errors[0]?.message).toContain('the nearest are acme/shop,')
})

test('an HTML page instead of the list does not mean a wrong integration', async () => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'list_repositories', status: 404, body: '<h1>Not Found</h1>' })
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop' })
  expect(run.outputs).toMatchObject({ error_code: 'not_found', http_status: '404' })
  expect(run.errors[0]?.message).toContain('this does not look like the service')
})

test.each([
  ['no JSON', 'see you later', 'not JSON'],
  ['an object', {}, 'not an array'],
])('a list of repositories that is %s is an unexpected response', async (_, body, words) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'list_repositories', status: 200, body })
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop' })
  expect(posts(sandbox)).toEqual([])
  expect(run.outputs).toMatchObject({ error_code: 'unexpected_response', http_status: '200' })
  expect(run.errors[0]?.message).toContain(words)
})

test('a long list is searched completely, and the error shows few names', async () => {
  const many = Array.from({ length: 3000 }, (_, index) => ({ owner: 'acme', name: `service-${index}` }))
  const sandbox = await sandboxForTest({ repositories: many })
  const [found, missing] = await Promise.all([
    create(sandbox, { ...repohost(sandbox), repository: 'acme/service-2999' }),
    create(sandbox, { ...repohost(sandbox), name: 'other', repository: 'acme/service-3000' }),
  ])
  expect(found.outputs).toMatchObject({ created: 'true', repo_url: 'https://github.com/acme/service-2999' })
  expect(missing.outputs['error_code']).toBe('repository_not_found')
  expect(missing.errors[0]?.message).toContain('3000 repositories')
  expect(missing.errors[0]?.message.match(/acme\/service-/g)?.length).toBeLessThan(10)
})

test.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [422, 'rejected'],
])('the run fails if the service refuses the list with %i', async (status, error_code) => {
  const sandbox = await sandboxForTest()
  sandbox.script({ operation: 'list_repositories', status, body: { detail: 'Not for you' } })
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop' })
  expect(posts(sandbox)).toEqual([])
  expect(run.outputs).toMatchObject({ error_code, http_status: String(status), created: 'false' })
  expect(run.errors).toHaveLength(1)
  expect(run.errors[0]?.message).toContain('Not for you')
  expect(run.exitCode).toBe(1)
})

test('an unknown integration is an error that names integration_id', async () => {
  const sandbox = await sandboxForTest()
  const integration_id = '11111111-2222-4333-8444-555555555555'
  const run = await create(sandbox, { ...repohost(sandbox), integration_id, repository: 'acme/shop' })
  expect(run.outputs).toMatchObject({ error_code: 'not_found', http_status: '404' })
  expect(run.errors[0]?.message).toMatch(/Integration not found[\s\S]*integration_id/)
})

test.each([
  ['host_integration_id', { host_integration_id: null }],
  ['url', { url: '' }],
])('a repository without %s is an unexpected response', async (field, without) => {
  const sandbox = await sandboxForTest()
  sandbox.script({
    operation: 'list_repositories',
    rewrite: body => (body as object[]).map(record => ({ ...record, ...without })),
  })
  const run = await create(sandbox, { ...repohost(sandbox), repository: 'acme/shop' })
  expect(posts(sandbox)).toEqual([])
  expect(run.outputs['error_code']).toBe('unexpected_response')
  expect(run.errors[0]?.message).toContain(field)
})

test('a credential in the URL of a repository is not shown', async () => {
  const sandbox = await sandboxForTest()
  const repository = 'https://x-access-token:credential-1234@github.com/acme/shp'
  const run = await create(sandbox, { ...repohost(sandbox), repository })
  expect(run.outputs['error_code']).toBe('repository_not_found')
  const log = run.stdout.replace(/^::add-mask::.*$/gm, '')
  expect(log + run.stderr + run.summary + JSON.stringify(run.outputs)).not.toContain('credential-1234')
})
