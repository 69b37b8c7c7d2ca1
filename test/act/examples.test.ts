import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sandboxForTest, workspaceWith } from '../e2e/create.ts'
import { hasAct, openRepository } from './act.ts'

// Runs the workflows of examples/ on this machine, against the sandbox. Environments have no rules here. Stand-ins replace
// docker, gh and actions/attest. examples/self-hosted.yml needs a proxy and its certificate, and is not run.

const REPO = 'https://github.com/acme/shop'

/** An example in a new repository, with a sandbox that has applications. */
async function exampleIn(name: string, files: Record<string, string> = {}, env: Record<string, string> = {}) {
  const sandbox = await sandboxForTest({
    ...{ api_key: 'key-for-act', ready_after: 500, applications: true },
    repositories: [{ owner: 'acme', name: 'shop', url: REPO }],
  })
  const workflow = readFileSync(`examples/${name}.yml`, 'utf8')
  const opened = openRepository({ 'example.yml': workflow, ...files })
  /** Runs it with an event, and returns its log. */
  const run = async (event: string, payload: object = {}, succeeds = true) => {
    const { exitCode, log } = await opened.run('example.yml', event, {
      payload,
      env,
      vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url, INTEGRATION_ID: sandbox.integration_id },
      secrets: { DEPLOYMENT_SERVICE_KEY: 'key-for-act', DATABASE_URL: 'postgres://shop:hunter2@db/shop' },
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
  return { sandbox, run, push, posts, head: opened.head }
}

const HEALTHY = /answered 503: \{"status":"starting"\}.*answered 200, healthy: .*"version":"v1\.4\.2"/s
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
    const config = 'name: shop\nsource: repohost\nsecrets: [DATABASE_URL]\n'
    const { run } = await exampleIn('pull-request', { 'deploy.yml': config })
    const log = await run('pull_request')
    expect(log).toContain('The deployment shop was created')
    expect(log).toMatch(/The sandbox stopped; it had served \d+ requests/)
    const [, base_url = ''] = /The sandbox is at (\S+) until/.exec(log) ?? []
    await expect(fetch(base_url)).rejects.toThrow()
  })

  it('later-job: waits for the deployment by its id', async () => {
    const { sandbox, run } = await exampleIn('later-job')
    const log = await run('workflow_dispatch')
    expect(log).toContain(`is active; its status is READY. Its id is ${sandbox.deployments[0]?.id}`)
    expect(log).toContain('shop is ready')
  })

  it('push: waits for the commit of a push', async () => {
    const { sandbox, run, head } = await exampleIn('push')
    const integration_id = sandbox.repositories[0]?.host_integration_id
    const body = {
      ...{ name: 'shop', source: 'repohost', secrets: [], source_revision_config: { repo_ref: 'main' } },
      source_config: { repo_url: REPO, build_on_push: true, integration_id },
    }
    const headers = { 'content-type': 'application/json', 'x-api-key': 'key-for-act' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    expect((await fetch(`${sandbox.base_url}/v2/deployments`, request)).status).toBe(201)
    const running = run('push', { ref: 'refs/heads/main' })
    // The service receives the push while the workflow waits.
    while (sandbox.requests.length < 3) await setTimeout(50)
    expect(sandbox.push({ repo_url: REPO, ref: 'refs/heads/main', commit: head() })).toHaveLength(1)
    expect(await running).toContain(`${head()} is live at`)
  })

  it('try-push: needs no account', async () => {
    const { run } = await exampleIn('try-push')
    expect(await run('workflow_dispatch')).toContain('is active at commit f00ba47f00ba and healthy')
  })
})
