import type { JobLink } from '../github/event.ts'
import type { Problem } from '../inputs/problem.ts'
import type { Judged } from '../verdict/verdict.ts'

/** A judged run, and what its report needs beside the judgement. */
export interface Ending extends Judged {
  /** Invalid inputs, or fields that the service refused, each with its input or line. */
  problems: Problem[]
  links: JobLink[]
}
