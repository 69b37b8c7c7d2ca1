import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { needs } from '../tools.ts'

// Runs the script of deploy-many.yml that turns a glob into jobs: one job for each file, or an error with advice.

const { jobs } = parse(readFileSync('.github/workflows/deploy-many.yml', 'utf8'))
const SCRIPT = jobs.plan.steps.find((step: { id?: string }) => step.id === 'find').run

beforeEach(test => needs(test, 'bash', 'git', 'jq'))

/** The path of bash, which the folders of the PATH in a test need not contain. */
const bash = () => spawnSync('bash', ['-c', 'echo $BASH'], { encoding: 'utf8' }).stdout.trim()

/** Runs the script in a new repository with these files, or with this number of files. */
function plan(files: number | string[], shard: string, glob = 'services/*/deploy.yml', path?: string) {
  const workspace = mkdtempSync(join(tmpdir(), 'plan-'))
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  const names =
    typeof files === 'number'
      ? Array.from({ length: files }, (_, index) => `services/${index}/deploy.yml`)
      : files
  for (const name of names) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true })
    writeFileSync(join(workspace, name), 'name: x\n')
  }
  for (const step of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    spawnSync('git', step, { cwd: workspace })
  const output = join(workspace, 'output')
  writeFileSync(output, '')
  const env = { ...process.env, ...(path && { PATH: path }), INPUTS: '{}', CONFIG: glob, SHARD: shard }
  const { status, stdout } = spawnSync(bash(), ['-e', '-o', 'pipefail', '-c', SCRIPT], {
    cwd: workspace,
    env: { ...env, GITHUB_OUTPUT: output },
    encoding: 'utf8',
  })
  const [, found = '[]'] = /^jobs=(.*)$/m.exec(readFileSync(output, 'utf8')) ?? []
  return { status, stdout, jobs: JSON.parse(found) }
}

it('257 files, more than a matrix allows, are refused with the advice to use two shards', () => {
  expect(plan(257, '1/1')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('call this workflow 2 times, with the shards 1/2 to 2/2'),
    jobs: [],
  })
})

it('two shards contain each of 257 files once', () => {
  const parts = ['1/2', '2/2'].map(shard => plan(257, shard))
  expect(parts.map(({ status, jobs }) => [status, jobs.length])).toEqual([
    [0, 129],
    [0, 128],
  ])
  expect(
    new Set(parts.flatMap(({ jobs }) => jobs.map(({ config }: { config: string }) => config))).size,
  ).toBe(257)
})

it.each(['0/1', '3/2', 'all'])('the shard %s is refused', shard => {
  expect(plan(1, shard)).toMatchObject({ status: 1, stdout: expect.stringContaining('The input shard') })
})

const configsOf = (jobs: { config: string }[]) => jobs.map(({ config }) => config)

it('** matches folders at any depth, and * matches one folder', () => {
  const files = ['deploy.yml', 'a/deploy.yml', 'a/b c/deploy.yml', "a/it's/$(id)/deploy.yml", 'a/other.yml']
  expect(configsOf(plan(files, '1/1', '**/deploy.yml').jobs).sort()).toEqual(files.slice(0, 4).sort())
  expect(configsOf(plan(files, '1/1', 'a/**/deploy.yml').jobs)).not.toContain('deploy.yml')
  expect(configsOf(plan(files, '1/1', '*/deploy.yml').jobs)).toEqual(['a/deploy.yml'])
})

/** A folder with only these programs. */
function pathOf(...tools: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'path-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const tool of tools) {
    const { stdout } = spawnSync('bash', ['-c', `command -v ${tool}`], { encoding: 'utf8' })
    symlinkSync(stdout.trim(), join(folder, tool))
  }
  return folder
}

it('the script needs only git and jq', () => {
  expect(plan(3, '1/1', undefined, pathOf('git', 'jq'))).toMatchObject({
    status: 0,
    stdout: '3 of 3 files\n',
  })
})

it.each([
  ['git', 'jq'],
  ['jq', 'git'],
])('the script fails with an error if the runner has no %s', (missing, other) => {
  const { status, stdout } = plan(1, '1/1', undefined, pathOf(other))
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: `::error title=Deploy many::This workflow needs ${missing}, which the runner does not have.\n`,
  })
})

/** Syntax that is missing in bash 3.2, the version on macOS. */
const NEWER = /globstar|mapfile|readarray|declare -[An]|local -n|coproc|\|&|&>>|\$\{\w+(\^|,|@)|\$EPOCH/

it.each(['deploy-many', 'preview'])('%s.yml runs in bash 3.2', name => {
  const { jobs } = parse(readFileSync(`.github/workflows/${name}.yml`, 'utf8'))
  const steps: { run?: string; shell?: string }[] = Object.values<{ steps: [] }>(jobs).flatMap(
    job => job.steps,
  )
  const scripts = steps.filter(({ run }) => run !== undefined)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter(({ run, shell }) => shell !== 'bash' || NEWER.test(run ?? ''))).toEqual([])
})
