import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'vitest'

/** Skips a test with a message if the machine lacks one of these programs. */
export function needs({ skip }: TestContext, ...programs: string[]): void {
  const missing = programs.filter(program => !isInstalled(program))
  skip(missing.length > 0, `this machine has no ${missing.join(', no ')}`)
}

/** Whether a program is in a folder of the PATH. */
export function isInstalled(program: string): boolean {
  // The bash of Windows itself starts a Linux system, which may not be there.
  if (program === 'bash' && process.platform === 'win32') return false
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some(folder => suffixes.some(suffix => isExecutable(join(folder, program + suffix))))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
