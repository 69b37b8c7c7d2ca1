import { isWaiting, type Order } from '../inputs/order.ts'
import type { Workflow } from '../inputs/workflow.ts'
import type { Run } from '../run/run.ts'
import {
  type Deployment,
  type Fields,
  fieldsOf,
  isActive,
  isSameCommit,
  isSha,
  named,
} from '../service/deployment.ts'
import { isSameRef } from './compare.ts'
import { repositoryKey } from './repository.ts'

/**
 * Warns if a run succeeds without deploying its own version: an adopted deployment may run an older one. Call it at the end, after
 * the wait.
 */
export function warnOfVersion(order: Order, workflow: Workflow, run: Run): void {
  const { deployment, post } = run
  const version = versionOf(order, workflow, run)
  const isAdopted = deployment && post !== 'created'
  if (version.isOwn && !isAdopted) warnOfRef(version, workflow, run)
  if (run.isPlan) return
  if (isAdopted && post !== 'unknown') warnOfAdopted(deployment, version, run)
  if (isAdopted || isWaiting(order)) warnOfInactive(run)
}

/** Warns if the newest revision is not active, at the end of a run that adopted a deployment or waited for one. */
export function warnOfInactive({ deployment, warn }: Run): void {
  if (deployment && !isActive(deployment))
    warn(
      `The newest revision is not active, as far as the service shows: ${deployment.state}. Look in the service whether it becomes active: a rerun does not change it. In a new run, \`wait_for: active\` waits for it`,
      'its newest revision is not active',
    )
}

/** The version that a run is for. Its commit is empty if the inputs name none and the version is not the run's own. */
interface Version extends Fields {
  /** Whether it is the workflow run's own: the inputs have its repository, its ref or no ref, and no `commit`. */
  isOwn: boolean
}

function versionOf(
  { commit, requested }: Order,
  { server, repository, ref, sha }: Workflow,
  { request }: Run,
): Version {
  const fields = fieldsOf(request)
  // The ref is from the inputs, the URL from the listing.
  const isOwn =
    commit === undefined &&
    isSameRef(fieldsOf(requested).repo_ref || ref, ref) &&
    repositoryKey(fields.repo_url) === repositoryKey(`${server}/${repository}`)
  const ownCommit = isOwn ? sha : ''
  // A ref may be a commit.
  const requestedCommit = isSha(fields.repo_ref) ? fields.repo_ref : ownCommit
  return { ...fields, repo_commit_sha: commit ?? requestedCommit, isOwn }
}

/** Warns if a created or planned deployment is not at the ref and the commit of the run. */
function warnOfRef(
  { repo_ref, repo_commit_sha }: Version,
  { ref, refLine, defaultBranch }: Workflow,
  { deployment, isPlan, warn }: Run,
): void {
  const branch = repo_ref || defaultBranch
  const commit = deployment?.repo_commit_sha
  const others = isPlan
    ? ''
    : ' and another `name` in a new run, and delete this one if nothing needs it: a rerun changes nothing'
  const remedy = refLine && `. To deploy what the run is for, add \`${refLine}\`${others}`
  // The version is the run's own, so the inputs name no other branch: this one is the default branch.
  if (branch && !isSameRef(branch, ref))
    warn(
      `This run is for ${ref}, and the default branch ${branch} is deployed, as \`repo_ref\` is not set${remedy}`,
      'its ref is the default branch',
    )
  else if (commit && !isSameCommit(commit, repo_commit_sha))
    warn(
      `The deployment is at commit ${commit}, and this run is for commit ${repo_commit_sha}: the ref may have moved, or the service took another. If that is wrong, use another \`name\` in a new run, with a \`repo_ref\` at the right commit: a rerun changes nothing`,
      'it is at another commit',
    )
}

/** Warns of an adopted deployment, unless an equal image digest or an equal commit proves that it is the run's version. */
function warnOfAdopted(deployment: Deployment, version: Version, { warn }: Run): void {
  const digest = digestOf(version.image_uri)
  if (
    (digest && digest === digestOf(deployment.image_uri)) ||
    isSameCommit(version.repo_commit_sha, deployment.repo_commit_sha)
  )
    return
  const existing = versionInWords(deployment, 'an unknown version (look in the service which)')
  const requested = versionInWords(version, 'a version that its inputs do not name')
  const comparison =
    existing === requested
      ? 'as this run asks for, unless that tag or branch has moved'
      : `and this run is for ${requested}`
  warn(
    `Nothing was deployed by this attempt: it adopted the ${named(deployment)}, created at ${deployment.created_at || 'an unknown time'}, perhaps by an earlier attempt. It is at ${existing}, ${comparison}. If what is deployed is right, as in a rerun of a release, do nothing. For another version, use another \`name\` in a new run, or change it in the service: a rerun changes nothing`,
    'nothing was deployed by this attempt',
  )
}

/** A version in words: its commit, else its image, else its ref, else `unknown`. */
function versionInWords(fields: Fields, unknown: string): string {
  const { repo_commit_sha: commit, image_uri: image, repo_ref: ref } = fields
  return (
    Object.entries({ commit, image, ref })
      .find(([, value]) => value)
      ?.join(' ') ?? unknown
  )
}

/** The digest of an image; undefined if it has none. */
const digestOf = (image: string): string | undefined => image.split('@')[1]
