import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, isAbsolute, join, parse, relative, resolve, sep } from 'node:path'
import leven from 'leven'
import { closest } from '../lib/closest.ts'
import type { Result } from '../lib/result.ts'

const MAX_BYTES = 1024 * 1024

/** The path of a file relative to the workspace, with slashes, as annotations use it. */
export const fromWorkspace = (workspace: string, path: string): string =>
  relative(workspace, resolve(workspace, path)).split(sep).join('/')

/**
 * Reads a text file of the workspace. Follows links that stay inside the workspace.
 *
 * @returns the text, or the end of a sentence that begins with the file name
 */
export async function readWorkspaceFile(workspace: string, path: string): Promise<Result<string, string>> {
  const target = resolve(workspace, path)
  if (leadsOut(workspace, target)) return { ok: false, error: 'points outside the workspace' }
  try {
    const [realWorkspace, realTarget] = await Promise.all([realpath(workspace), realpath(target)])
    if (leadsOut(realWorkspace, realTarget))
      return { ok: false, error: 'points outside the workspace, through a link' }
    const file = await stat(realTarget)
    if (!file.isFile())
      return { ok: false, error: file.isDirectory() ? 'is a folder, not a file' : 'is not a file' }
    if (file.size > MAX_BYTES) return { ok: false, error: 'is larger than 1 MiB' }
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(realTarget)) }
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, error: 'is not UTF-8 text' }
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, error: await missing(workspace, path) }
    return { ok: false, error: REASONS[code] ?? 'cannot be read' }
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'may not be read',
  ELOOP: 'is a link that leads in circles',
}

async function missing(workspace: string, path: string): Promise<string> {
  const [nearby, isEmpty] = await Promise.all([filesNamedLike(workspace, path), hasNoFiles(workspace)])
  if (nearby.length > 0) return `does not exist in the workspace; there is ${nearby.join(', ')}`
  const checkout = isEmpty ? ', which is empty' : ''
  return `does not exist in the workspace${checkout}; is the repository checked out before this step?`
}

const hasNoFiles = async (folder: string) => (await readdir(folder).catch(() => [])).length === 0

/** Limits of the search: folders read, depth below the workspace, files shown, letters that may differ. */
const SEARCH = { folders: 500, depth: 5, shown: 3, letters: 3 }

/** No file system allows a longer name. */
const LONGEST_NAME = 255

const CONFIG_FILE = /\.(ya?ml|json)$/i

/**
 * Files of the workspace with a name similar to the last part of a path: equal, with another extension, or misspelt.
 */
async function filesNamedLike(workspace: string, path: string): Promise<string[]> {
  const wanted = basename(path)
  if (wanted.length > LONGEST_NAME) return []
  const { name } = parse(wanted)
  const files: string[] = []
  let folders = ['']
  for (
    let depth = 0, read = 0;
    depth < SEARCH.depth && folders.length > 0 && read < SEARCH.folders;
    depth++
  ) {
    const level = folders.slice(0, SEARCH.folders - read)
    read += level.length
    folders = []
    for (const folder of level) {
      for (const entry of await readdir(join(workspace, folder), { withFileTypes: true }).catch(() => [])) {
        const at = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.isDirectory()) {
          if (entry.name !== 'node_modules' && (entry.name === '.github' || !entry.name.startsWith('.')))
            folders.push(at)
        } else if (CONFIG_FILE.test(entry.name)) files.push(at)
      }
    }
  }
  const named = files.filter(file => parse(file).name === name)
  if (named.length > 0) return closest(path, named, SEARCH.shown)
  const [nearest] = closest(path, files, 1)
  return nearest !== undefined && leven(basename(nearest), wanted) <= SEARCH.letters ? [nearest] : []
}

function leadsOut(folder: string, path: string): boolean {
  const steps = relative(folder, path)
  return steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps)
}
