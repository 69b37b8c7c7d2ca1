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

const which = (tool: string) =>
  spawnSync('bash', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim()

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plan-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs the script in a new repository with these files, on a runner with only these tools. */
function plan(
  files: string[],
  { shard = '1/1', glob = 'services/*/deploy.yml', tools = ['git', 'jq'] } = {},
) {
  const [workspace, path] = [emptyFolder(), emptyFolder()]
  for (const tool of tools) symlinkSync(which(tool), join(path, tool))
  for (const name of files) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true })
    writeFileSync(join(workspace, name), 'name: x\n')
  }
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    spawnSync('git', args, { cwd: workspace })
  const output = join(workspace, 'output')
  writeFileSync(output, '')
  const env = { PATH: path, INPUTS: '{}', CONFIG: glob, SHARD: shard, GITHUB_OUTPUT: output }
  const options = { cwd: workspace, env, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync(which('bash'), ['-e', '-o', 'pipefail', '-c', SCRIPT], options)
  const [, found = '[]'] = /^jobs=(.*)$/m.exec(readFileSync(output, 'utf8')) ?? []
  return { status, stdout, found: JSON.parse(found).map(({ config }: { config: string }) => config) }
}

const MANY = Array.from({ length: 257 }, (_, index) => `services/${index}/deploy.yml`)

it('two shards contain each of 257 files once, which are more than a matrix allows', () => {
  const parts = ['1/2', '2/2'].map(shard => plan(MANY, { shard }))
  expect(parts.map(({ found }) => found.length)).toEqual([129, 128])
  expect(parts.flatMap(({ found }) => found).sort()).toEqual([...MANY].sort())
})

it.each([
  ['257 files', MANY, {}, 'call this workflow 2 times, with the shards 1/2 to 2/2'],
  ['no file', [], {}, 'No file matches'],
  ['the shard 0/1', MANY.slice(0, 1), { shard: '0/1' }, 'The input shard must be'],
  ['the shard 3/2', MANY.slice(0, 1), { shard: '3/2' }, 'The input shard asks'],
  ['a runner without git', MANY.slice(0, 1), { tools: ['jq'] }, 'This workflow needs git'],
  ['a runner without jq', MANY.slice(0, 1), { tools: ['git'] }, 'This workflow needs jq'],
])('%s is an error', (_, files, options, words) => {
  expect(plan(files, options)).toMatchObject({ status: 1, stdout: expect.stringContaining(words), found: [] })
})

it('** matches folders at any depth, and * matches one folder', () => {
  const files = ['deploy.yml', 'a/deploy.yml', 'a/b c/deploy.yml', "a/it's/$(id)/deploy.yml", 'a/other.yml']
  expect(plan(files, { glob: '**/deploy.yml' }).found.sort()).toEqual(files.slice(0, 4).sort())
  expect(plan(files, { glob: '*/deploy.yml' }).found).toEqual(['a/deploy.yml'])
})

/** Syntax that is missing in bash 3.2, the version on macOS. */
const NEWER = /globstar|mapfile|readarray|declare -[An]|local -n|coproc|\|&|&>>|\$\{\w+(\^|,|@)|\$EPOCH/

it.each(['deploy-many', 'preview'])('%s.yml runs in bash 3.2', name => {
  const workflow = parse(readFileSync(`.github/workflows/${name}.yml`, 'utf8'))
  const all = Object.values<{ steps: { run?: string; shell?: string }[] }>(workflow.jobs)
  const scripts = all.flatMap(({ steps }) => steps).filter(({ run }) => run !== undefined)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter(({ run, shell }) => shell !== 'bash' || NEWER.test(run ?? ''))).toEqual([])
})
