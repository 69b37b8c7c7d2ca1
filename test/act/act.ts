import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { isInstalled } from '../tools.ts'

/** Whether `act`, which runs workflows on this machine, is installed. `.ci/run` installs it. */
export const hasAct = isInstalled('act')

/** The shipped files. act copies the repository for each job, so everything else is left out. */
const SHIPPED = ['action.yml', 'create', 'dist', 'list', 'repositories', 'sandbox', 'wait', '.github']

/** Actions that need GitHub, and that local actions replace here. */
const STAND_INS = ['upload-artifact', 'download-artifact', 'attest', 'github-script']

type Values = Record<string, string>

/** A workflow without what act does not know. */
const forAct = (workflow: string) =>
  workflow
    // A folder of the workflow's own repository at its own commit. test/workflows/uses.test.ts judges the form itself.
    .replace(/uses: \$\/(.+)/g, 'uses: OWNER/create-deployment/$1@v1')
    // act records no deployments, and does not know this permission. GitHub's validator judges both.
    .replace(/^ *(deployment: false|artifact-metadata: write.*)\n/gm, '')

/** Opens a repository acme/shop until the test is over. `OWNER/create-deployment@v1` is this repository there. */
export function openRepository(files: Values) {
  const root = mkdtempSync(join(tmpdir(), 'act-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [workspace, shipped] = [join(root, 'workspace'), join(root, 'shipped')]
  for (const folder of [workspace, shipped, join(root, 'artifacts')]) mkdirSync(folder)
  for (const name of SHIPPED) cpSync(name, join(shipped, name), { recursive: true })
  for (const file of globSync(join(shipped, '.github/workflows/*.yml')))
    writeFileSync(file, forAct(readFileSync(file, 'utf8')))
  const git = (folder: string, ...args: string[]) => execFileSync('git', ['-C', folder, ...args])
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost']
  const commit = (folder: string) => {
    git(folder, 'add', '--all')
    git(folder, ...author, 'commit', '--quiet', '--allow-empty', '--message=test')
  }
  for (const folder of [workspace, shipped]) git(folder, 'init', '--quiet', '--initial-branch=main')
  git(workspace, 'remote', 'add', 'origin', 'https://github.com/acme/shop')
  commit(shipped)

  /** Writes files of the repository and commits them. */
  function write(changed: Values): void {
    for (const [name, content] of Object.entries(changed)) {
      mkdirSync(dirname(join(workspace, name)), { recursive: true })
      writeFileSync(join(workspace, name), forAct(content))
    }
    commit(workspace)
  }
  write(files)

  /** Runs a workflow to its end, on this machine and with no containers. */
  async function run(
    workflow: string,
    event: string,
    given: { env?: Values; actor?: string; vars: Values; secrets: Values; payload: object },
  ) {
    const { vars, secrets, env = {}, payload, actor = 'octocat' } = given
    const eventFile = join(root, 'event.json')
    writeFileSync(eventFile, JSON.stringify(payload))
    const pairs = (option: string, values: Values) =>
      Object.entries(values).flatMap(([name, value]) => [option, `${name}=${value}`])
    const local = [
      ['OWNER/create-deployment@v1', shipped],
      ...STAND_INS.map(name => [pinned(name), resolve('test/act/stand-ins', name)]),
    ]
    const args = [
      ...[event, '--workflows', workflow, '--eventpath', eventFile, '--actor', actor],
      ...['--platform', 'ubuntu-latest=-self-hosted'],
      ...local.flatMap(([name, folder]) => ['--local-repository', `${name}=${folder}`]),
      ...[...pairs('--var', vars), ...pairs('--secret', secrets)],
      ...pairs('--env', {
        ARTIFACTS: join(root, 'artifacts'),
        TOOLKIT: resolve('node_modules/@actions'),
        ...env,
      }),
    ]
    const folders = { XDG_CACHE_HOME: join(root, 'cache'), XDG_CONFIG_HOME: join(root, 'config') }
    const child = spawn('act', args, { cwd: workspace, env: { ...process.env, ...folders } })
    child.stdin.end()
    const exit = once(child, 'close')
    const log = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
    return { exitCode: (await exit)[0], log }
  }

  /** The commit that the workflows run at. */
  const head = () => git(workspace, 'rev-parse', 'HEAD').toString().trim()
  return { write, run, head }
}

/** The reference by which the workflows use an action of GitHub. */
function pinned(name: string): string {
  const workflows = [
    '.github/workflows/deploy-many.yml',
    ...['container', 'leftovers'].map(name => `examples/${name}.yml`),
  ]
  const text = workflows.map(file => readFileSync(file, 'utf8')).join()
  const [, reference] = new RegExp(`uses: (actions/${name}@\\w+)`).exec(text) ?? []
  if (reference === undefined) throw new Error(`${name} is not used`)
  return reference
}
