import { spawnSync } from 'node:child_process'
import type { TestContext } from 'vitest'

/** Skips a test with a message if the machine lacks one of these programs. */
export function needs({ skip }: TestContext, ...programs: string[]): void {
  const missing = programs.filter(program => !isInstalled(program))
  skip(missing.length > 0, `this machine has no ${missing.join(', no ')}`)
}

/** Whether a program can be run. */
export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { shell: process.platform === 'win32' }).status === 0
