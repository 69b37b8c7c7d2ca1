import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sandboxForTest } from '../e2e/create.ts'
import { hasAct, openRepository } from './act.ts'

const TIMEOUT = 300_000
const REPO = 'https://github.com/acme/shop'

/** An example in a new repository, with a sandbox that has applications. */
async function exampleIn(name: string) {
  const sandbox = await sandboxForTest({
    api_key: 'key-for-act',
    ready_after: 500,
    applications: true,
    repositories: [{ owner: 'acme', name: 'shop', url: REPO }],
  })
  const opened = openRepository()
  onTestFinished(opened.remove)
  opened.write({ 'example.yml': readFileSync(`examples/${name}.yml`, 'utf8') })
  const run = (event: string, payload: object = {}) =>
    opened.run('example.yml', event, {
      payload,
      vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url, INTEGRATION_ID: sandbox.integration_id },
      secrets: { DEPLOYMENT_SERVICE_KEY: 'key-for-act' },
    })
  return { sandbox, run, head: opened.head }
}

describe.skipIf(!hasAct)('an example that act runs', () => {
  it('waits for the deployment by its id in a later job', { timeout: TIMEOUT }, async () => {
    const { sandbox, run } = await exampleIn('later-job')
    const { exitCode, log } = await run('workflow_dispatch')
    expect(exitCode, log).toBe(0)
    const [deployment] = sandbox.deployments
    expect(log).toContain(`Deployment "shop" is active: ${deployment?.id}, status READY`)
    expect(log).toContain('shop is ready')
  })

  it('succeeds for a release after its own version responds', { timeout: TIMEOUT }, async () => {
    const { run } = await exampleIn('healthy-release')
    const { exitCode, log } = await run('push', { ref: 'refs/tags/v1.4.2' })
    expect(exitCode, log).toBe(0)
    expect(log).toContain('answered 503: {"status":"starting"}')
    expect(log).toMatch(/answered 200, healthy: .*"version":"v1\.4\.2"/)
  })

  it('waits for the commit of a push', { timeout: TIMEOUT }, async () => {
    const { sandbox, run, head } = await exampleIn('push')
    const source_config = { repo_url: REPO, build_on_push: true }
    const request = { name: 'shop', source: 'repohost', secrets: [], source_config }
    const created = await fetch(`${sandbox.base_url}/v2/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'key-for-act' },
      body: JSON.stringify({
        ...request,
        source_config: { ...source_config, integration_id: sandbox.repositories[0]?.host_integration_id },
        source_revision_config: { repo_ref: 'main' },
      }),
    })
    expect(created.status, await created.text()).toBe(201)
    const running = run('push', { ref: 'refs/heads/main' })
    // The service receives the push while the workflow waits.
    while (sandbox.requests.length < 3) await setTimeout(50)
    expect(sandbox.push({ repo_url: REPO, ref: 'refs/heads/main', commit: head() })).toHaveLength(1)
    const { exitCode, log } = await running
    expect(exitCode, log).toBe(0)
    expect(log).toMatch(new RegExp(`${head()} is live at http://127\\.0\\.0\\.1:\\d+/shop`))
  })

  it('tries a push without an account', { timeout: TIMEOUT }, async () => {
    const { run } = await exampleIn('try-push')
    const { exitCode, log } = await run('workflow_dispatch')
    expect(exitCode, log).toBe(0)
    expect(log).toContain('Deployment "shop" is active at commit f00ba47f00ba and healthy')
  })
})
