import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sandboxForTest } from '../e2e/create.ts'
import { gitHubForTest } from '../e2e/github-api.ts'
import { HEAD, pullRequest } from '../e2e/pull-request.ts'
import { hasAct, openRepository } from './act.ts'

// Runs preview.yml for a pull request of the repository, of a fork and of Dependabot, and for a closed one.

const CALL = readFileSync('examples/preview.yml', 'utf8')

const REPO = 'https://github.com/acme/shop'

async function openPreview(call = CALL) {
  const repository = openRepository({ 'preview.yml': call })
  const sandbox = await sandboxForTest({
    api_key: 'key-for-act',
    repositories: [{ owner: 'acme', name: 'shop', url: REPO }],
    head_of: () => HEAD,
  })
  const github = await gitHubForTest()
  /** Runs it to its end, and returns its log. */
  async function run(
    payload: object = pullRequest(),
    { actor = 'octocat', key = 'key-for-act', succeeds = true } = {},
  ) {
    const { exitCode, log } = await repository.run('preview.yml', 'pull_request', {
      actor,
      payload,
      vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url, INTEGRATION_ID: sandbox.integration_id },
      secrets: { GITHUB_TOKEN: 'ghs_token', ...(key && { DEPLOYMENT_SERVICE_KEY: key }) },
      env: { GITHUB_API_URL: github.api_url },
    })
    expect(exitCode, log).toBe(succeeds ? 0 : 1)
    return log
  }
  return { sandbox, github, run }
}

const [PUSHED, BROKEN] = ['beef'.repeat(10), 'bad'.repeat(13).padEnd(40, '0')]

/** The payload of an event about the pull request, whose branch has this commit. */
function withHead(sha: string, action = 'synchronize') {
  const { pull_request, ...payload } = pullRequest()
  return { ...payload, action, pull_request: { ...pull_request, head: { ...pull_request.head, sha } } }
}

describe.skipIf(!hasAct)('a preview', () => {
  it('is opened, pushed to, fails to build, is corrected and is closed: the comment always says what is true', async () => {
    const { sandbox, github, run } = await openPreview(CALL.replace('20m', '10s'))
    const commentIs = (...parts: string[]) => {
      expect(github.comments).toHaveLength(1)
      const body = github.comments[0]?.body.replaceAll('<wbr>', '')
      for (const part of parts) expect(body).toContain(part)
    }
    /** The last state of each GitHub Deployment, the oldest first. */
    const states = () => github.deployments.map(({ id }) => github.statesOf(id).at(-1))
    await run(withHead(HEAD, 'opened'))
    expect(sandbox.deployments).toMatchObject([
      { name: 'shop-pr-7', source_revision_config: { repo_ref: 'feature/cart', repo_commit_sha: HEAD } },
    ])
    const id = sandbox.deployments[0]?.id ?? ''
    expect(github.deployments).toMatchObject([{ ref: HEAD, environment: 'preview' }])
    commentIs('✅ Deployment created', id)

    const asked = sandbox.requests.length
    const running = run(withHead(PUSHED))
    // The service receives the push while the workflow waits.
    while (sandbox.requests.length < asked + 4) await setTimeout(50)
    sandbox.push({ repo_url: REPO, ref: 'feature/cart', commit: PUSHED })
    expect(await running).toContain('newest revision active, commit of the newest revision beefbee')
    commentIs('✅ Deployment adopted', PUSHED.slice(0, 7))

    const built = sandbox.deployments[0]?.active_revision_id ?? ''
    const failed = { latest_revision_id: randomUUID(), source_revision_config: { repo_commit_sha: BROKEN } }
    sandbox.update(id, { ...failed, active_revision_id: built })
    await run(withHead(BROKEN), { succeeds: false })
    expect(states()).toEqual(['inactive', 'success', 'failure'])
    commentIs('❌ ', 'wait_timeout', `revision <code>${built}</code> serves`)

    const corrected = { latest_revision_id: randomUUID(), source_revision_config: { repo_commit_sha: HEAD } }
    sandbox.update(id, { ...corrected, active_revision_id: corrected.latest_revision_id })
    await run(withHead(HEAD))
    commentIs('✅ Deployment adopted')
    expect(states()).toEqual(['inactive', 'inactive', 'inactive', 'success'])

    await run(withHead(HEAD, 'closed'))
    expect(states()).toEqual(Array(4).fill('inactive'))
    commentIs('the deployment remains', `<code>${id}</code>`)
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
    // act may lose the last lines of a step, which test/workflows checks.
    await expect(run()).rejects.toThrow('Failure - Main Decide what to do')
    expect(sandbox.requests).toEqual([])
  })
})
