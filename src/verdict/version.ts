import { isSameRef } from '../deployment/differences.ts'
import type { Facts } from '../deployment/facts.ts'
import type { Order } from '../deployment/order.ts'
import { commitOf, isCommit, isNewestActive } from '../deployment/order.ts'
import { matchRepository } from '../deployment/repository.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'

/** A version of an application, as far as it is known. */
export interface Version {
  text: Sentence
  /** What equal versions share: the full commit, or the digest of the image. */
  id?: string | undefined
  image?: string | undefined
}

/** Why the request has another ref than the run. */
export type RefProblem =
  /** `expression` gives the ref of the run. */
  | { kind: 'unset' | 'set'; expression: string }
  /** The head of a fork is no ref of this repository. */
  | { kind: 'fork' }

/** A deployment that may have another version than the one that the run is for. */
export interface OtherVersion {
  code: 'other_version'
  deed: 'created' | 'nothing_deployed' | 'unknown' | 'planned'
  request: CreateDeploymentRequest
  existing: Version
  own: Version
  /** Undefined before it exists. */
  deployment: Deployment | undefined
  ref: RefProblem | undefined
  /** Whether the input `commit` asks for its version. */
  isAwaited: boolean
}

/** What a run was for, and what it got. */
interface Compared {
  order: Order
  facts: Facts
  request: CreateDeploymentRequest
}

/**
 * Compares the version of the deployment, or of the plan for one, with the version that the run is for, by commit or by
 * digest. An adopted deployment counts as another version unless they are equal; one that is created only if its ref or
 * its commit shows it.
 */
export function otherVersion(compared: Compared): OtherVersion | undefined {
  const { order, facts, request } = compared
  const deployment = facts.deployment
  const existing = versionOf(deployment, request)
  const own = ownVersion(compared)
  if (isEqual(own, existing)) return undefined

  const deed = deedOf(facts)
  const ref = refProblem(compared)
  // A ref that the workflow gives for a plan may be that of a later run.
  if (deed === 'planned' && asksForRef(order)) return undefined
  const isShown = ref || (isOfRun(compared) && areKnown(own, existing))
  if (isNew(deed) && !isShown) return undefined
  return {
    code: 'other_version',
    deed,
    request,
    existing,
    own,
    deployment,
    ref,
    isAwaited: order.commit !== undefined,
  }
}

const isEqual = (one: Version, other: Version): boolean =>
  one.id !== undefined && isCommit(one.id, other.id)

const areKnown = (one: Version, other: Version): boolean =>
  one.id !== undefined && other.id !== undefined

const isNew = (deed: OtherVersion['deed']): boolean =>
  deed === 'created' || deed === 'planned'

const asksForRef = ({ draft }: Order): boolean =>
  Boolean(draft.source_revision_config.repo_ref)

function deedOf({ deployment, created }: Facts): OtherVersion['deed'] {
  if (!deployment) return 'planned'
  if (created) return 'created'
  return created === false ? 'nothing_deployed' : 'unknown'
}

/** Whether the request has another ref than the run, and why. */
function refProblem(compared: Compared): RefProblem | undefined {
  const { order, request } = compared
  const { run = {} } = order
  if (!isOfRun(compared) || run.ref === undefined) return undefined
  const asked = order.draft.source_revision_config.repo_ref
  const ref = asked || request.source_revision_config.repo_ref
  if (ref === run.sha || isSameRef(ref, run.ref)) return undefined
  if (!run.expression) return { kind: 'fork' }
  return { kind: asked ? 'set' : 'unset', expression: run.expression }
}

/** Whether the run is for its own version of the workflow's own repository, and not for another `commit`. */
function isOfRun({ order, facts }: Compared): boolean {
  const { commit, run } = order
  if (commit !== undefined || !facts.repository) return false
  const records = [{ ...facts.repository }]
  return matchRepository(records, run?.repository ?? '').length > 0
}

/** The version of the deployment; before it exists, that of the request. */
function versionOf(
  deployment: Deployment | undefined,
  { source, source_revision_config: asked }: CreateDeploymentRequest,
): Version {
  const there = deployment?.source_revision_config
  if (source.endsWith('_container'))
    return imageVersion(there?.image_uri, deployment?.image_version)
  if (source !== 'repohost')
    return { text: say`the source ${source}, whose version is unknown` }
  const ref = there?.repo_ref ?? asked.repo_ref
  return deployment
    ? commitVersion(commitLabel(deployment), commitOf(deployment), ref)
    : commitVersion('commit', undefined, ref)
}

/** No commit is called deployed before its revision is active. */
const commitLabel = (deployment: Deployment): string =>
  isNewestActive(deployment)
    ? 'deployed commit'
    : 'commit of the newest revision'

/** The version that the run is for. */
function ownVersion(compared: Compared): Version {
  const { order, request } = compared
  const { source, source_revision_config } = request
  if (source.endsWith('_container'))
    return imageVersion(source_revision_config.image_uri)
  if (source !== 'repohost' || isOfRun(compared)) {
    const { sha, ref } = order.run ?? {}
    return commitVersion(
      'workflow commit',
      sha,
      ref?.replace(/^refs\/heads\//, ''),
    )
  }
  if (order.commit !== undefined) return commitVersion('commit', order.commit)
  return {
    text: words('an unknown version, as the step sets no `commit`'),
  }
}

function commitVersion(
  label: string,
  commit: string | undefined,
  ref?: string | null,
): Version {
  const text = commit
    ? say`${words(label)} ${commit}`
    : words('an unknown commit')
  return { id: commit, text: ref ? say`${ref} (${text})` : text }
}

const DIGEST = /.@([a-z0-9+._-]{1,32}:[0-9a-f]{32,128})$/i

function imageVersion(image?: string | null, version?: string | null): Version {
  const text = image ? say`image ${image}` : words('an image without a name')
  return {
    image: image || undefined,
    id: DIGEST.exec(image ?? '')?.[1],
    text: version ? say`${text} (version ${version})` : text,
  }
}
