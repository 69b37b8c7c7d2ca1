import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

/** Whether `act`, which runs workflows on this machine, is installed. `.ci/run` installs it. */
export const hasAct = spawnSync('act', ['--version']).status === 0

/** The shipped files. act copies the repository for each job, so everything else is left out. */
const SHIPPED = ['action.yml', 'dist', 'list', 'repositories', 'sandbox', 'wait', '.github']

/** Actions that need GitHub, and that local actions replace here. */
const STAND_INS = ['upload-artifact', 'download-artifact']

/** A repository of a user, whose workflows can be run. */
interface UserRepository {
  /** Writes files of the repository and commits them. */
  write(files: Record<string, string>): void
  /** Runs one of its workflows to the end, on this machine and with no containers. */
  run(workflow: string, event: string, given: Given): Promise<{ exitCode: number | null; log: string }>
  /** The commit that its workflows run at. */
  head(): string
  remove(): void
}

interface Given {
  env?: Record<string, string>
  actor?: string
  vars?: Record<string, string>
  secrets?: Record<string, string>
  payload?: object
}

/** A repository acme/shop, in which `OWNER/create-deployment@v1` is the action of this repository. */
export function openRepository(): UserRepository {
  const root = mkdtempSync(join(tmpdir(), 'act-'))
  const [workspace, shipped] = [join(root, 'workspace'), join(root, 'shipped')]
  for (const folder of [workspace, shipped, join(root, 'artifacts')]) mkdirSync(folder)
  for (const name of SHIPPED) cpSync(name, join(shipped, name), { recursive: true })
  for (const workflow of globSync('.github/workflows/*.yml', { cwd: shipped })) {
    const file = join(shipped, workflow)
    writeFileSync(file, forAct(readFileSync(file, 'utf8')))
  }
  const git = (folder: string, ...args: string[]) => execFileSync('git', ['-C', folder, ...args])
  for (const folder of [workspace, shipped]) git(folder, 'init', '--quiet', '--initial-branch=main')
  git(workspace, 'remote', 'add', 'origin', 'https://github.com/acme/shop')
  const commit = (folder: string) => {
    git(folder, 'add', '--all')
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost']
    git(folder, ...author, 'commit', '--quiet', '--allow-empty', '--message=test')
  }
  commit(shipped)

  const repositories = [
    ['OWNER/create-deployment@v1', shipped],
    ...STAND_INS.map(name => [pinned(name), resolve('test/act/stand-ins', name)]),
  ]

  return {
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(workspace, name)), { recursive: true })
        writeFileSync(join(workspace, name), forAct(content))
      }
      commit(workspace)
    },
    async run(workflow, event, { vars = {}, secrets = {}, env = {}, payload = {}, actor = 'octocat' }) {
      const eventFile = join(root, 'event.json')
      writeFileSync(eventFile, JSON.stringify(payload))
      const pairs = (option: string, values: Record<string, string>) =>
        Object.entries(values).flatMap(([name, value]) => [option, `${name}=${value}`])
      const child = spawn(
        'act',
        [
          ...[event, '--workflows', workflow, '--eventpath', eventFile],
          ...['--platform', 'ubuntu-latest=-self-hosted'],
          ...repositories.flatMap(([name, folder]) => ['--local-repository', `${name}=${folder}`]),
          ...pairs('--var', vars),
          ...pairs('--secret', secrets),
          ...['--actor', actor],
          ...pairs('--env', { ARTIFACTS: join(root, 'artifacts'), ...env }),
        ],
        {
          cwd: workspace,
          env: {
            ...process.env,
            XDG_CACHE_HOME: join(root, 'cache'),
            XDG_CONFIG_HOME: join(root, 'config'),
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      const exit = new Promise<number | null>(done => child.once('close', done))
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { exitCode: await exit, log: stdout + stderr }
    },
    head: () => git(workspace, 'rev-parse', 'HEAD').toString().trim(),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** A workflow without what act does not know. */
const forAct = (workflow: string) =>
  workflow
    // The form that names the workflow's own repository at its own commit.
    .replace(/uses: \$\/(.*)/g, (_, path) => `uses: OWNER/create-deployment${path && `/${path}`}@v1`)
    // act records no deployments.
    .replace(/^ *deployment: false\n/gm, '')

/** The reference by which the reusable workflow uses an action of GitHub. */
function pinned(name: string): string {
  const workflow = readFileSync('.github/workflows/deploy-many.yml', 'utf8')
  const [, reference] = new RegExp(`uses: (actions/${name}@\\w+)`).exec(workflow) ?? []
  if (reference === undefined) throw new Error(`${name} is not used`)
  return reference
}
