import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSandbox } from '../../src/sandbox/routes.ts'
import { serve } from '../../src/sandbox/server.ts'
import type { Fault } from '../../src/sandbox/store.ts'
import { pullRequest } from '../harness/job.ts'
import { hasAct, openRepository } from './act.ts'

// Runs the workflows of examples/ on this machine, against the sandbox. Environments have no rules here, and stand-ins
// replace docker, gh and actions/checkout. self-hosted.yml needs a proxy and its certificate, and is not run.

const REPO = 'https://github.com/acme/shop'
const KEY = 'key-for-act'

interface Received {
  call: string
  body: { name?: string; text?: string; body?: string } | undefined
}

/** Serves until the test is over, and records the requests with their bodies. */
async function open(answer: (request: Request) => Response | Promise<Response>) {
  const received: Received[] = []
  const { url, close } = await serve(async request => {
    const sent = await request.clone().text()
    const call = `${request.method} ${new URL(request.url).pathname}`
    received.push({ call, body: sent ? JSON.parse(sent) : undefined })
    return await answer(request)
  })
  onTestFinished(close)
  return { url, received }
}

interface Settings {
  files?: Record<string, string>
  faults?: Fault[]
  ready_after?: number
  api_key?: string
  /** The answers of GitHub's API, by their paths. */
  github?: Record<string, unknown>
}

/** An example in a new repository, with a sandbox and a chat. */
async function openExample(name: string, { files = {}, github = {}, ...settings }: Settings = {}) {
  const workflow = readFileSync(`examples/${name}.yml`, 'utf8').replaceAll('20m', '30s')
  const repository = openRepository(workflow, files)
  const heads = { [REPO]: repository.head() }
  const repositories = [{ owner: 'acme', name: 'shop' }]
  const sandbox = openSandbox({ api_key: KEY, ready_after: 300, heads, repositories, ...settings })
  const service = await open(request => sandbox.fetch(request))
  const chat = await open(() => new Response('ok'))
  const host = await open(({ url }) => {
    const answer = github[new URL(url).pathname] ?? null
    return Response.json(answer, { status: answer === null ? 404 : 200 })
  })
  /** Asks the service, beside what the example does. */
  async function ask(path: string, body?: object): Promise<{ resources: Listed[] }> {
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const request = new Request(service.url + path, { headers: { 'x-api-key': KEY }, ...sent })
    return JSON.parse(await (await sandbox.fetch(request)).text())
  }
  /** Runs it with an event, and returns its log. */
  async function run(event: string, payload: object = {}, succeeds = true): Promise<string> {
    const { exitCode, log } = await repository.run(event, {
      payload,
      env: {
        ...{ GITHUB_API_URL: host.url, GITHUB_GRAPHQL_URL: `${host.url}/graphql` },
        ACTIONS_ID_TOKEN_REQUEST_URL: `${host.url}/token?v=1`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'for-token',
      },
      vars: { DEPLOYMENT_SERVICE_URL: service.url, INTEGRATION_ID: sandbox.integration_id },
      secrets: {
        ...{ DEPLOYMENT_SERVICE_KEY: KEY, PREVIEW_SERVICE_KEY: KEY },
        ...{ GITHUB_TOKEN: 'ghs_token', CHAT_WEBHOOK: chat.url },
        ...{ DATABASE_URL: 'postgres://shop:hunter2@db', STOCK_TOKEN: 'hunter2-of-stock' },
      },
    })
    expect(exitCode, log).toBe(succeeds ? 0 : 1)
    expect(log).not.toContain('hunter2')
    return log
  }
  return {
    ...{ repository, service, host, ask, run },
    pushTag: (tag: string, succeeds = true) => run('push', { ref: `refs/tags/${tag}` }, succeeds),
    /** The names in the create requests. */
    posts: () => service.received.flatMap(({ call, body }) => (call === 'POST /v2/deployments' ? [body?.name] : [])),
    deployments: async () => (await ask('/v2/deployments')).resources,
    messages: () => chat.received.map(({ body }) => body?.text ?? ''),
  }
}

interface Listed {
  source_config: Record<string, unknown>
  source_revision_config: Record<string, unknown>
}

const CONFIG = { 'deploy.yml': readFileSync('examples/config/deploy.yml', 'utf8') }

/** The payload of an event of pull request 7. */
const pullOf = (sha: string) => pullRequest({ sha, ref: 'feature/cart' }).payload

describe.skipIf(!hasAct)('an example that act runs', () => {
  it.each<[string, string, string[], Fault?]>([
    ['release', 'creates a deployment of a pushed tag', ['shop-v1.4.2']],
    ['config', 'creates a deployment of a pushed tag by the file', ['shop-v1.4.2']],
    ['promotion', 'goes to production after staging', ['shop-staging-v1.4.2', 'shop-v1.4.2']],
    ['promotion', 'does not go to production after a failure in staging', ['shop-staging-v1.4.2'], 'refuse'],
  ])('%s: %s', async (name, _, names, fault = 'none') => {
    const { pushTag, posts, deployments } = await openExample(name, { files: CONFIG, faults: [fault] })
    await pushTag('v1.4.2', fault === 'none')
    expect(posts()).toEqual(names)
    for (const { source_revision_config } of await deployments())
      expect(source_revision_config).toMatchObject({ repo_ref: 'refs/tags/v1.4.2' })
  })

  it('config: tries the file of a pull request in a sandbox, and shows an error at its line', async () => {
    const { repository, run, service } = await openExample('config', { files: CONFIG })
    const log = await run('pull_request', pullOf(repository.head()))
    for (const field of ['deployment_type', 'template_id']) expect(log).toContain(field)
    repository.commit({ 'deploy.yml': CONFIG['deploy.yml'].replace('min_scale: 1', 'min_scale: many') })
    expect(await run('pull_request', pullOf(repository.head()), false)).toMatch(/line=6\b.*min_scale/)
    expect(service.received).toEqual([])
  })

  it('container: deploys the digest that was pushed, and tells the chat of a failure alone', async () => {
    const { repository, pushTag, deployments, messages, posts } = await openExample('container')
    // A later job asks the deployment at its URL.
    expect(await pushTag('v1.4.2')).toContain('{"name":"shop-v1.4.2","commit":')
    const [{ source_revision_config } = expect.fail()] = await deployments()
    expect(source_revision_config['image_uri']).toMatch(/^ghcr\.io\/acme\/shop@sha256:\w{64}$/)
    expect(messages()).toEqual([])
    // Another build has another digest, so the deployment differs.
    await pushTag('v1.4.2', false)
    repository.commit({ Dockerfile: 'FROM nothing\n' })
    await pushTag('v1.4.3', false)
    expect(posts()).toEqual(['shop-v1.4.2'])
    expect(messages()).toEqual([
      expect.stringMatching(/v1\.4\.2: image success, deploy failure, ask skipped\n.*image_uri/),
      // On GitHub, the line after it says where to look. act does not clear the outputs of a skipped job.
      expect.stringContaining('v1.4.3: image failure, deploy skipped, ask skipped\n'),
    ])
  })

  it('services: plans, releases and rolls back every folder, and says which failed and why', async () => {
    const jobs = [
      { id: 11, name: 'find', conclusion: 'success' },
      { id: 12, name: 'stock', conclusion: 'failure' },
      { id: 13, name: 'result', conclusion: null },
    ]
    const tags = ['v1.4.1', 'v1.3.10', 'v2-beta'].map(tag => ({ ref: `refs/tags/${tag}` }))
    const [comments, comment] = ['/repos/acme/shop/issues/7/comments', '/repos/acme/shop/issues/comments/5']
    const own = { id: 5, user: { login: 'github-actions[bot]' }, body: '<!-- services -->' }
    const github: Record<string, unknown> = {
      ...{ '/repos/acme/shop/git/matching-refs/tags/v': tags, [comments]: [], [comment]: {} },
      '/repos/acme/shop/actions/runs/1/jobs': { jobs },
      '/repos/acme/shop/check-runs/12/annotations': [
        { annotation_level: 'warning', message: 'no matter' },
        { annotation_level: 'failure', message: 'Request rejected\n# The name is reserved' },
      ],
    }
    // One of a repository, one in a cluster.
    const files = {
      'services/shop/deploy.yml': CONFIG['deploy.yml'],
      'services/stock/deploy.yml': readFileSync('examples/config/cluster.yml', 'utf8'),
    }
    const faults: Fault[] = ['none', 'none', 'refuse']
    const settings = { files, github, faults }
    const { repository, run, pushTag, posts, messages, deployments, host } = await openExample('services', settings)
    expect(await pushTag('v1.4.1')).toMatch(/\| stock-v1\.4\.1 \| [\w-]{36} \| active \| http/)
    expect(posts().sort()).toEqual(['shop-v1.4.1', 'stock-v1.4.1'])
    expect(new Set(await deployments())).toMatchObject(
      new Set([
        { source_revision_config: { repo_ref: 'refs/tags/v1.4.1', image_uri: null } },
        { source_revision_config: { repo_ref: null, image_uri: 'ghcr.io/acme/stock:v1.4.1' } },
      ]),
    )
    repository.git('tag', 'v1.4.1')

    const stock = 'services/stock/deploy.yml'
    repository.commit({ [stock]: files[stock].replace('max_scale: 3', 'max_scale: 4') })
    for (const found of [[], [own]]) {
      github[comments] = found
      await run('pull_request', pullOf(repository.head()))
    }
    const written = host.received.filter(({ body }) => body)
    expect(written.map(({ call }) => call)).toEqual([`POST ${comments}`, `PATCH ${comment}`])
    for (const { body } of written) expect(body?.body).toMatch(/shop-v1\.4\.1.*stock-v1\.4\.1.*max_scale/s)
    expect(posts()).toHaveLength(2)

    repository.commit({ 'services/new/deploy.yml': files['services/shop/deploy.yml'] })
    const log = await pushTag('v1.4.2', false)
    expect(posts().slice(2).sort()).toEqual(['new-v1.4.2', 'shop-v1.4.2', 'stock-v1.4.2'])
    expect(messages()).toEqual([expect.stringMatching(/^(new|shop|stock)-v1\.4\.2 failed: .*reserved/)])
    expect(log).toMatch(/\*\*stock\*\*\s.*\s.* {4}Request rejected\s.* {4}# The name is reserved/)

    repository.commit({ 'services/stock/Dockerfile': 'FROM nothing\n' })
    await pushTag('v1.4.3', false)
    expect(messages()[1]).toContain('Nothing of v1.4.3 was deployed')

    const rollBack = (service: string, succeeds: boolean) =>
      run('workflow_dispatch', { inputs: { version: 'v1.4.1', service } }, succeeds)
    expect(await rollBack('', true)).toContain('| shop-v1.4.1 |')
    expect(await rollBack('stock', true)).not.toContain('| shop-v1.4.1 |')
    // It came after that version.
    expect(await rollBack('new', false)).toContain('services/new')
    expect(posts()).toHaveLength(5)
  })

  it('rollback: creates the older version again, or adopts it with the settings that it has', async () => {
    const { run, posts, ask, deployments } = await openExample('rollback')
    const rollBack = () => run('workflow_dispatch', { inputs: { version: 'v1.4.1' } })
    await rollBack()
    const [{ source_config } = expect.fail()] = await deployments()
    await ask('/v2/deployments', {
      ...{ name: 'shop-v1.4.0', source: 'repohost', secrets: [{ name: 'DATABASE_URL', value: 'another' }] },
      source_config: { ...source_config, custom_url: null, resource_spec: { min_scale: 9 } },
      source_revision_config: { repo_ref: 'refs/tags/v1.4.0' },
    })
    expect(await run('workflow_dispatch', { inputs: { version: 'v1.4.0' } })).toContain('resource_spec')
    expect(posts()).toEqual(['shop-v1.4.1'])
  })

  it.each([
    ['push', 'push', 'main', () => ({ ref: 'refs/heads/main' })],
    ['preview', 'pull_request', 'feature/cart', pullOf],
  ] as const)('%s: creates a deployment once, and then waits for each commit', async (name, event, ref, payload) => {
    const { repository, service, ask, run, posts, host } = await openExample(name)
    await run(event, payload(repository.head()))
    const commit = repository.commit({ 'page.html': 'changed' })
    const asked = service.received.length
    const running = run(event, payload(commit))
    // The service receives the push while the workflow waits.
    await vi.waitUntil(() => service.received.length >= asked + 3, { timeout: 60_000 })
    expect((await ask('/sandbox/push', { repo_url: REPO, ref, commit })).resources).toHaveLength(1)
    expect(await running).toContain(commit.slice(0, 7))
    expect(posts()).toHaveLength(1)
    // The stand-in of GitHub refuses the comment, which fails no run.
    expect(host.received.length > 0).toBe(name === 'preview')
  })

  it('after-ci: deploys the tag that another workflow tested, and the head of a pull request on a comment', async () => {
    const head = { ref: 'feature/cart', sha: '', repo: { full_name: 'acme/shop' } }
    const github = { '/repos/acme/shop/pulls/7': { head } }
    const { repository, run, posts, deployments } = await openExample('after-ci', { github })
    const sha = repository.head()
    head.sha = sha
    const tested = { conclusion: 'success', event: 'push', head_branch: 'v1.4.2', head_sha: sha }
    await run('workflow_run', { workflow_run: tested })
    for (const author_association of ['NONE', 'MEMBER']) {
      const comment = { body: '/deploy', author_association }
      await run('issue_comment', { issue: { number: 7, pull_request: {} }, comment })
      expect(posts()).toEqual(author_association === 'NONE' ? ['shop-v1.4.2'] : ['shop-v1.4.2', 'shop-pr-7'])
    }
    expect(await deployments()).toMatchObject([
      { source_revision_config: { repo_ref: 'refs/tags/v1.4.2', repo_commit_sha: sha } },
      { source_revision_config: { repo_ref: 'feature/cart', repo_commit_sha: sha } },
    ])
  })

  it('oidc: sends a token of the job in place of a key', async () => {
    const github = { '/token': { value: 'a.b.c' } }
    const { pushTag, posts, host } = await openExample('oidc', { github, api_key: '' })
    await pushTag('v1.4.2')
    expect(posts()).toEqual(['shop-v1.4.2'])
    expect(host.received).toContainEqual({ call: 'GET /token', body: undefined })
  })

  it('later-job: waits for the deployment by its id, and checks each that is ready', async () => {
    const { run } = await openExample('later-job')
    expect(await run('workflow_dispatch')).toMatch(/Created deployment [\w-]{36}.*shop since 20/s)
  })

  it('leftovers: names closed previews and old versions, and nothing that may be in use', async () => {
    const versions = ['v1.0.0', 'v1.9.0', 'v1.10.0', 'v2.0.0', 'v3.0.0', 'pr-7', 'pr-8', 'pr-7-copy']
    const names = ['my-shop-pr-7', 'stock-v0.9.0', ...versions.map(version => `shop-${version}`)]
    // The build of v3.0.0 fails, so an older version may serve.
    const faults = names.map((name): Fault => (name === 'shop-v3.0.0' ? 'build_fails' : 'none'))
    const github = { '/repos/acme/shop/pulls': [{ number: 8 }] }
    const { ask, run, posts } = await openExample('leftovers', { faults, github, ready_after: 0 })
    const others = { source: 'internal_template', source_config: {}, source_revision_config: {}, secrets: [] }
    expect(await run('schedule')).toContain('Nothing is left over of 0 deployments.')
    for (const name of names) await ask('/v2/deployments', { name, ...others })
    const log = await run('schedule')
    // act shows the summary, too, so each row twice.
    const named = new Set(Array.from(log.matchAll(/\| (\S+) \| [\w-]{36} \| /g), ([, name]) => name))
    expect([...named]).toEqual(['shop-pr-7', 'shop-v1.0.0'])
    expect(posts()).toEqual([])
  })

  it.each(['try-push', 'rehearsal'])('%s: needs no account', async name => {
    const { run, service } = await openExample(name)
    await run('workflow_dispatch')
    expect(service.received).toEqual([])
  })
})
