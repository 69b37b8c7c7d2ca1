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

/**
 * Warns where a green run does not run its own version (contract 3.7). Call it at the end, after the wait: a deployment that is
 * adopted runs what was deployed before.
 */
export function warnOfVersion(
  order: Order,
  workflow: Workflow,
  run: Run,
): void {
  const { deployment, post, isPlan } = run
  const { commit, request } = order
  const asked = request.source_revision_config.repo_ref
  const isOwn = isOwnRepository(run, workflow)
  const ref = asked ?? run.request?.source_revision_config.repo_ref ?? ''
  const isOwnRef = isOwn && (!asked || isSameRef(asked, workflow.ref))
  const own = commit ?? (isOwnRef ? workflow.sha : '')
  const isAdopted = deployment !== undefined && post !== 'created'
  const isOther = workflow.ref !== '' && !isSameRef(ref, workflow.ref)

  if (!isAdopted && isOwn && !asked && !commit && isOther)
    run.warn(
      `This run is for ${workflow.ref}, and the default branch "${ref}" is deployed, as \`repo_ref\` is not set${workflow.refLine && `. To deploy what the run is for, add: \`${workflow.refLine}\``}`,
      'the default branch is deployed',
    )
  else if (!isAdopted && isOwnRef && !commit && isAtOther(deployment, workflow))
    run.warn(
      `The deployment is at commit ${deployment?.repo_commit_sha}, and this run is for commit ${workflow.sha}: the ref may have moved since the run began`,
      'it is at another commit',
    )
  if (!deployment || isPlan) return
  if (isAdopted && !isVersion(own, deployment, run))
    run.warn(nothingDeployed(deployment, own, run), 'nothing was deployed')
  if ((isAdopted || isWaiting(order)) && !isActive(deployment))
    run.warn(
      `The newest revision is not active: ${stateOf(deployment)}. \`wait_for: active\` waits for it`,
      'its newest revision is not active',
    )
}

/** Whether the run deploys the workflow's own repository. */
function isOwnRepository(run: Run, { server, repository }: Workflow): boolean {
  const url = run.request?.source_config.repo_url ?? ''
  const isRepository = run.request?.source === 'repohost' && repository !== ''
  return (
    isRepository &&
    repositoryKey(url) === repositoryKey(`${server}/${repository}`)
  )
}

const isAtOther = (deployment: Deployment | undefined, { sha }: Workflow) =>
  sha !== '' &&
  Boolean(deployment?.repo_commit_sha) &&
  !isSameCommit(deployment?.repo_commit_sha ?? '', sha)

/** Whether a deployment is shown to be the run's version: by equal digests, or by equal commits. */
function isVersion(
  own: string,
  { image_uri, repo_commit_sha }: Deployment,
  run: Run,
): boolean {
  const digest = digestOf(run.request?.source_revision_config.image_uri ?? '')
  const isSameDigest = digest !== '' && digest === digestOf(image_uri)
  return isSameDigest || isSameCommit(own, repo_commit_sha)
}

function nothingDeployed(
  deployment: Deployment,
  own: string,
  run: Run,
): string {
  const { created_at, repo_commit_sha, image_uri } = deployment
  const image = run.request?.source_revision_config.image_uri
  const runs = repo_commit_sha
    ? `commit ${repo_commit_sha}`
    : image_uri || 'an unknown version'
  const wanted = own
    ? `commit ${own}`
    : image || 'a version that cannot be compared'
  return `Nothing was deployed: the ${named(deployment)} was there already, created at ${created_at || 'an unknown time'}. It is at ${runs}, and this run is for ${wanted}. A rerun of a release expects this. To deploy another version, use another \`name\``
}
