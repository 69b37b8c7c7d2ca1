import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { sandboxForTest, startedSandbox, workspaceWith } from './create.ts'

const reachable = (url: string) =>
  fetch(`${url}/v2/deployments`).then(
    () => true,
    () => false,
  )

const records = async ({ base_url, integration_id }: { base_url: string; integration_id: string }) =>
  (await fetch(`${base_url}/v1/integrations/forge/repohost/${integration_id}/repos`)).json()

const cells = (...texts: (string | number)[]) => texts.map(text => `<td><code>${text}</code></td>`).join('')

it('the sandbox serves later steps from the commit of the run, and stops in its post step', async () => {
  const event = JSON.stringify({ repository: { default_branch: 'develop' } })
  const GITHUB_SHA = '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0'
  const env = {
    ...{ GITHUB_REPOSITORY: 'octo/app', GITHUB_SERVER_URL: 'https://git.example', GITHUB_SHA },
    GITHUB_EVENT_PATH: join(await workspaceWith({ 'event.json': event }), 'event.json'),
  }
  const { run, post, outputs } = await startedSandbox({ ready_after: '0' }, { env })
  expect(run).toMatchObject({ exitCode: 0, stderr: '', errors: [], warnings: [], summary: '' })
  expect(Object.keys(outputs).sort()).toEqual(['base_url', 'integration_id'])
  expect(outputs.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(run.stdout).toContain(`The sandbox is at ${outputs.base_url} until the job ends`)
  const repo_url = 'https://git.example/octo/app'
  expect(await records(outputs)).toMatchObject([
    { owner: 'octo', name: 'app', url: repo_url, default_branch: 'develop' },
  ])

  const inputs = { ...outputs, name: 'shop', source: 'repohost', wait_for: 'active' }
  const made = await runStep({ with: inputs, env: { GITHUB_REPOSITORY: 'octo/app' } })
  expect(made).toMatchObject({
    exitCode: 0,
    outputs: { created: 'true', repo_url, repo_commit_sha: GITHUB_SHA, status: 'READY' },
  })
  expect((await fetch(`${made.outputs['url']}/ok`)).status).toBe(200)

  const stopped = await post()
  expect(stopped).toMatchObject({ exitCode: 0, stderr: '', errors: [], warnings: [], outputs: {} })
  expect(stopped.summary).toMatch(/## 🧪 The sandbox served \d+ requests/)
  expect(stopped.summary).toContain(cells('POST', '/v2/deployments', 201, 1))
  expect(await reachable(outputs.base_url)).toBe(false)
  const again = await post()
  expect(again).toMatchObject({ exitCode: 0, errors: [], summary: '' })
  expect(again.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('ended before')])
})

it('the sandbox requires its key, and shows neither the key nor request bodies', async () => {
  const api_key = 'a-key-of-the-sandbox'
  const { run, post, outputs } = await startedSandbox({ api_key })
  const { base_url } = outputs
  expect((await fetch(`${base_url}/v2/deployments`)).status).toBe(401)
  await fetch(`${base_url}/${api_key}?${api_key}`, { headers: { 'x-api-key': api_key } })
  const made = await runStep({
    with: { base_url, api_key, name: 'shop', source: 'internal_template', secrets: 'A=hunter2-hunter2' },
  })
  expect(made.exitCode).toBe(0)
  const stopped = await post()
  const log = (run.stdout + stopped.stdout).replace(/^::add-mask.*$/gm, '')
  expect(log + stopped.summary + JSON.stringify(outputs)).not.toMatch(/a-key-of|hunter2/)
  expect(stopped.summary).toContain(cells('GET', '/v2/deployments', 401, 1))
  expect(stopped.summary).toContain(cells('GET', '/***', 404, 1))
})

it('two sandboxes of one job are independent, and each lists its repositories', async () => {
  const repositories =
    '- { owner: acme, name: shop, default_branch: trunk }\n- { owner: acme, name: web, id: 7 }'
  const [one, other] = await Promise.all([startedSandbox({ repositories }), startedSandbox()])
  expect(await records(one.outputs)).toMatchObject([
    { owner: 'acme', name: 'shop', default_branch: 'trunk', url: 'https://github.com/acme/shop' },
    { owner: 'acme', name: 'web', default_branch: 'main', id: 7 },
  ])
  // Another token does not stop it.
  const stop_url = `${one.outputs.base_url}/sandbox/stop/guessed`
  await runStep({ action: 'sandbox', with: {}, post: { ...one.run.state, stop_url } })
  expect(await reachable(one.outputs.base_url)).toBe(true)
  await one.post()
  expect(await reachable(one.outputs.base_url)).toBe(false)
  expect(await reachable(other.outputs.base_url)).toBe(true)
})

it('the summary folds equal requests into one line, and truncates a long list', async () => {
  const { post, outputs } = await startedSandbox()
  const get = (path: string) => fetch(outputs.base_url + path).then(response => response.text())
  const paths = Array.from({ length: 120 }, (_, index) => `/<b>${index}`)
  await Promise.all([...paths, '/twice', '/twice'].map(get))
  const { summary } = await post()
  expect(summary).toContain('served 122 requests')
  expect(summary).toMatch(/and \d+ more/)
  expect(summary).not.toContain('<b>')
  const short = await startedSandbox()
  for (let count = 0; count < 3; count += 1) await fetch(`${short.outputs.base_url}/v2/deployments`)
  expect((await short.post()).summary).toContain(cells('GET', '/v2/deployments', 200, 3))
})

it('a sandbox that cannot start says why, for every invalid input', async () => {
  const { base_url } = await sandboxForTest()
  const { port } = new URL(base_url)
  const taken = await startedSandbox({ port })
  expect(taken.run).toMatchObject({ exitCode: 1, stderr: '', outputs: {} })
  expect(taken.run.errors.map(({ message }) => message)).toEqual([
    expect.stringContaining('Input `port`: is in use by another process'),
  ])
  expect(await taken.post()).toMatchObject({ exitCode: 0, summary: '', warnings: [] })

  const wrong = { port: '70000', ready_after: 'soon', repositories: '- owner: acme\n  nmae: shop' }
  const { run } = await startedSandbox(wrong)
  expect(run).toMatchObject({ exitCode: 1, stderr: '', outputs: {} })
  const said = run.errors.map(({ message }) => message).join('\n')
  for (const name of Object.keys(wrong)) expect(said).toContain(`Input \`${name}\``)
  expect(run.summary).toContain('Invalid input')
})

it('the process of the sandbox does not lock the workspace', async () => {
  const workspace = await workspaceWith({ 'app/a.txt': 'a' })
  const { outputs } = await startedSandbox({}, { workspace })
  await rename(join(workspace, 'app'), join(workspace, 'renamed'))
  await rename(workspace, `${workspace}-renamed`)
  await rm(`${workspace}-renamed`, { recursive: true })
  await mkdir(workspace)
  expect(await reachable(outputs.base_url)).toBe(true)
})

it.runIf(process.platform === 'linux')(
  'the process of the sandbox is tracked by the runner, and has no environment variables of the step',
  async () => {
    const env = { SOME_SECRET: 'hunter2-hunter2', RUNNER_TRACKING_ID: `job-${randomUUID()}` }
    await startedSandbox({}, { env })
    const environments = readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(environmentOf)
    const [own, ...others] = environments.filter(text => text.includes(env.RUNNER_TRACKING_ID))
    expect(others).toEqual([])
    expect(own).not.toContain('hunter2')
  },
)

it('the process of the sandbox ends with a step that ends before it is ready', async () => {
  const child = spawn(process.execPath, ['dist/sandbox/index.js', 'serve'], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([1, null])
})

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}
