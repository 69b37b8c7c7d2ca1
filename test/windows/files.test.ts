import { chmod, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parseOutputs } from '../../scripts/run-step.ts'
import { create, sandboxForTest, workspaceWith } from '../e2e/create.ts'

// The runner's files for outputs and the job summary.

const shop = { name: 'shop', source: 'internal_template' }

describe('outputs and summary are written to files', () => {
  it.each([
    ['with backslashes in their paths', 'runner', (path: string) => path],
    ['with slashes in their paths', 'runner', (path: string) => path.replaceAll('\\', '/')],
    ['with spaces in their paths', 'the runner', (path: string) => path],
    ['with letters of other scripts in their paths', 'überprüfung 日本', (path: string) => path],
  ])('%s', async (_, folder, form) => {
    const files = { [`${folder}/output`]: 'earlier=1\r\n', [`${folder}/summary`]: 'Earlier\r\n' }
    const at = `${await workspaceWith(files)}\\${folder}`
    const env = { GITHUB_OUTPUT: form(`${at}\\output`), GITHUB_STEP_SUMMARY: form(`${at}\\summary`) }
    expect(await create(await sandboxForTest(), shop, { env })).toMatchObject({ exitCode: 0, errors: [] })
    const outputs = parseOutputs(await readFile(`${at}\\output`, 'utf8'))
    expect(outputs).toMatchObject({ earlier: '1', name: 'shop', created: 'true' })
    expect(JSON.parse(outputs['deployment'] ?? '')).toMatchObject({ name: 'shop' })
    const summary = await readFile(`${at}\\summary`, 'utf8')
    expect(summary).toMatch(/^Earlier\r\n/)
    expect(summary).toContain('Deployment created')
  })
})

it('an output with several lines is written with LF', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed({
    name: 'shop',
    source: 'internal_template',
    source_config: { custom_url: 'one\r\ntwo\nthree' },
  })
  const { outputs } = await create(sandbox, shop)
  expect(outputs['url']).toBe('one\ntwo\nthree')
})

it('a name in other scripts is written to the outputs and the summary', async () => {
  const name = 'überprüfung-日本-😀'
  const { outputs, summary } = await create(await sandboxForTest(), { ...shop, name })
  expect(outputs['name']).toBe(name)
  expect(summary).toContain('überprüfung-日本')
})

it.each(['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'])(
  'a read-only %s fails the step, and the error names the id',
  async file => {
    const workspace = await workspaceWith({ 'read-only': '' })
    await chmod(`${workspace}\\read-only`, 0o444)
    const sandbox = await sandboxForTest()
    const run = await create(sandbox, shop, { env: { [file]: `${workspace}\\read-only` } })
    await chmod(`${workspace}\\read-only`, 0o666)
    expect(run.exitCode).toBe(1)
    expect(run.errors.map(({ message }) => message).join('\n')).toContain(sandbox.deployments[0]?.id)
  },
)

it.each(['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'])(
  'a %s that is a folder fails the step, and the error names the id',
  async file => {
    const sandbox = await sandboxForTest()
    const run = await create(sandbox, shop, { env: { [file]: await workspaceWith({}) } })
    expect(run.exitCode).toBe(1)
    expect(run.errors.map(({ message }) => message).join('\n')).toContain(sandbox.deployments[0]?.id)
  },
)
