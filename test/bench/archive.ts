import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

// The archive of a repository, which a runner downloads and unpacks before it can run an action.

const ROOT = resolve(import.meta.dirname, '../..')
const MOST_OUTPUT = 64 * 1024 * 1024

/** Packs this repository like GitHub, with uncommitted changes and a new build; `export-ignore` applies. */
export function packArchive(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  const git = (args: string[], env: Record<string, string> = {}) =>
    execFileSync('git', args, { cwd: ROOT, maxBuffer: MOST_OUTPUT, env: { ...process.env, ...env } })
  const objects = resolve(ROOT, git(['rev-parse', '--git-path', 'objects']).toString().trim())
  // A separate index and object folder, so that the repository does not change.
  const env = {
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
  }
  try {
    mkdirSync(env.GIT_OBJECT_DIRECTORY)
    git(['read-tree', 'HEAD'], env)
    git(['add', '--update'], env)
    git(['add', 'dist'], env)
    const tree = git(['write-tree'], env).toString().trim()
    return git(['archive', '--format=tar.gz', tree], env)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Unpacks an archive into a new folder, which the caller removes. */
export function unpackArchive(archive: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'unpacked-'))
  writeFileSync(join(folder, 'archive.tar.gz'), archive)
  execFileSync('tar', ['-xzf', 'archive.tar.gz'], { cwd: folder })
  rmSync(join(folder, 'archive.tar.gz'))
  return folder
}

/** The files of a folder, by their paths in it with `/`, with their sizes in bytes. */
export function filesIn(folder: string): Map<string, number> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    path => [path.replaceAll('\\', '/'), statSync(join(folder, path))] as const,
  )
  return new Map(entries.filter(([, stats]) => stats.isFile()).map(([path, { size }]) => [path, size]))
}
