import type { Difference, Notice } from '../deployment/facts.ts'
import { type Problem, sentence } from '../inputs/problem.ts'
import {
  firstJoined,
  joined,
  type Sentence,
  say,
  words,
} from '../lib/sentence.ts'
import { describe } from '../service/failure.ts'
import type { Deployment } from '../service/responses.ts'
import { inWords, presented, type WarningWords } from './phrases.ts'
import type { OtherVersion } from './version.ts'
import { wordsOfVersion } from './version-words.ts'

/** Something to warn of, with the facts that its words need. */
export type Warning =
  | Notice
  | { code: 'input'; problem: Problem }
  | { code: 'differs'; differences: Difference[] }
  | { code: 'not_as_requested'; differences: Difference[] }
  /** `isNotice`: where a table shows that the deployment is unchanged. */
  | (OtherVersion & { isNotice?: boolean })
  | { code: 'not_active'; deployment: Deployment }
  | { code: 'unused' }
  | { code: 'commit_unknown' }
  | { code: 'not_compared'; fields: Sentence[] }

type Words<W> = (warning: W) => WarningWords

type Table = {
  [C in Warning['code']]: Words<Extract<Warning, { code: C }>>
}

/** Where a warning is about the deployment. */
const TITLE = 'Deployment'

/** The words of every warning, the weightiest first. */
const WARNINGS: Table = {
  not_as_requested: ({ differences }) => ({
    title: TITLE,
    message: say`The deployment was created, but is not as requested: ${inWords(differences)}. If the service is wrong, ask those who run it: a rerun is safe, but does not change it.`,
    doubt: 'not as requested',
  }),
  other_version: wordsOfVersion,
  not_active: ({ deployment }) => ({
    title: TITLE,
    message: say`${inactivity(deployment)} If it is still being built or started, set \`wait_for: active\` to wait for it. If it failed, mend the cause, and deploy under a new \`name\`. A rerun is safe, but repairs nothing.`,
    doubt: isActivityUnknown(deployment)
      ? 'its newest revision may not be active'
      : 'its newest revision is not active',
  }),
  unused: () => ({
    title: TITLE,
    message: words(`${UNUSED} A rerun is safe, but does not change this.`),
    doubt: 'its status is UNUSED',
  }),
  duplicates_possible: ({ failure, listed }) => ({
    title: TITLE,
    message: say`Duplicates could not be ruled out: ${whyUnproved(failure, listed)}. Check in the service: if it has two deployments of the name, delete one. Run again only once it lists the deployment.`,
    doubt: 'duplicates could not be ruled out',
  }),
  namesakes: ({ others, own, listed }) => ({
    title: TITLE,
    message: say`Other deployments have the name too: ${presented(others)}. ${listed ? KEPT : say`The list does not show the one that this run created: ${own}.`}`,
    doubt: 'other deployments have its name',
  }),
  lost_answer: ({ failures, deployment, counts }) => ({
    title: TITLE,
    message: say`${words(failures.length > 1 ? 'Two create requests' : 'The create request')} had no usable answer: ${joined(failures.map(describe), ', and then ')}. A deployment named "${deployment.name}" (${deployment.id}) has appeared since. ${words(counts ? COUNTS : 'Nothing shows whether this run created it.')}`,
    ...(counts && { doubt: 'the answer to the request was lost' }),
  }),
  differs: ({ differences }) => ({
    title: TITLE,
    message: say`The deployment differs from the inputs: ${inWords(differences)}. The action cannot change it.`,
    doubt: 'it differs from the inputs',
  }),
  commit_unknown: () => ({
    title: TITLE,
    message: words(
      'The service does not say from which commit the deployment was created, so `commit` is not checked. With `wait_for` it is, once the service says so.',
    ),
    doubt: 'its commit is unknown',
  }),
  input: ({ problem }) => ({
    title:
      problem.input === undefined || problem.place
        ? 'Inputs'
        : `Inputs: ${problem.input}`,
    message: sentence(problem),
    doubt: 'see the warning about its inputs',
  }),
  push_unknown: () => ({
    title: TITLE,
    message: words(
      'The service does not say whether a push builds the deployment (`build_on_push`). If none does, the commit does not come.',
    ),
  }),
  other_host: ({ repository, record }) => ({
    title: TITLE,
    message: say`The integration lists the repository "${repository}" on another host than that of this workflow: ${record.url} is used. If it is not the right one, set the input \`repository\` to a URL.`,
  }),
  not_compared: ({ fields }) => ({
    title: TITLE,
    message: say`Not compared, because the service does not return it: ${firstJoined(fields, 100)}. A change there is not in the deployment.`,
  }),
}

/** The words of a warning, the same in every place. */
export const wordsOf = (warning: Warning): WarningWords =>
  (WARNINGS[warning.code] as Words<Warning>)(warning)

/** The codes of all warnings, the weightiest first. */
export const WARNING_CODES = Object.keys(WARNINGS) as Warning['code'][]

/** Sorts the weightiest first. */
export const byWeight = (one: Warning, other: Warning): number =>
  WARNING_CODES.indexOf(one.code) - WARNING_CODES.indexOf(other.code)

export const UNUSED =
  'The status UNUSED may mean that nothing runs: open its address, or check it with `health_url`.'

const KEPT = words(
  'The one of this run is kept, because it is the oldest that is not being deleted (by `created_at`, then by `id`). Delete the others if nothing uses them: every later run of the name fails until only one is left.',
)

const COUNTS =
  'The name was free before, and nothing that could be compared differs from the request, so it counts as created by this run. If another run may have created it, check in the service. A rerun is safe: it looks the name up first.'

/** Whether the service tells too little of the revisions. */
function isActivityUnknown({
  active_revision_id: active,
  latest_revision_id: latest,
}: Deployment): boolean {
  return active === undefined || Boolean(active && !latest)
}

/**
 * Says that the newest revision is not active.
 *
 * @param yet whether it may still become so, as nothing was waited for
 * @param isOne whether it is one of several that the report names
 */
export function inactivity(
  deployment: Deployment,
  yet = false,
  isOne = false,
): Sentence {
  if (isActivityUnknown(deployment))
    return words(
      'The service does not say whether the newest revision is active.',
    )
  const active = deployment.active_revision_id
  const serving = active
    ? say`the revision ${active} serves`
    : words('no revision serves')
  const its = isOne ? say`Of ${deployment.id}, the` : words('The')
  return say`${its} newest revision is not active${words(yet ? ' yet' : '')}: ${serving}.`
}

function whyUnproved(
  failure: Extract<Notice, { code: 'duplicates_possible' }>['failure'],
  listed: string[],
): Sentence {
  if (failure) return describe(failure)
  if (listed.length === 0)
    return words('the list does not show the new deployment')
  return say`instead of the new deployment, the list shows ${joined(listed)}`
}
