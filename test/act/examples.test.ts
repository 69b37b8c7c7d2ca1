import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sandboxForTest } from '../e2e/create.ts'
import { hasAct, openRepository } from './act.ts'

// Runs the workflows of examples/ on this machine, against the sandbox. Environments have no rules here, and
// examples/container.yml and self-hosted.yml need Docker.

const REPO = 'https://github.com/acme/shop'

/** An example in a new repository, with a sandbox that has applications. */
async function exampleIn(name: string, files: Record<string, string> = {}) {
  const sandbox = await sandboxForTest({
    api_key: 'key-for-act',
    ready_after: 500,
    applications: true,
    repositories: [{ owner: 'acme', name: 'shop', url: REPO }],
  })
  const opened = openRepository({ 'example.yml': readFileSync(`examples/${name}.yml`, 'utf8'), ...files })
  const run = (event: string, payload: object = {}) =>
    opened.run('example.yml', event, {
      payload,
      vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url, INTEGRATION_ID: sandbox.integration_id },
      secrets: { DEPLOYMENT_SERVICE_KEY: 'key-for-act', DATABASE_URL: 'postgres://shop:hunter2@db/shop' },
    })
  const push = (tag: string) => run('push', { ref: `refs/tags/${tag}` })
  const names = () => sandbox.deployments.map(deployment => deployment.name)
  return { sandbox, run, push, names, head: opened.head }
}

/** The workspaces that the create requests name. */
const workspaces = ({ requests }: { requests: { method: string; headers: Record<string, unknown> }[] }) =>
  requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers['x-workspace-id'])

describe.skipIf(!hasAct)('an example that act runs', { timeout: 300_000 }, () => {
  it('release: creates a deployment for each tag, and the next job prints its id', async () => {
    const { sandbox, push, names } = await exampleIn('release')
    const { exitCode, log } = await push('v1.4.2')
    expect(exitCode, log).toBe(0)
    expect(log).toContain(`v1.4.2 runs as deployment ${sandbox.deployments[0]?.id}`)
    expect((await push('v1.4.3')).exitCode).toBe(0)
    expect(names()).toEqual(['shop-v1.4.2', 'shop-v1.4.3'])
  })

  it('promotion: production follows a healthy staging', async () => {
    const { push, names } = await exampleIn('promotion')
    const { exitCode, log } = await push('v1.4.2')
    expect(exitCode, log).toBe(0)
    expect(names()).toEqual(['shop-staging-v1.4.2', 'shop-v1.4.2'])
    expect(log.match(/answered 200, healthy: .*"version":"v1\.4\.2"/g)).toHaveLength(2)
  })

  it('canary: the other workspaces follow one after another', async () => {
    const { sandbox, push } = await exampleIn('canary')
    const { exitCode, log } = await push('v1.4.2')
    expect(exitCode, log).toBe(0)
    expect(workspaces(sandbox)).toEqual(['canary', 'europe', 'america'])
  })

  it.each([
    ['promotion', [undefined]],
    ['canary', ['canary']],
  ])('%s: nothing follows a first job that fails', async (name, sent) => {
    const { sandbox, push } = await exampleIn(name)
    sandbox.script({ operation: 'create_deployment', status: 422, body: { detail: 'Too many' } })
    expect((await push('v1.4.2')).exitCode).toBe(1)
    expect(workspaces(sandbox)).toEqual(sent)
  })

  it('rollback: adopts the older version if it is still there, and creates it again if not', async () => {
    const { sandbox, run, names } = await exampleIn('rollback')
    const back = () => run('workflow_dispatch', { inputs: { version: 'v1.4.1' } })
    for (const summary of ['was created', 'was adopted']) {
      const { exitCode, log } = await back()
      expect(exitCode, log).toBe(0)
      expect(log).toContain(summary)
      expect(log).toMatch(/v1\.4\.1 answers at http/)
    }
    expect(names()).toEqual(['shop-v1.4.1'])
    expect(sandbox.deployments).toMatchObject([{ source_revision_config: { repo_ref: 'refs/tags/v1.4.1' } }])
  })

  it('pull-request: tries a config file against the sandbox action', async () => {
    const config = 'name: shop\nsource: repohost\nsecrets: [DATABASE_URL]\n'
    const { run } = await exampleIn('pull-request', { 'deploy.yml': config })
    const { exitCode, log } = await run('pull_request')
    expect(exitCode, log).toBe(0)
    expect(log).toContain('The deployment shop was created')
    expect(log).toMatch(/The sandbox stopped; it had served \d+ requests/)
    const [, base_url = ''] = /The sandbox is at (\S+) until/.exec(log) ?? []
    await expect(fetch(base_url)).rejects.toThrow()
  })

  it('later-job: waits for the deployment by its id', async () => {
    const { sandbox, run } = await exampleIn('later-job')
    const { exitCode, log } = await run('workflow_dispatch')
    expect(exitCode, log).toBe(0)
    expect(log).toContain(
      `The deployment shop is active; its status is READY. Its id is ${sandbox.deployments[0]?.id}.`,
    )
    expect(log).toContain('shop is ready')
  })

  it('healthy-release: succeeds after its own version responds', async () => {
    const { push } = await exampleIn('healthy-release')
    const { exitCode, log } = await push('v1.4.2')
    expect(exitCode, log).toBe(0)
    expect(log).toContain('answered 503: {"status":"starting"}')
    expect(log).toMatch(/answered 200, healthy: .*"version":"v1\.4\.2"/)
  })

  it('smoke-test: runs its test against the new deployment of each tag', async () => {
    const { push, names } = await exampleIn('smoke-test', {
      // Here the sandbox gives the deployment its URL.
      'example.yml': readFileSync('examples/smoke-test.yml', 'utf8').replace(/ *custom_url:.*\n/, ''),
    })
    const { exitCode, log } = await push('v1.4.2')
    expect(exitCode, log).toBe(0)
    expect(names()).toEqual(['shop-v1.4.2'])
  })

  it('push: waits for the commit of a push', async () => {
    const { sandbox, run, head } = await exampleIn('push')
    const source_config = { repo_url: REPO, build_on_push: true, integration_id: '' }
    source_config.integration_id = sandbox.repositories[0]?.host_integration_id ?? ''
    const source_revision_config = { repo_ref: 'main' }
    const body = { name: 'shop', source: 'repohost', secrets: [], source_config, source_revision_config }
    const headers = { 'content-type': 'application/json', 'x-api-key': 'key-for-act' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    expect((await fetch(`${sandbox.base_url}/v2/deployments`, request)).status).toBe(201)
    const running = run('push', { ref: 'refs/heads/main' })
    // The service receives the push while the workflow waits.
    while (sandbox.requests.length < 3) await setTimeout(50)
    expect(sandbox.push({ repo_url: REPO, ref: 'refs/heads/main', commit: head() })).toHaveLength(1)
    const { exitCode, log } = await running
    expect(exitCode, log).toBe(0)
    expect(log).toContain(`${head()} is live at`)
  })

  it('try-push: needs no account', async () => {
    const { run } = await exampleIn('try-push')
    const { exitCode, log } = await run('workflow_dispatch')
    expect(exitCode, log).toBe(0)
    expect(log).toContain('The deployment shop is active at commit f00ba47f00ba and healthy')
  })
})
