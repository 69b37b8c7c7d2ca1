import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { needs } from '../tools.ts'

// What deploy-many.yml makes of a glob, by its own script: a job for each file, or a refusal that says what to do.

const { jobs } = parse(readFileSync('.github/workflows/deploy-many.yml', 'utf8'))
const SCRIPT = jobs.plan.steps.find((step: { id?: string }) => step.id === 'find').run

beforeEach(test => needs(test, 'bash', 'git', 'jq'))

/** Plans for so many files, in a workspace of their own. */
function plan(files: number, shard: string) {
  const workspace = mkdtempSync(join(tmpdir(), 'plan-'))
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  for (let index = 0; index < files; index++) {
    mkdirSync(join(workspace, `services/${index}`), { recursive: true })
    writeFileSync(join(workspace, `services/${index}/deploy.yml`), 'name: x\n')
  }
  const output = join(workspace, 'output')
  writeFileSync(output, '')
  const env = { ...process.env, INPUTS: '{}', CONFIG: 'services/*/deploy.yml', SHARD: shard }
  const { status, stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', SCRIPT], {
    cwd: workspace,
    env: { ...env, GITHUB_OUTPUT: output },
    encoding: 'utf8',
  })
  const [, found = '[]'] = /^jobs=(.*)$/m.exec(readFileSync(output, 'utf8')) ?? []
  return { status, stdout, jobs: JSON.parse(found) }
}

it('more files than a matrix has jobs are refused, with the shards that would do', () => {
  expect(plan(257, '1/1')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('call this workflow 2 times, with the shards 1/2 to 2/2'),
    jobs: [],
  })
})

it('the shards are parts of the whole', () => {
  const parts = ['1/2', '2/2'].map(shard => plan(257, shard))
  expect(parts.map(({ status, jobs }) => [status, jobs.length])).toEqual([
    [0, 129],
    [0, 128],
  ])
  expect(
    new Set(parts.flatMap(({ jobs }) => jobs.map(({ config }: { config: string }) => config))).size,
  ).toBe(257)
})

it.each(['0/1', '3/2', 'all'])('%s is no shard', shard => {
  expect(plan(1, shard)).toMatchObject({ status: 1, stdout: expect.stringContaining('The input shard') })
})
