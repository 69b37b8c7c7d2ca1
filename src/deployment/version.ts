import type { Order } from '../inputs/order.ts'
import type { Workflow } from '../inputs/workflow.ts'
import type { Run } from '../report/run.ts'
import {
  type Deployment,
  isActive,
  isSameCommit,
  named,
  stateOf,
} from '../service/deployment.ts'
import { digestOf, isSameRef } from './compare.ts'
import { repositoryKey } from './repository.ts'
import { isWaiting } from './wait.ts'

/** What a run is for, beside what it asks for. */
interface Version {
  /** Whether the run deploys the workflow's own repository, and no `commit` is asked for. */
  isOwn: boolean
  /** The ref that is asked for; empty for the default branch. */
  asked: string
  /** Whether that is the ref of the run. */
  isRunRef: boolean
  /** The commit that shows that a deployment is the run's version; empty if none does. */
  commit: string
}

/**
 * Warns where a green run does not run its own version (contract 3.7). Call it at the end, after the wait: a deployment that is
 * adopted runs what was deployed before.
 */
export function warnOfVersion(
  order: Order,
  workflow: Workflow,
  run: Run,
): void {
  const version = versionOf(order, workflow, run)
  const { deployment } = run
  const isAdopted = deployment !== undefined && run.post !== 'created'
  if (!isAdopted && version.isOwn) warnOfRef(version, workflow, run)
  if (!deployment || run.isPlan) return
  if (
    isAdopted &&
    run.post !== 'unknown' &&
    !isVersion(version, deployment, run)
  )
    run.warn(nothingDeployed(version, deployment, run), 'nothing was deployed')
  if (isAdopted || isWaiting(order)) warnOfInactive(run)
}

/** Warns at the end of a run that adopts or waited, if the newest revision is not active. */
export function warnOfInactive({ deployment, warn }: Run): void {
  if (deployment && !isActive(deployment))
    warn(
      `The newest revision is not active: ${stateOf(deployment)}. \`wait_for: active\` waits for it`,
      'its newest revision is not active',
    )
}

function versionOf(
  { commit, request }: Order,
  workflow: Workflow,
  run: Run,
): Version {
  const asked = request.source_revision_config.repo_ref ?? ''
  const isOwn = isOwnRepository(run, workflow)
  const isRunRef = asked === '' || isSameRef(asked, workflow.ref)
  return {
    isOwn: isOwn && commit === undefined,
    asked,
    isRunRef,
    commit: commit ?? (isOwn && isRunRef ? workflow.sha : ''),
  }
}

/** Whether the run deploys the workflow's own repository. */
function isOwnRepository(
  { request }: Run,
  { server, repository }: Workflow,
): boolean {
  if (request?.source !== 'repohost') return false
  const url = request.source_config.repo_url ?? ''
  return repositoryKey(url) === repositoryKey(`${server}/${repository}`)
}

/** Warns of a create, planned or not, that is not from the ref and the commit of the run. */
function warnOfRef(
  { asked, isRunRef }: Version,
  { ref, sha, refLine }: Workflow,
  { request, deployment, warn }: Run,
): void {
  const branch = request?.source_revision_config.repo_ref ?? ''
  const line = refLine && `. To deploy what the run is for, add \`${refLine}\``
  const commit = deployment?.repo_commit_sha ?? ''
  if (asked === '' && !isSameRef(branch, ref))
    warn(
      `This run is for ${ref}, and the default branch "${branch}" is deployed, as \`repo_ref\` is not set${line}`,
      'the default branch is deployed',
    )
  else if (isRunRef && isOther(commit, sha))
    warn(
      `The deployment is at commit ${commit}, and this run is for commit ${sha}: the ref has probably moved since the run began`,
      'it is at another commit',
    )
}

const isOther = (commit: string, sha: string): boolean =>
  commit !== '' && sha !== '' && !isSameCommit(commit, sha)

/** Whether a deployment is shown to be the run's version: by equal digests, or by equal commits. */
function isVersion(
  { commit }: Version,
  { image_uri, repo_commit_sha }: Deployment,
  { request }: Run,
): boolean {
  const digest = digestOf(request?.source_revision_config.image_uri ?? '')
  const isSameDigest = digest !== '' && digest === digestOf(image_uri)
  return isSameDigest || isSameCommit(commit, repo_commit_sha)
}

function nothingDeployed(
  { commit, asked }: Version,
  deployment: Deployment,
  { request }: Run,
): string {
  const { created_at, repo_commit_sha, repo_ref, image_uri } = deployment
  const image = request?.source_revision_config.image_uri ?? ''
  const there = inWords(repo_commit_sha, image_uri, repo_ref)
  const own = inWords(commit, image, asked)
  const versions =
    image !== '' && there === own
      ? `Both it and this run name the ${own}, which may have moved since`
      : `It is at ${there}, and this run is for ${own}`
  return `Nothing was deployed: the ${named(deployment)} was there already, created at ${created_at || 'an unknown time'}. ${versions}. A rerun of a release expects this. To deploy another version, use another \`name\``
}

/** A version in words. */
function inWords(commit: string, image: string, ref: string): string {
  if (commit) return `commit ${commit}`
  if (image) return `image ${image}`
  return ref ? `ref ${ref}` : 'an unknown version'
}
