import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { runStep, type StartScript, type Step, type StepResult, startStep } from '../../scripts/run-step.ts'
import { commandsOf, type WorkflowCommand } from '../../scripts/workflow-commands.ts'
import { stopInBackground } from '../../src/sandbox/background.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts'
import { startInSharedProcess } from './shared-process.ts'

/** The result of a step, with its annotations. */
export interface Run extends StepResult {
  errors: WorkflowCommand[]
  warnings: WorkflowCommand[]
}

/**
 * A sandbox for one test, whose deployments are ready at once by default.
 *
 * @param finished the test's own `onTestFinished`, which a concurrent test must pass
 */
export async function sandboxForTest(
  options: SandboxOptions = {},
  finished = onTestFinished,
): Promise<Sandbox> {
  const sandbox = await startSandbox({ ready_after: 0, ...options })
  finished(() => sandbox.close())
  return sandbox
}

/** Runs the built create action, as the runner does, against a sandbox. */
export async function create(
  sandbox: Sandbox,
  inputs: Record<string, string>,
  step: Partial<Step> = {},
  start?: StartScript,
): Promise<Run> {
  const result = await runStep({ ...step, with: { base_url: sandbox.base_url, ...inputs } }, start)
  return withAnnotations(result)
}

/** Starts the same step, for a test that acts before its end. */
export async function startCreate(
  sandbox: Sandbox,
  inputs: Record<string, string>,
  step: Partial<Step> = {},
) {
  const { kill, stdout, result } = await startStep({
    ...step,
    with: { base_url: sandbox.base_url, ...inputs },
  })
  return { kill, stdout, result: result.then(withAnnotations) }
}

/** A result with the annotations in its log, and without the places where a narrow screen may wrap its summary. */
export function withAnnotations(result: StepResult): Run {
  const commands = commandsOf(result.stdout)
  const errors = commands.filter(({ command }) => command === 'error')
  // Every error ends by saying whether a rerun is safe, and whether it can help.
  for (const { message } of errors) expect(message).toMatch(/A rerun is [^\n]*\.$/)
  return {
    ...result,
    summary: result.summary.replaceAll('<wbr>', ''),
    errors,
    warnings: commands.filter(({ command }) => command === 'warning'),
  }
}

/** All output of a run except its masks. */
export const shown = ({ stdout, stderr, summary, outputs }: Run) =>
  stdout.replaceAll(/^::add-mask::.*$/gm, '') + stderr + summary + JSON.stringify(outputs)

/** An address at which nothing listens. A port that a test closes may be in use by another test. */
export const NOWHERE = 'http://127.0.0.1:1'

/** Bodies of the create requests that reached the sandbox, in order. */
export const posts = ({ requests }: Sandbox): unknown[] =>
  requests.filter(({ operation }) => operation === 'create_deployment').map(({ body }) => body)

/** A workspace with these files for one test. */
export async function workspaceWith(
  files: Record<string, string>,
  finished = onTestFinished,
): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), 'workspace-'))
  finished(() => rm(workspace, { recursive: true, maxRetries: 10 }))
  await fill(workspace, files)
  return workspace
}

/** Writes files into a folder. */
export async function fill(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

/** Starts a sandbox with the built action, until its post step or the end of the test. */
export async function startedSandbox(
  inputs: Record<string, string> = {},
  step: Partial<Step> = {},
  finished = onTestFinished,
) {
  const action = { ...step, action: 'sandbox', with: inputs }
  const run = withAnnotations(await runStep(action))
  const post = async () =>
    withAnnotations(await runStep({ ...action, post: run.state }, startInSharedProcess))
  finished(async () => void (await stopInBackground(run.state['stop_url'] ?? NOWHERE)))
  return { run, post, outputs: run.outputs as { base_url: string; integration_id: string } }
}
