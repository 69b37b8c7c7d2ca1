import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parseOutputs } from '../../scripts/run-step.ts'
import { create, sandboxForTest, workspaceWith } from '../e2e/create.ts'

// The runner's files for outputs and the job summary.

const shop = { name: 'shop', source: 'internal_template' } as const

it.each([
  ['backslashes', 'runner', (path: string) => path],
  ['slashes', 'runner', (path: string) => path.replaceAll('\\', '/')],
  ['spaces and letters of other scripts', 'the überprüfung 日本', (path: string) => path],
])('outputs and summary are written to files with %s in their paths', async (_, folder, form) => {
  const files = { [`${folder}/output`]: 'earlier=1\r\n', [`${folder}/summary`]: 'Earlier\r\n' }
  const at = `${await workspaceWith(files)}\\${folder}`
  const env = { GITHUB_OUTPUT: form(`${at}\\output`), GITHUB_STEP_SUMMARY: form(`${at}\\summary`) }
  const name = 'überprüfung-日本-😀'
  const sandbox = await sandboxForTest()
  sandbox.seed({ ...shop, name, source_config: { custom_url: 'one\r\ntwo' } })
  expect(await create(sandbox, { ...shop, name }, { env })).toMatchObject({ exitCode: 0, errors: [] })
  const outputs = parseOutputs(await readFile(`${at}\\output`, 'utf8'))
  expect(outputs).toMatchObject({ earlier: '1', name, created: 'false', url: 'one\ntwo' })
  const summary = await readFile(`${at}\\summary`, 'utf8')
  expect(summary).toMatch(/^Earlier\r\n/)
  expect(summary).toContain('überprüfung-日本')
})
