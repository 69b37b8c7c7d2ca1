import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sandboxForTest } from '../e2e/create.ts'
import { gitHubForTest } from '../e2e/github-api.ts'
import { pullRequest } from '../e2e/pull-request.ts'
import { EXAMPLES } from '../workflows/workflows.ts'
import { hasAct, openRepository } from './act.ts'

// Runs deploy-many.yml. Artifacts are local folders here, and environments have no rules.

const CALL = readFileSync('examples/forty-services.yml', 'utf8')

/** A call that shows the workflow's outputs. */
const withOutputs = (call: string) => `${call}
  show:
    needs: services
    if: always()
    runs-on: ubuntu-latest
    steps:
      - run: echo "bad of $(jq length <<< "$RESULTS"), $FAILED"
        env:
          RESULTS: \${{ needs.services.outputs.results }}
          FAILED: \${{ needs.services.outputs.failed }}
`

async function openServices(files: Record<string, string>) {
  const sandbox = await sandboxForTest({ api_key: 'key-for-act', applications: true })
  const github = await gitHubForTest()
  const repository = openRepository({ 'all.yml': withOutputs(CALL), ...files })
  const run = (event: 'push' | 'pull_request' | 'workflow_dispatch', secrets: Record<string, string> = {}) =>
    repository.run('all.yml', event, {
      payload: event === 'pull_request' ? pullRequest() : { ref: 'refs/tags/v1.4.2' },
      vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url },
      secrets: { GITHUB_TOKEN: 'ghs_token', DEPLOYMENT_SERVICE_KEY: 'key-for-act', ...secrets },
      env: { GITHUB_API_URL: github.api_url },
    })
  return { sandbox, github, run, write: repository.write }
}

describe.skipIf(!hasAct)('deploy-many.yml', () => {
  it('plans ten services, deploys them with the secrets that each names, and goes back to them', async () => {
    const file = (service: number) => `services/s${service}/deploy.yml`
    const config = (service: number) =>
      `name: shop-${service}-{version}\nsource: internal_template\nsecrets: [${service < 9 ? `TOKEN_${service}` : 'MISSING'}]\n`
    const services = Array.from({ length: 10 }, (_, service) => service)
    const files = Object.fromEntries(services.map(service => [file(service), config(service)]))
    const { sandbox, github, run, write } = await openServices(files)
    const pool = services.map(service => `TOKEN_${service}=value of service ${service}`).join('\n')
    const secrets = [{ name: 'TOKEN_0', value: 'x' }]
    sandbox.seed({ name: 'shop-0-next', source: 'internal_template', secrets })
    sandbox.seed({ name: 'shop-1-next', source: 'internal_source' })

    const plan = () => run('pull_request', { SERVICE_SECRETS: pool })
    const planned = await plan()
    expect(sandbox.deployments, planned.log).toHaveLength(2)
    // act runs no later job of the caller after a failure, so the outputs are read from its log.
    const [, results = '[]'] = /set-output:: results=(.*)/.exec(planned.log) ?? []
    expect(JSON.parse(results)).toMatchObject([
      { result: 'would_adopt', error_code: '' },
      { result: 'differs', error_code: 'differs' },
      ...Array(7).fill({ result: 'would_create', error_code: '' }),
      { result: 'failed', error_code: 'invalid_input' },
    ])
    expect(planned.log).toContain('set-output:: failed=2')
    for (const words of [
      '## ❌ 10 deployments: 1 failed, 1 differs, 1 would adopt, 7 would create',
      'services/s9/deploy.yml:3:11',
      'names the secret <code>MISSING</code>, which the workflow does not pass',
    ])
      expect(github.comments[0]?.body.replaceAll('<wbr>', '')).toContain(words)

    sandbox.remove(sandbox.deployments[1]?.id ?? '')
    write({ [file(9)]: config(8).replaceAll('8', '9') })
    await plan()
    expect(github.comments).toHaveLength(1)
    expect(github.comments[0]?.body).toContain('## 🧪 10 deployments: 1 would adopt, 9 would create')

    const deployed = await run('push', { SERVICE_SECRETS: pool })
    expect(deployed.exitCode, deployed.log).toBe(0)
    expect(deployed.log).toContain('## ✅ 10 deployments: 10 created')
    expect(deployed.log).toContain('bad of 10, 0')
    // Settings that differ by now do not matter.
    write({ [file(3)]: `${config(3)}variables: { LEVEL: info }\n` })
    const back = await run('workflow_dispatch', { SERVICE_SECRETS: pool })
    // One of them differs from its file.
    expect(back.log).toContain('## ⚠️ 10 deployments: 10 adopted')
    const posts = sandbox.requests.filter(({ method }) => method === 'POST')
    expect(posts).toHaveLength(10)
    for (const { body } of posts) {
      const { name, secrets } = body as { name: string; secrets: unknown }
      const [, service] = /^shop-(\d)-v1\.4\.2$/.exec(name) ?? []
      expect(secrets).toEqual([{ name: `TOKEN_${service}`, value: `value of service ${service}` }])
    }
    for (const { log } of [planned, deployed]) expect(log).not.toMatch(/value of service \d/)
  })

  it('reports a deployment with outputs that are longer than a variable of the environment', async () => {
    const config = 'name: shop-{version}\nsource: internal_template\n'
    const { sandbox, run } = await openServices({ 'services/shop/deploy.yml': config })
    const image_version = '1'.repeat(200_000)
    const rewrite = (body: unknown) => ({ ...(body as object), image_version })
    sandbox.script({ operation: 'create_deployment', rewrite })
    const { exitCode, log } = await run('push')
    expect(exitCode, log.slice(0, 20_000)).toBe(0)
    expect(log).toContain('## ✅ 1 deployment: 1 created')
    expect(log).toContain('bad of 1, 0')
  })

  it('sets the integration and the listener once for all services', async () => {
    const call = CALL.replace(
      '      version:',
      '      listener_id: 0b6fd9f1-54c7-4c55-9a42-5a8b6c1f0d3e\n      version:',
    )
    const config =
      'name: shop-{version}\nsource: external_container\nsource_revision_config: {image_uri: shop}\n'
    const { sandbox, run } = await openServices({
      'all.yml': withOutputs(call),
      'services/shop/deploy.yml': config,
    })
    const { exitCode, log } = await run('push')
    expect(exitCode, log).toBe(0)
    const source_config = { listener_id: '0b6fd9f1-54c7-4c55-9a42-5a8b6c1f0d3e' }
    expect(sandbox.deployments).toMatchObject([{ name: 'shop-v1.4.2', source_config }])
  })

  it('deploys to staging and then to production, as docs/approvals.md shows', async () => {
    const { text = '' } = EXAMPLES.find(({ name }) => name === 'docs/approvals.md, example 1') ?? {}
    const settings = { api_key: 'key-for-act', ready_after: 100, applications: true }
    const [staging, production] = [await sandboxForTest(settings), await sandboxForTest(settings)]
    const file = 'name: shop\nsource: internal_template\nsecrets: [TOKEN]\n'
    const repository = openRepository({ 'w.yml': text, 'services/shop/deploy.yml': file })
    const run = () =>
      repository.run('w.yml', 'push', {
        payload: { ref: 'refs/tags/v1.4.2' },
        vars: { STAGING_URL: staging.base_url, PRODUCTION_URL: production.base_url },
        secrets: { GITHUB_TOKEN: 'ghs_token', API_KEY: 'key-for-act', SECRETS: 'TOKEN=of the shop' },
      })
    staging.script({ operation: 'create_deployment', status: 422, body: { detail: 'Too many' } })
    expect(await run()).toMatchObject({ exitCode: 1 })
    expect(production.requests).toEqual([])

    const { exitCode, log } = await run()
    expect(exitCode, log).toBe(0)
    for (const { deployments } of [staging, production])
      expect(deployments).toMatchObject([{ name: 'shop', secrets: [{ name: 'TOKEN' }] }])
  })
})
