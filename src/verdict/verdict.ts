import type { Comparison, Done, Facts, Stop } from '../deployment/facts.ts'
import type { Goal, Order } from '../deployment/order.ts'
import type { Problem } from '../inputs/problem.ts'
import type { Sentence } from '../lib/sentence.ts'
import type { Said } from '../service/said.ts'
import type { Explanation } from './errors.ts'
import type { Warning } from './warnings.ts'

/** What the workflow asked for, as far as its inputs could be read. */
export interface Asked {
  action: 'create' | 'wait' | 'other'
  /** Of the create action. */
  order?: Order
  /** What is waited for, in the create action too. */
  goal?: Goal
  /** What is to warn of in the inputs. */
  inputs: Problem[]
  /** The template of the page of a deployment in the service's own console. */
  details_url?: string | undefined
  /** Whether a table shows the deployment beside others, most of which may be unchanged. */
  isOneOfMany?: boolean
  /** Whether the run is for a pull request from a fork, and so has no secrets. */
  isRestricted?: boolean | undefined
}

/** The words of a failure, the same in every place. */
export interface FailureWords extends Explanation {
  /** Whether a create request was sent, of a run that may send one. */
  sent: Sentence | undefined
  /** Who said what is quoted. */
  saidBy: string
  /** What was said about it. */
  said: Said
  /** The HTTP status behind it. */
  status: number | undefined
}

/** What is to say about any run. */
export interface Findings {
  /** The weightiest first. */
  warnings: Warning[]
  comparison: Comparison
}

/** The judgement of a run: one result, and everything to say about it. Only a failed run has a stop, and its words. */
export type Verdict =
  | (Findings & Done & { stop?: never; failure?: never })
  | (Findings & { result: 'failed'; stop: Stop; failure: FailureWords })

/** A judged run: everything that a report is made of. */
export interface Judged {
  asked: Asked
  facts: Facts
  verdict: Verdict
}
