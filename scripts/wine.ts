import { execFile, spawn, spawnSync } from 'node:child_process'
import { access, mkdir, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Installs Wine 10 in its own folder: Debian 13's packages are unpacked there and run with that folder as their root,
// so the machine's packages and C library stay unchanged.

/**
 * The packages of Debian 13 that Wine needs to run programs without a window. Fonts would need further packages to draw
 * them.
 */
const PACKAGES = [
  'wine64',
  'libwine',
  'libc6',
  'libc-bin',
  'libgcc-s1',
  'libunwind8',
  'liblzma5',
  'libz-mingw-w64',
]

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Time for each command that downloads or unpacks, in milliseconds. */
const INSTALL_TIMEOUT = 180_000

/** Time to make Wine's registry and system folder, in milliseconds. */
const BOOT_TIMEOUT = 180_000

/** The id of the ordinary user `nobody`: Wine does not run as root. */
const NOBODY = '65534'

/** A PATH with the folders of root's commands, which other users may lack. */
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`

/** The reason why Wine cannot be installed on this machine. */
export class NoWine extends Error {}

/** Installs Wine in a folder, unless it is already there. Throws {@link NoWine} if this machine cannot install it. */
export async function installWine(folder: string): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new NoWine(`it needs Linux on x64, and this is ${process.platform} on ${process.arch}`)
  const installed = join(folder, 'packages')
  if ((await readFile(installed, 'utf8').catch(() => '')) !== String(PACKAGES)) {
    const part = `${folder}.part`
    await rm(folder, { recursive: true, force: true })
    await rm(part, { recursive: true, force: true })
    await unpack(await download(join(part, 'apt')), part)
    await rm(join(part, 'apt'), { recursive: true })
    await rename(part, folder)
    await writeFile(installed, String(PACKAGES))
  }
  await boot(folder)
}

/** Creates Wine's system folder and registry. */
async function boot(folder: string): Promise<void> {
  const done = join(folder, 'booted')
  // An interrupted start leaves unusable parts.
  if (!(await exists(done))) await rm(join(folder, 'drive/prefix'), { recursive: true, force: true })
  await ownByUser(folder)
  const log = join(folder, 'boot.log')
  const code = await runInWine(folder, ['wineboot', '--init'], { log, timeout: BOOT_TIMEOUT })
  if (code === null) throw new NoWine(`Wine did not start within ${BOOT_TIMEOUT / 1000} s`)
  if (code !== 0) throw new NoWine(`Wine does not start: ${await lastLine(`${log}.wine`)}`)
  await writeFile(done, '')
}

/** The mirror of Debian that this machine's apt uses. */
function debianMirror(): string {
  const format = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']
  const { stdout } = spawnSync('apt-get', format, { encoding: 'utf8' })
  const mirror = (stdout ?? '').split('\n').find(uri => /\/debian\/?$/.test(uri))
  if (mirror === undefined) throw new NoWine("this machine's apt has no mirror of Debian")
  return mirror
}

/** Downloads the packages into a folder, and returns their files. The machine's own apt stays unchanged. */
async function download(folder: string): Promise<string[]> {
  if (!(await exists(KEYRING)))
    throw new NoWine(
      `there is no ${KEYRING} to check Debian's packages with (package debian-archive-keyring)`,
    )
  for (const name of ['lists/partial', 'archives/partial', 'debs'])
    await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'status'), '')
  const sources = join(folder, 'sources.list')
  await writeFile(sources, `deb [signed-by=${KEYRING}] ${debianMirror()} trixie main\n`)
  const settings = {
    'Dir::Etc::SourceList': sources,
    'Dir::Etc::SourceParts': '-',
    'Dir::Etc::Preferences': '/dev/null',
    'Dir::Etc::PreferencesParts': '/dev/null',
    'Dir::State': folder,
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::Status': join(folder, 'status'),
    'Dir::Cache': folder,
    'APT::Architecture': 'amd64',
    'APT::Architectures': 'amd64',
    // All files are in a folder of this user.
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '20',
  }
  const config = join(folder, 'apt.conf')
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`)
  await writeFile(config, lines.join(''))
  const debs = join(folder, 'debs')
  const apt = (...args: string[]) => run('apt-get', ['-qq', ...args], { cwd: debs, APT_CONFIG: config })
  // Treat an unreachable archive as an error, not a warning.
  await apt('update', '--error-on=any')
  await apt('download', ...PACKAGES)
  return (await run('ls', [debs])).split('\n').map(name => join(debs, name))
}

/** Unpacks the packages, and runs the few installation steps that Wine needs. */
async function unpack(packages: string[], root: string): Promise<void> {
  for (const file of packages) await run('dpkg-deb', ['-x', file, root])
  for (const name of ['proc', 'dev', 'tmp', 'drive']) await mkdir(join(root, name), { recursive: true })
  await run('chmod', ['1777', join(root, 'tmp')])
  await symlink('usr/lib', join(root, 'lib'))
  await symlink('usr/lib64', join(root, 'lib64'))
  // The packaged file is a shell script, and this root has no shell.
  await rm(join(root, 'usr/lib/wine/wineserver'))
  await symlink('wineserver64', join(root, 'usr/lib/wine/wineserver'))
  // Marks zlib as a part of Wine, as the package's configuration step does.
  const zlib = await readFile(join(root, 'usr/x86_64-w64-mingw32/lib/zlib1.dll'))
  zlib.fill(0, 64, 96).write('Wine builtin DLL', 64)
  await writeFile(join(root, 'usr/lib/x86_64-linux-gnu/wine/x86_64-windows/zlib1.dll'), zlib)
}

/** Gives Wine's user write access to its folders. */
export async function ownByUser(root: string): Promise<void> {
  if (isRoot()) await run('chown', ['-R', `${NOBODY}:${NOBODY}`, join(root, 'drive')])
}

/** Mounts the file systems of a root, runs a Windows program in it, and lets Wine save its registry. */
const SCRIPT = `
enter=$1 root=$2; shift 2
mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" || exit 125
$enter "$root" /usr/lib/wine/wine64 "$@"; status=$?
if [ "$1" = wineboot ]; then $enter "$root" /usr/lib/wine/wineserver -w; fi
exit $status`

/**
 * Runs a Windows program. Its `Z:\\drive` is the folder `drive` of Wine's root. Its child processes end with it.
 *
 * @param log file for its output, because a program under Wine may lose output to a pipe; Wine's own messages go to a
 * file beside it
 * @returns its exit code, or null after the timeout (in milliseconds)
 */
export async function runInWine(
  root: string,
  args: string[],
  { log, timeout, env = {} }: { log: string; timeout: number; env?: Record<string, string> },
): Promise<number | null> {
  const output = await open(log, 'w')
  const messages = await open(`${log}.wine`, 'w')
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']
  // Only root may mount. Other users become root in their own user namespace until Wine starts.
  if (!isRoot()) namespaces.unshift('--user', '--map-root-user')
  const enter = isRoot()
    ? `chroot --userspec=${NOBODY}:${NOBODY} --groups=`
    : `unshare --user --map-user=${NOBODY} --map-group=${NOBODY} --root`
  const child = spawn('unshare', [...namespaces, 'sh', '-c', SCRIPT, 'sh', enter, root, ...args], {
    stdio: ['ignore', output.fd, messages.fd],
    env: {
      PATH,
      HOME: '/drive',
      USER: 'user',
      // Without it, file names with characters beyond ASCII are lost.
      LC_ALL: 'C.UTF-8',
      WINEPREFIX: '/drive/prefix',
      WINEDEBUG: '-all',
      // No menu entries and no components that Wine would download.
      WINEDLLOVERRIDES: 'winemenubuilder.exe,mscoree,mshtml=',
      ...env,
    },
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
  try {
    return await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  } catch (cause) {
    throw new NoWine(`unshare cannot be run: ${(cause as Error).message}`, { cause })
  } finally {
    clearTimeout(timer)
    await Promise.all([output.close(), messages.close()])
  }
}

async function run(
  command: string,
  args: string[],
  { cwd = '.', ...env }: NodeJS.ProcessEnv = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      cwd,
      env: { ...process.env, PATH, LC_ALL: 'C.UTF-8', ...env },
      timeout: INSTALL_TIMEOUT,
      killSignal: 'SIGKILL',
    })
    return stdout.trim()
  } catch (cause) {
    const { killed, stderr, message } = cause as Error & { killed?: boolean; stderr?: string }
    const reason = killed ? `not done in ${INSTALL_TIMEOUT / 1000} s` : (stderr || message).trim()
    throw new NoWine(`${command} ${args[0]}: ${reason}`, { cause })
  }
}

const isRoot = () => process.getuid?.() === 0

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const lastLine = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n').at(-1)
