import { isNewestActive } from '../deployment/goal.ts'
import type { GitHubStatus } from '../github/deployment-record.ts'
import type { Annotation, Job } from '../github/job.ts'
import { joined, say, words } from '../lib/sentence.ts'
import type { Redact } from '../lib/text.ts'
import { headline, inSentences } from '../verdict/headline.ts'
import type { Judged } from '../verdict/verdict.ts'
import type { Warning } from '../verdict/warnings.ts'
import { annotateFailure, annotateWarning, detailsLine } from './annotations.ts'
import type { Ending } from './ending.ts'
import { html, publicUrl } from './markup.ts'
import { errorMessage, failureOutputs, type Outputs } from './outputs.ts'
import { advice, createSummary, heading, warningList } from './summary.ts'

/** Reports the end of an action in its outputs and its log. The summary follows, when all warnings are known. */
export function reportEnd(job: Job, ending: Ending, outputs: Outputs): void {
  const { facts, verdict, problems } = ending
  job.output({ ...outputs, ...failureOutputs(job, ending, problems) })
  for (const warning of verdict.warnings)
    if (!isTold(warning, ending)) annotateWarning(job, warning)
  if (verdict.stop) {
    annotateFailure(job, ending, problems)
    return
  }
  const { deployment } = facts
  const id = deployment && say` Its id is ${deployment.id}.`
  job.info(say`${inSentences(ending)}${id}`)
}

/** Whether the log has a warning already: those of the inputs come first, and some as soon as they are known. */
const isTold = (warning: Warning, { facts }: Judged): boolean =>
  warning.code === 'input' || facts.notices.some(told => told === warning)

/** Writes the job summary. It lists everything that the log warns of. */
export function summarize(job: Job, ending: Ending): void {
  job.summary(createSummary(ending, job.warnings(), job.redact))
}

/** Warns of what failed after a step had written its summary, in the log and below the summary. */
export function warnAfter(job: Job, warnings: Annotation[]): void {
  for (const warning of warnings) job.warning(warning)
  const messages = warnings.map(({ lines }) => joined(lines, ' '))
  job.summary(html`\n${warningList(messages)}\n`(job.redact))
}

/** Reports a failure that came after the report, or in it. If the run has its error already, it is a warning. */
export function reportLate(job: Job, judged: Judged): void {
  const { failure } = judged.verdict
  if (!failure) return
  const { code, title, what, sent, next, rerun } = failure
  const id = job.outputOf('id')
  const known = id
    ? [say`The id of the deployment is ${id}.`, ...detailsLine(job)]
    : []
  const lines = [say`${what}.`, ...(sent ? [sent] : []), ...known]
  if (job.outputOf('error_code')) {
    job.warning({ title, lines })
    return
  }
  job.output({
    error_code: words(code),
    error_message: errorMessage(job, what),
  })
  job.error({ title, lines, advice: [words(next), words(rerun)] })
  const section = html`\n\n${heading(judged)}\n\n<p>${joined(lines, ' ')}</p>\n\n${advice(judged)}\n\n`
  job.summary(section(job.redact))
}

/** Whether the deployment is shown to run the version of the run. */
function isThisVersion({ facts, verdict }: Judged): boolean {
  if (verdict.warnings.some(({ code }) => code === 'other_version'))
    return false
  return facts.deployment !== undefined && isNewestActive(facts.deployment)
}

/** The final status of the GitHub Deployment. An adopted deployment is a success only if it runs this version. */
export function recordStatus(judged: Judged, redact: Redact): GitHubStatus {
  const { facts, verdict } = judged
  const { text: description } = headline(judged)
  if (verdict.stop) {
    const isCancelled = verdict.stop.code === 'cancelled'
    return { state: isCancelled ? 'error' : 'failure', description }
  }
  if (verdict.result !== 'created' && !isThisVersion(judged))
    return { state: 'inactive', description }
  const { source_config } = facts.deployment ?? {}
  const environment_url = publicUrl(source_config?.custom_url, redact)
  return {
    state: 'success',
    description,
    ...(environment_url && { environment_url }),
  }
}
