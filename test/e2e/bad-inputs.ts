import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startSandbox } from '../sandbox/sandbox.ts'
import { fill, shown } from './create.ts'
import { createInTurn } from './create-in-turn.ts'

/** A step with a mistake, without which it would be accepted. */
interface BadStep {
  with: Record<string, string>
  /** Files of the workspace. */
  files?: Record<string, string>
  /** Changes the workspace further. */
  prepare?: (workspace: string) => Promise<void>
  /** A secret that nothing may show. */
  hidden?: string
}

/** An input or a `file:line:col`, and words that its error must contain. */
type Problem = readonly [where: string, ...words: (string | RegExp)[]]

/**
 * Runs the step in the built action, with {@link createInTurn}. It must fail before any request and report exactly these
 * problems.
 */
export async function expectRefusal(
  step: BadStep | ((workspace: string) => BadStep),
  ...problems: Problem[]
): Promise<void> {
  const sandbox = await startSandbox({ ready_after: 0 })
  const workspace = await mkdtemp(join(tmpdir(), 'workspace-'))
  try {
    const { with: inputs, files = {}, prepare, hidden } = typeof step === 'function' ? step(workspace) : step
    await fill(workspace, files)
    await prepare?.(workspace)
    const given = { name: 'shop', source: 'internal_template', ...inputs }
    const run = await createInTurn(sandbox, given, { workspace })
    // First stderr, because a stack trace explains most.
    expect(run.stderr).toBe('')
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'invalid_input' } })
    expect(sandbox.requests).toEqual([])
    expect(run.errors).toHaveLength(problems.length)
    for (const [index, [where, ...words]] of problems.entries()) {
      const [line = ''] = (run.errors[index]?.message ?? '').split('\n')
      const { file, line: row, col } = run.errors[index]?.properties ?? {}
      expect(file ? `${file}:${row}:${col}` : /^Input `(.*?)`/.exec(line)?.[1]).toBe(where)
      for (const word of words) expect(line).toMatch(word)
    }
    if (hidden !== undefined) expect(shown(run)).not.toContain(hidden)
  } finally {
    await Promise.all([sandbox.close(), rm(workspace, { recursive: true })])
  }
}
