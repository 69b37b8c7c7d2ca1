import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { isInstalled } from '../tools.ts'

/** Whether `act`, which runs workflows on this machine, is installed. `.ci/run` installs it. */
export const hasAct = isInstalled('act')

/** The shipped files. act copies the repository for each job, so everything else is left out. */
const SHIPPED = ['action.yml', 'dist', 'list', 'repositories', 'sandbox', 'wait']

const STAND_INS = resolve('test/act/stand-ins')

type Values = Record<string, string>

/** How a workflow is started. */
interface Given {
  vars: Values
  secrets: Values
  env: Values
  payload: object
}

/** Opens a repository acme/shop with one workflow, until the test is over. */
export function openRepository(workflow: string, files: Values) {
  const root = mkdtempSync(join(tmpdir(), 'act-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [workspace, shipped] = [openClone(join(root, 'workspace')), openClone(join(root, 'shipped'))]
  for (const name of SHIPPED) cpSync(name, join(root, 'shipped', name), { recursive: true })
  shipped.commit({})
  workspace.git('remote', 'add', 'origin', 'https://github.com/acme/shop')
  workspace.commit({ 'workflow.yml': workflow, ...files })

  /** Runs the workflow to its end, on this machine and with no containers. */
  async function run(event: string, { vars, secrets, env, payload }: Given) {
    const eventFile = join(root, 'event.json')
    writeFileSync(eventFile, JSON.stringify(payload))
    const tools = { PATH: `${STAND_INS}/bin:${process.env['PATH']}`, DOCKER: join(root, 'docker') }
    const args = [
      ...[event, '--workflows', 'workflow.yml', '--eventpath', eventFile],
      ...['--platform', 'ubuntu-latest=-self-hosted'],
      ...['--local-repository', `OWNER/create-deployment@v1=${shipped.folder}`],
      ...standIns(),
      ...options('--var', vars),
      ...options('--secret', secrets),
      ...options('--env', { ...tools, ORIGIN: workspace.folder, ...env }),
    ]
    const folders = { XDG_CACHE_HOME: join(root, 'cache'), XDG_CONFIG_HOME: join(root, 'config') }
    const child = spawn('act', args, { cwd: workspace.folder, env: { ...process.env, ...folders } })
    child.stdin.end()
    const exit = once(child, 'close')
    const log = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
    return { exitCode: (await exit)[0], log }
  }
  return { ...workspace, run }
}

const options = (name: string, values: Values) =>
  Object.entries(values).flatMap(([key, value]) => [name, `${key}=${value}`])

/** A new repository in a folder. */
function openClone(folder: string) {
  mkdirSync(folder)
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost']
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...author, ...args], { encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  /** Writes files and commits all. Returns the commit. */
  function commit(files: Values): string {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message=test')
    return head()
  }
  const head = () => git('rev-parse', 'HEAD').trim()
  return { folder, git, commit, head }
}

/** What replaces the actions of others, by the references of the examples. */
function standIns(): string[] {
  const found = readFileSync('examples/services.yml', 'utf8').matchAll(/actions\/([\w-]+)@\w+/g)
  return [...found].flatMap(([used, name]) => ['--local-repository', `${used}=${STAND_INS}/${name}`])
}
