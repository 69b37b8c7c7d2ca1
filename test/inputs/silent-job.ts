import type { Job } from '../../src/github/job.ts'
import { write } from '../../src/lib/sentence.ts'

/** A job that has these inputs and ignores all output. */
export function silentJob(inputs: Record<string, string>): Job {
  const ignore = () => {}
  return {
    input: name => inputs[name] ?? '',
    redact: text => text,
    line: text => write(text),
    warnings: () => [],
    mask: ignore,
    maskSecret: ignore,
    hidePasswordsIn: ignore,
    info: ignore,
    debug: ignore,
    startGroup: ignore,
    endGroup: ignore,
    notice: ignore,
    warning: ignore,
    error: ignore,
    output: ignore,
    saveState: ignore,
    state: () => '',
    unwritten: () => undefined,
    outputOf: () => undefined,
    summary: () => Promise.resolve(),
  }
}
