import { chmodSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FAULTS } from '../../src/sandbox/faults.ts'
import { sandboxForTest, workspaceWith } from '../e2e/create.ts'
import { listen } from '../listen.ts'
import { hasAct, openRepository } from './act.ts'

// Runs the workflows of examples/ on this machine, against the sandbox. Environments have no rules here. Stand-ins replace
// docker, gh, actions/attest and actions/github-script. examples/self-hosted.yml needs a proxy and its certificate, and is not run.

const REPO = 'https://github.com/acme/shop'

/** An example in a new repository, with a sandbox that has applications. */
async function exampleIn(name: string, files: Record<string, string> = {}, env: Record<string, string> = {}) {
  const sandbox = await sandboxForTest({
    ...{ api_key: 'key-for-act', ready_after: 500, applications: true },
    repositories: [{ owner: 'acme', name: 'shop', url: REPO }],
    head_of: () => opened.head(),
  })
  const workflow = readFileSync(`examples/${name}.yml`, 'utf8')
  const opened = openRepository({ 'example.yml': workflow, ...files })
  /** Runs it with an event, and returns its log. */
  const run = async (event: string, payload: object = {}, succeeds = true) => {
    const { exitCode, log } = await opened.run('example.yml', event, {
      payload,
      env,
      vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url, INTEGRATION_ID: sandbox.integration_id },
      secrets: {
        GITHUB_TOKEN: 'ghs_token',
        DEPLOYMENT_SERVICE_KEY: 'key-for-act',
        DATABASE_URL: 'postgres://shop:hunter2@db/shop',
      },
    })
    expect(exitCode, log).toBe(succeeds ? 0 : 1)
    return log
  }
  const push = (tag: string, succeeds = true) => run('push', { ref: `refs/tags/${tag}` }, succeeds)
  /** The names and the workspaces of the create requests. */
  const posts = () =>
    sandbox.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body, headers }) => [(body as { name: string }).name, headers['x-workspace-id']])
  return { sandbox, run, push, posts, env, head: opened.head, write: opened.write }
}

const HEALTHY = /answered 503: \{"status":"starting"\}.*answered 200, healthy: .*"version":"v1\.4\.2"/s
const OMITTED = /^(install_command|listener_config)$/
const TWICE = /(answered 200, healthy: .*"version":"v1\.4\.2".*){2}/s

describe.skipIf(!hasAct)('an example that act runs', () => {
  it.each<[string, string, string[], RegExp]>([
    [
      'release',
      'creates a deployment for each tag',
      ['shop-v1.4.2'],
      /v1\.4\.2 runs as deployment [0-9a-f]{8}-/,
    ],
    ['promotion', 'deploys to production after staging', ['shop-staging-v1.4.2', 'shop-v1.4.2'], TWICE],
    ['healthy-release', 'succeeds after its own version responds', ['shop-v1.4.2'], HEALTHY],
    ['smoke-test', 'runs its test against the new deployment', ['shop-v1.4.2'], /./],
    ['canary', 'deploys to one workspace after another', ['canary', 'europe', 'america'], /./],
  ])('%s: %s', async (name, _, made, words) => {
    const { push, posts } = await exampleIn(name)
    expect(await push('v1.4.2')).toMatch(words)
    expect(posts().map(([name, workspace]) => workspace ?? name)).toEqual(made)
  })

  it.each(['promotion', 'canary'])('%s: nothing follows a first job that fails', async name => {
    const { sandbox, push, posts } = await exampleIn(name)
    sandbox.script({ operation: 'create_deployment', status: 422, body: { detail: 'Too many' } })
    await push('v1.4.2', false)
    expect(posts()).toHaveLength(1)
  })

  it.each([
    [0, 'creates a deployment of the digest that was attested and verified', [['shop-v1.4.2', undefined]]],
    [1, 'creates nothing from an image that cannot be verified', []],
  ])('container: where the verification exits with %i, it %s', async (status, _, made) => {
    const digest = `ghcr.io/acme/shop@sha256:${'0'.repeat(64)}`
    const bin = await workspaceWith({
      docker: `#!/bin/sh\necho "ran docker $*" >&2\nif [ "$1" = inspect ]; then echo ${digest}; fi\n`,
      gh: `#!/bin/sh\necho "ran gh $*"\nexit ${status}\n`,
    })
    for (const tool of ['docker', 'gh']) chmodSync(join(bin, tool), 0o755)
    const env = { PATH: `${bin}:${process.env['PATH']}` }
    const { sandbox, push, posts } = await exampleIn('container', {}, env)
    const log = await push('v1.4.2', status === 0)
    const commands = log.matchAll(/\| ran ((?:docker push|attest|gh) .*)/g)
    expect(Array.from(commands, ([, command]) => command)).toEqual([
      'docker push ghcr.io/acme/shop:v1.4.2',
      `attest ${digest}`,
      `gh attestation verify oci://${digest} --repo acme/shop`,
    ])
    expect(posts()).toEqual(made)
    for (const { source_revision_config } of sandbox.deployments)
      expect(source_revision_config).toMatchObject({ image_uri: digest })
  })

  it('rollback: creates the older version again, or adopts it with the settings that it has', async () => {
    const { sandbox, run, posts } = await exampleIn('rollback')
    for (const summary of ['was created', 'was adopted']) {
      const log = await run('workflow_dispatch', { inputs: { version: 'v1.4.1' } })
      expect(log).toContain(summary)
      expect(log).toMatch(/v1\.4\.1 answers at http/)
      Object.assign(sandbox.deployments[0]?.source_config ?? {}, { resource_spec: { min_scale: 2 } })
    }
    expect(posts()).toEqual([['shop-v1.4.1', undefined]])
    expect(sandbox.deployments).toMatchObject([{ source_revision_config: { repo_ref: 'refs/tags/v1.4.1' } }])
  })

  it('pull-request: tries a config file against the sandbox action', async () => {
    const config = 'name: shop-{version}\nsource: repohost\nsecrets: [DATABASE_URL]\n'
    const { run } = await exampleIn('pull-request', { 'deploy.yml': config })
    const log = await run('pull_request')
    expect(log).toContain('The deployment shop-next was created')
    expect(log).toContain('The sandbox stopped')
    const [, base_url = ''] = /The sandbox is at (\S+) until/.exec(log) ?? []
    await expect(fetch(base_url)).rejects.toThrow()
  })

  it('later-job: waits for the deployment by its id', async () => {
    const { sandbox, run } = await exampleIn('later-job')
    const log = await run('workflow_dispatch')
    expect(log).toContain(
      `is active; its status is READY. The id of the deployment is ${sandbox.deployments[0]?.id}`,
    )
    expect(log).toContain('The status of shop is READY')
  })

  it('push: the first run creates the deployment, and each later one waits until the service has built its push', async () => {
    const { sandbox, run, posts, write, head } = await exampleIn('push')
    const push = { ref: 'refs/heads/main' }
    expect(await run('push', push)).toContain(`${head()} is live at`)
    const first = head()
    write({ 'page.html': 'changed' })
    expect(head()).not.toBe(first)
    const asked = sandbox.requests.length
    const running = run('push', push)
    // The service receives the push while the workflow waits.
    while (sandbox.requests.length < asked + 4) await setTimeout(50)
    expect(sandbox.push({ repo_url: REPO, ...push, commit: head() })).toHaveLength(1)
    expect(await running).toContain(`${head()} is live at`)
    expect(posts()).toEqual([['shop', undefined]])
  })

  it('push: a deployment without build_on_push differs, as no push would build it', async () => {
    const { sandbox, run, posts } = await exampleIn('push')
    const integration_id = sandbox.repositories[0]?.host_integration_id ?? ''
    sandbox.seed({
      ...{ name: 'shop', source: 'repohost', source_revision_config: { repo_ref: 'main' } },
      source_config: { repo_url: REPO, build_on_push: false, integration_id },
    })
    const log = await run('push', { ref: 'refs/heads/main' }, false)
    expect(log).toContain('source_config.build_on_push: requested true, existing false')
    expect(posts()).toEqual([])
  })

  it('try-push: needs no account', async () => {
    const { run } = await exampleIn('try-push')
    expect(await run('workflow_dispatch')).toContain('is active at commit f00ba47f00ba and healthy')
  })

  it('drift: passes where the service omits fields and masks values, and fails after a change', async () => {
    const config = `source: internal_template
source_config: {build_command: make, install_command: npm ci, listener_config: {k8s_namespace: shop}}
secrets: [DATABASE_URL]`
    const names = ['shop', 'warehouse']
    const files = names.map(name => [`services/${name}/deploy.yml`, `name: ${name}\n${config}\n`])
    const { sandbox, run, posts } = await exampleIn('drift', Object.fromEntries(files))
    const masked = { source: 'internal_template' as const, secrets: [{ name: 'DATABASE_URL', value: '***' }] }
    sandbox.seed(...names.map(name => ({ name, ...masked, source_config: { build_command: 'make' } })))
    const rewrite = (body: unknown) =>
      JSON.parse(JSON.stringify(body), (key, value) => (OMITTED.test(key) ? undefined : value))
    sandbox.script({ operation: 'list_deployments', times: 'forever', rewrite })
    expect(await run('schedule')).toContain(
      'These parts could not be compared, because the service does not return them as they were sent: source_config.install_command',
    )
    sandbox.update(sandbox.deployments[1]?.id ?? '', { source_config: { build_command: 'make all' } })
    expect(await run('schedule', {}, false)).toContain('requested "make", existing "make all"')
    expect(posts()).toEqual([])
  })

  it('rehearsal: the release ends as expected under each fault', async () => {
    const { run } = await exampleIn('rehearsal')
    const log = await run('workflow_dispatch')
    // It fails if the end of one is another than it says.
    for (const fault of FAULTS) expect(log).toContain(`Under the fault ${fault}: `)
  })

  it('leftovers: names what is left over in one issue, and nothing that may be in use', async () => {
    const { sandbox, run, env } = await exampleIn('leftovers')
    const seed = (name: string, ref: string, more: object = {}) =>
      sandbox.seed({
        ...{ name, source: 'repohost', created_at: '2026-01-01T00:00:00Z' },
        source_config: { repo_url: `${REPO}.git` },
        source_revision_config: { repo_ref: ref },
        ...more,
      })[0]?.id
    const tags = ['v1.0.0', 'v1.2.0', 'v1.9.0', 'v1.10.0', 'v2.0.0', 'v3.0.0']
    const host = await hostWith({
      'GET /repos/acme/shop': { default_branch: 'main' },
      'GET /repos/acme/shop/git/matching-refs/heads/': [{ ref: 'refs/heads/main' }],
      'GET /repos/acme/shop/git/matching-refs/tags/': tags.map(tag => ({ ref: `refs/tags/${tag}` })),
      'GET /repos/acme/shop/pulls/7': { state: 'closed' },
      'GET /repos/acme/shop/pulls/8': { state: 'open' },
      'GET /repos/acme/shop/issues': [],
      'POST /repos/acme/shop/issues': {},
      'PATCH /repos/acme/shop/issues/3': {},
    })
    Object.assign(env, { GITHUB_API_URL: host.url })
    // In use: the three newest versions that run, KEEP, and the open pull request.
    for (const version of ['v1.9.0', 'v1.10.0', 'v2.0.0', 'v1.0.0'])
      seed(`shop-${version}`, `refs/tags/${version}`)
    seed('shop-pr-8', 'gone')
    // Its build failed, so an older version may serve.
    seed('shop-v3.0.0', 'refs/tags/v3.0.0', { active_revision_id: null })
    const old = seed('shop-v1.2.0', 'v1.2.0')
    const untagged = seed('shop-v4.0.0', 'refs/tags/v4.0.0', { active_revision_id: null })
    const closed = seed('shop-pr-7', 'main')
    const container = (version: string, image_uri: string) =>
      seed(version, '', {
        ...{ source: 'external_container', source_revision_config: { image_uri } },
        active_revision_id: null,
      })
    const image = container('shop-v5.0.0', `ghcr.io/acme/shop@sha256:${'0'.repeat(64)}`)
    // Together more than an environment variable may hold.
    for (let number = 0; number < 300; number++) seed(`shop-of-others-${number}`, 'x'.repeat(400))
    // Not for this workflow to judge.
    seed('my-shop-pr-7', 'gone')
    seed('shop-pr-7-copy', 'gone')
    seed('shop-pr-9', 'gone')
    seed('shop-v1.1.0', 'gone', { source_config: { repo_url: 'https://github.com/acme/other' } })
    seed('shop-v1.1.1', 'gone', { source: 'internal_source' })
    container('shop-v5.0.1', 'ghcr.io/acme/shop-of-others:v5.0.1')
    seed('shop-v1.1.2', 'gone', { created_at: new Date().toISOString() })
    seed('shop-v1.1.3', 'gone', { status: 'AWAITING_DELETE' })

    await run('schedule')
    const [, { body = '' } = {}] = host.written[0] ?? []
    const rows = Array.from(
      body.matchAll(/^\| <code>.*<code>(.*)<\/code> \| <code>2026-01-01<\/code> \| (.*) \|$/gm),
      row => row.slice(1),
    )
    expect(rows.sort()).toEqual(
      [
        [old, 'Older than the three newest versions that run'],
        [untagged, 'Its tag or branch is gone'],
        [image, 'Its tag or branch is gone'],
        [closed, 'Pull request 7 is closed'],
      ].sort(),
    )
    host.answers['GET /repos/acme/shop/issues'] = [{ number: 3, body }]
    for (const { id } of sandbox.deployments) sandbox.remove(id)
    await run('schedule')
    expect(host.written.map(([call, { state }]) => [call, state])).toEqual([
      ['POST /repos/acme/shop/issues', undefined],
      ['PATCH /repos/acme/shop/issues/3', 'closed'],
    ])
    // A token that sees no branch would make all of them seem to be gone.
    host.answers['GET /repos/acme/shop/git/matching-refs/heads/'] = []
    seed('shop-v1.2.0', 'refs/tags/v1.2.0')
    await run('schedule', {}, false)
    expect(host.written).toHaveLength(2)
    expect(sandbox.requests.every(({ method }) => method === 'GET')).toBe(true)
  })
})

/** GitHub's API with these answers, by the request, until the test is over. */
async function hostWith(answers: Record<string, unknown>) {
  const written: [call: string, body: Record<string, string>][] = []
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${decodeURIComponent(new URL(request.url ?? '', REPO).pathname)}`
    const sent = await text(request)
    if (sent !== '') written.push([call, JSON.parse(sent)])
    response.writeHead(call in answers ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[call] ?? {}))
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, answers, written }
}
