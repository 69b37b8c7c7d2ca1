import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sandboxForTest } from '../e2e/create.ts'
import { gitHubForTest } from '../e2e/github-api.ts'
import { HEAD, pullRequest } from '../e2e/pull-request.ts'
import { hasAct, openRepository } from './act.ts'

// Runs preview.yml for a pull request of the repository, of a fork and of Dependabot, and for a closed one.

const CALL = readFileSync('examples/preview.yml', 'utf8')

async function openPreview(call = CALL) {
  const repository = openRepository({ 'preview.yml': call })
  const [sandbox, github] = [await sandboxForTest({ api_key: 'key-for-act' }), await gitHubForTest()]
  /** Runs it to its success, and returns its log. */
  async function run(payload: object = pullRequest(), { actor = 'octocat', key = 'key-for-act' } = {}) {
    const { exitCode, log } = await repository.run('preview.yml', 'pull_request', {
      actor,
      payload,
      vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url, INTEGRATION_ID: sandbox.integration_id },
      secrets: { GITHUB_TOKEN: 'ghs_token', ...(key && { DEPLOYMENT_SERVICE_KEY: key }) },
      env: { GITHUB_API_URL: github.api_url },
    })
    expect(exitCode, log).toBe(0)
    return log
  }
  return { sandbox, github, run }
}

describe.skipIf(!hasAct)('a preview', () => {
  it('is deployed, commented on, adopted by the next push, and closed', async () => {
    const { sandbox, github, run } = await openPreview()
    await run()
    expect(sandbox.deployments).toMatchObject([
      { name: 'shop-pr-7', source_revision_config: { repo_ref: 'feature/cart' } },
    ])
    const [deployment] = sandbox.deployments
    expect(github.deployments).toMatchObject([{ ref: HEAD, environment: 'preview' }])
    // The service has built the branch at another commit than the pull request's.
    const created = expect.stringContaining('Deployment created: another version was deployed')
    expect(github.comments).toMatchObject([{ body: created }])

    await run()
    expect(sandbox.deployments).toHaveLength(1)
    // The service has not built the pull request's commit, and the comment says so.
    expect(github.comments).toMatchObject([{ body: expect.stringContaining('nothing was deployed') }])

    const repo_url = sandbox.repositories[0]?.url ?? ''
    sandbox.push({ repo_url, ref: 'feature/cart', commit: HEAD })
    await run()
    expect(github.comments).toMatchObject([{ body: expect.stringContaining('✅ Deployment adopted') }])

    await run({ ...pullRequest(), action: 'closed' })
    expect(github.deployments.map(({ id }) => github.statesOf(id).at(-1))).toEqual(Array(3).fill('inactive'))
    expect(github.comments).toHaveLength(1)
    expect(github.comments[0]?.body).toContain('the deployment remains')
    expect(github.comments[0]?.body.replaceAll('<wbr>', '')).toContain(`<code>${deployment?.id}</code>`)
    expect(sandbox.deployments).toHaveLength(1)
  })

  it('of a fork succeeds, and a notice explains that nothing was deployed', async () => {
    const { sandbox, github, run } = await openPreview()
    for (const action of ['opened', 'closed']) {
      const log = await run({ ...pullRequest('eve/shop'), action }, { key: '' })
      expect(log).toContain('Nothing was deployed: this pull request is from a fork')
    }
    expect([sandbox.requests, github.requests]).toEqual([[], []])
  })

  it('of Dependabot succeeds without secrets, and is deployed with them', async () => {
    const { sandbox, github, run } = await openPreview()
    const log = await run(pullRequest(), { actor: 'dependabot[bot]', key: '' })
    expect(log).toContain('Nothing was deployed: runs for Dependabot get no secrets')
    expect(github.requests).toEqual([])
    await run(pullRequest(), { actor: 'dependabot[bot]' })
    expect(sandbox.deployments).toHaveLength(1)
  })

  it('of Dependabot is skipped with oidc_audience alone, as its job may not request a token', async () => {
    const call = CALL.replace(
      '      base_url:',
      '      oidc_audience: https://service.example\n      base_url:',
    )
    const { sandbox, run } = await openPreview(call)
    const log = await run(pullRequest(), { actor: 'dependabot[bot]', key: '' })
    expect(log).toContain('Nothing was deployed: runs for Dependabot get no secrets')
    expect(sandbox.requests).toEqual([])
  })

  it('with a config of white space fails before it deploys anything', async () => {
    const { sandbox, run } = await openPreview(
      CALL.replace('      name: shop', "      name: shop\n      config: '  '"),
    )
    await expect(run()).rejects.toThrow('The input config holds only white space')
    expect(sandbox.requests).toEqual([])
  })
})
