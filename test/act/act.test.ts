import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sandboxForTest } from '../e2e/create.ts'
import { hasAct, openPlace, type Place } from './act.ts'

const TIMEOUT = 300_000

function place(files: Record<string, string>): Place {
  const opened = openPlace()
  onTestFinished(opened.remove)
  opened.write(files)
  return opened
}

const example = (name: string) => readFileSync(`examples/${name}.yml`, 'utf8')

describe.skipIf(!hasAct)('run for real', () => {
  it('a tagged release creates a deployment, and the next job prints its id', {
    timeout: TIMEOUT,
  }, async () => {
    const sandbox = await sandboxForTest({ api_key: 'key-for-act' })
    const { run } = place({ 'release.yml': example('release') })
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

  it('a pull request is tried against the sandbox action', { timeout: TIMEOUT }, async () => {
    const { run } = place({
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

  it('of 40 services one is wrong, is put right, and then nothing changes', {
    timeout: 3 * TIMEOUT,
  }, async () => {
    const sandbox = await sandboxForTest({ api_key: 'key-for-act' })
    const config = (service: number, more = '') => `name: shop-${service}\nsource: internal_template\n${more}`
    const file = (service: number) => `services/s${service}/deploy.yml`
    const services = Array.from({ length: 40 }, (_, index) => index + 1)
    const { run, write } = place({
      'all.yml': example('forty-services'),
      ...Object.fromEntries(services.map(service => [file(service), config(service)])),
      [file(7)]: config(7, 'source_confg: {}\n'),
    })
    const all = () =>
      run('all.yml', 'workflow_dispatch', {
        vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url },
        secrets: { DEPLOYMENT_SERVICE_KEY: 'key-for-act' },
      })
    const names = () => new Set(sandbox.deployments.map(({ name }) => name))

    const first = await all()
    expect(first.exitCode).toBe(1)
    expect(sandbox.deployments).toHaveLength(39)
    expect(names()).not.toContain('shop-7')
    expect(first.log).toContain('## ❌ 40 deployments: 39 created, 1 failed')
    expect(first.log).toContain(`Run again: "${file(7)}"`)
    expect(first.log.match(/::error /g)).toHaveLength(1)
    expect(first.log).toContain('the nearest known key is source_config')

    write({ [file(7)]: config(7) })
    const second = await all()
    expect(second.exitCode, second.log).toBe(0)
    expect(second.log).toContain('## ✅ 40 deployments: 39 adopted, 1 created')
    const before = sandbox.deployments

    const third = await all()
    expect(third.exitCode, third.log).toBe(0)
    expect(third.log).toContain('## ✅ 40 deployments: 40 adopted')
    expect(sandbox.deployments).toEqual(before)
    expect(before).toHaveLength(40)
  })

  it('more files than a matrix has jobs are refused, and shards are not', { timeout: TIMEOUT }, async () => {
    const sandbox = await sandboxForTest({ api_key: 'key-for-act' })
    const services = Array.from({ length: 257 }, (_, index) => [`services/${index}/deploy.yml`, 'name: x\n'])
    const { run, write } = place({ 'all.yml': example('forty-services'), ...Object.fromEntries(services) })
    const given = { vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url } }
    const { exitCode, log } = await run('all.yml', 'workflow_dispatch', given)
    expect(exitCode).toBe(1)
    // The last words of a step that fails may be missing here; test/workflows/deploy-many.test.ts has them.
    expect(log).toContain('Failure - Main Find the config files')
    expect(sandbox.requests).toEqual([])
    // Of so many shards this one holds a single file, which is wrong, and is the only one to be tried.
    write({
      'all.yml': example('forty-services').replace('    with:\n', '    with:\n      shard: 257/257\n'),
    })
    const shard = await run('all.yml', 'workflow_dispatch', given)
    expect(shard.log).toContain('1 of 257 files')
    expect(shard.log).toContain('## ❌ 1 deployment: 1 failed')
  })
})
