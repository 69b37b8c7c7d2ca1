import { expect, test } from 'vitest'
import { templateRequest } from './bodies.ts'
import { create, jsonOf, open, stoppedClock } from './client.ts'

const COMMIT = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'
const HEAD = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const REPO = 'https://github.com/acme/shop'

const fromRepository = (build_on_push: boolean, repo_ref = 'main') => ({
  ...templateRequest(`shop-${build_on_push}-${repo_ref}`),
  source: 'repohost',
  source_config: { integration_id: '00000000-0000-4000-8000-000000000000', repo_url: REPO, build_on_push },
  source_revision_config: { repo_ref },
})

/** A sandbox with applications and one repository, acme/shop, with a known integration. */
async function withApplications() {
  const clock = stoppedClock()
  const host_integration_id = '00000000-0000-4000-8000-000000000000'
  const repositories = [{ owner: 'acme', name: 'shop', host_integration_id }]
  const heads = { [REPO]: HEAD }
  const options = { now: clock.now, ready_after: 1000, applications: true, repositories, heads }
  return { clock, sandbox: await open(options) }
}

const answerOf = async (url: unknown) => {
  const response = await fetch(`${url}/any/path`)
  return { status: response.status, body: await jsonOf(response) }
}

test('an application becomes healthy one second after its deployment is active', async () => {
  const { clock, sandbox } = await withApplications()
  const { source_config } = await create(sandbox, fromRepository(false, 'refs/tags/v1.4.2'))
  const { custom_url } = source_config as { custom_url: string }
  expect(await answerOf(custom_url)).toEqual({ status: 503, body: { status: 'starting' } })
  clock.time += 2999
  expect(await answerOf(custom_url)).toMatchObject({ status: 503 })
  clock.time += 1
  expect(await answerOf(custom_url)).toEqual({
    status: 200,
    body: { status: 'ok', name: 'shop-false-refs/tags/v1.4.2', version: 'v1.4.2', commit: HEAD },
  })
  expect(await answerOf(new URL('/nobody', custom_url))).toMatchObject({ status: 404 })
})

test('a push builds a revision with build_on_push, and the older revision responds until it is healthy', async () => {
  const { clock, sandbox } = await withApplications()
  const built = await create(sandbox, fromRepository(true))
  await create(sandbox, fromRepository(true, 'other'))
  await create(sandbox, fromRepository(false))
  clock.time += 3000
  const [pushed, ...others] = sandbox.push({ repo_url: REPO, ref: 'refs/heads/main', commit: COMMIT })
  expect(others).toEqual([])
  expect(pushed).toMatchObject({
    id: built['id'],
    status: 'READY',
    active_revision_id: built['latest_revision_id'],
    source_revision_config: { repo_commit_sha: COMMIT },
  })
  expect(pushed?.latest_revision_id).not.toBe(built['latest_revision_id'])
  const { custom_url } = built['source_config'] as { custom_url: string }
  expect(await answerOf(custom_url)).toMatchObject({ status: 200, body: { commit: HEAD } })
  clock.time += 2000
  expect(sandbox.deployments[0]).toMatchObject({ active_revision_id: pushed?.latest_revision_id })
  clock.time += 1000
  expect(await answerOf(custom_url)).toMatchObject({ status: 200, body: { commit: COMMIT } })
  expect(await create(sandbox, fromRepository(false, 'later'))).toMatchObject({
    source_revision_config: { repo_commit_sha: COMMIT },
  })
})

test('a POST to /sandbox/push is a push', async () => {
  const { sandbox } = await withApplications()
  const built = await create(sandbox, fromRepository(true))
  const push = (body: unknown) =>
    fetch(`${sandbox.base_url}/sandbox/push`, { method: 'POST', body: JSON.stringify(body) })
  const response = await push({ repo_url: REPO.toUpperCase(), ref: 'main', commit: COMMIT })
  expect(response.status).toBe(200)
  expect(await jsonOf(response)).toMatchObject({ resources: [{ id: built['id'] }] })
  const refused = await push({ ref: 1 })
  expect(refused.status).toBe(422)
  expect(await jsonOf(refused)).toMatchObject({
    detail: [{ loc: ['body', 'repo_url'] }, { loc: ['body', 'ref'] }, { loc: ['body', 'commit'] }],
  })
})

test('a deployment has no custom_url if the sandbox has no applications', async () => {
  const sandbox = await open()
  expect(await create(sandbox, templateRequest('shop'))).toMatchObject({
    source_config: { custom_url: null },
  })
})
