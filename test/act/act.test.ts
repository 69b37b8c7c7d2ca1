import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sandboxForTest } from '../e2e/create.ts'
import { hasAct, openRepository, type UserRepository } from './act.ts'

const TIMEOUT = 300_000

function repositoryWith(files: Record<string, string>): UserRepository {
  const opened = openRepository()
  onTestFinished(opened.remove)
  opened.write(files)
  return opened
}

const example = (name: string) => readFileSync(`examples/${name}.yml`, 'utf8')

describe.skipIf(!hasAct)('an example that act runs', () => {
  it('creates a deployment for a tag, and the next job prints its id', {
    timeout: TIMEOUT,
  }, async () => {
    const sandbox = await sandboxForTest({ api_key: 'key-for-act' })
    const { run } = repositoryWith({ 'release.yml': example('release') })
    const { exitCode, log } = await run('release.yml', 'push', {
      payload: { ref: 'refs/tags/v1.4.2' },
      vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url, INTEGRATION_ID: sandbox.integration_id },
      secrets: { DEPLOYMENT_SERVICE_KEY: 'key-for-act', DATABASE_URL: 'postgres://shop:hunter2@db/shop' },
    })
    expect(exitCode, log).toBe(0)
    const [deployment] = sandbox.deployments
    expect(sandbox.deployments).toMatchObject([
      { name: 'shop-v1.4.2', source_revision_config: { repo_ref: 'refs/tags/v1.4.2' } },
    ])
    expect(log).toContain(`v1.4.2 runs as deployment ${deployment?.id}`)
  })

  it('tries a pull request against the sandbox action', { timeout: TIMEOUT }, async () => {
    const { run } = repositoryWith({
      'try.yml': example('pull-request'),
      'deploy.yml': 'name: shop\nsource: repohost\nsecrets: [DATABASE_URL]\n',
    })
    const { exitCode, log } = await run('try.yml', 'pull_request', {})
    expect(exitCode, log).toBe(0)
    expect(log).toContain('Deployment "shop" was created')
    expect(log).toMatch(/The sandbox stopped; it had served \d+ requests/)
    const [, base_url = ''] = /The sandbox is at (\S+) until/.exec(log) ?? []
    await expect(fetch(base_url)).rejects.toThrow()
  })

  it('refuses 257 config files, but runs a shard of them', { timeout: TIMEOUT }, async () => {
    const sandbox = await sandboxForTest({ api_key: 'key-for-act' })
    const services = Array.from({ length: 257 }, (_, index) => [`services/${index}/deploy.yml`, 'name: x\n'])
    const { run, write } = repositoryWith({
      'all.yml': example('forty-services'),
      ...Object.fromEntries(services),
    })
    const given = { vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url } }
    const { exitCode, log } = await run('all.yml', 'workflow_dispatch', given)
    expect(exitCode).toBe(1)
    // act can lose the last lines of a failed step; test/workflows/deploy-many.test.ts checks them.
    expect(log).toContain('Failure - Main Find the config files')
    expect(sandbox.requests).toEqual([])
    // The last of 257 shards has one file, which is invalid.
    write({
      'all.yml': example('forty-services').replace('    with:\n', '    with:\n      shard: 257/257\n'),
    })
    const shard = await run('all.yml', 'workflow_dispatch', given)
    expect(shard.log).toContain('1 of 257 files')
    expect(shard.log).toContain('## ❌ 1 deployment: 1 failed')
  })
})
