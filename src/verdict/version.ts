import { isSameRef } from '../deployment/differences.ts'
import type { Facts } from '../deployment/facts.ts'
import { commitOf, isCommit, isNewestActive } from '../deployment/goal.ts'
import type { Order } from '../deployment/order.ts'
import { matchRepository } from '../deployment/repository.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'

/** A version of an application, as far as it is known. */
export type Version =
  | {
      kind: 'image'
      image: string | undefined
      version?: string | undefined
      digest: string | undefined
    }
  | {
      kind: 'commit'
      of: 'deployed' | 'newest_revision' | 'workflow' | 'asked'
      commit: string | undefined
      ref?: string | undefined
    }
  /** A source of which the service names no version. */
  | { kind: 'source'; source: string }
  /** The run names no version, as `commit` is not set. */
  | { kind: 'unasked' }

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
  name: string
  source: string
  existing: Version
  own: Version
  created_at: string | undefined
  isActive: boolean
  ref: RefProblem | undefined
}

/** What a run was for, and the deployment that it has. */
interface Compared {
  order: Order
  facts: Facts
  request: CreateDeploymentRequest
}

/**
 * Compares the version of a deployment with the one that the run is for, by commit or by digest. An adopted deployment
 * counts as another version unless they are equal; a created one only if its ref or its commit shows it.
 */
export function compareVersions(
  compared: Compared,
  deployment: Deployment,
): OtherVersion | undefined {
  const { facts, request } = compared
  const existing = versionOf(deployment, request)
  const own = ownVersion(compared)
  const [there, wanted] = [idOf(existing), idOf(own)]
  if (wanted !== undefined && isCommit(wanted, there)) return undefined

  const ref = refProblem(compared)
  const isOtherCommit =
    isOfRun(compared) && wanted !== undefined && there !== undefined
  if (facts.created && !ref && !isOtherCommit) return undefined
  return {
    code: 'other_version',
    deed: deedOf(facts.created),
    name: request.name,
    source: request.source,
    existing,
    own,
    created_at: deployment.created_at ?? undefined,
    isActive: isNewestActive(deployment),
    ref,
  }
}

function deedOf(created: boolean | undefined): OtherVersion['deed'] {
  if (created) return 'created'
  return created === false ? 'nothing_deployed' : 'unknown'
}

/**
 * For a plan: whether the create would be of another ref than the run's. A ref that the workflow gives may be that of a
 * later run, so only the default branch is compared.
 */
export function comparePlan(compared: Compared): OtherVersion | undefined {
  const { order, request } = compared
  const ref = refProblem(compared)
  if (!ref || order.draft.source_revision_config.repo_ref) return undefined
  const { repo_ref } = request.source_revision_config
  return {
    code: 'other_version',
    deed: 'planned',
    name: request.name,
    source: request.source,
    existing: {
      kind: 'commit',
      of: 'newest_revision',
      commit: undefined,
      ref: repo_ref ?? undefined,
    },
    own: ownVersion(compared),
    created_at: undefined,
    isActive: false,
    ref,
  }
}

/** What equal versions share: the commit or the digest. */
function idOf(version: Version): string | undefined {
  if (version.kind === 'commit') return version.commit
  return version.kind === 'image' ? version.digest : undefined
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

/** The version of the deployment. */
function versionOf(
  deployment: Deployment,
  { source, source_revision_config: asked }: CreateDeploymentRequest,
): Version {
  const there = deployment.source_revision_config
  if (source.endsWith('_container'))
    return imageVersion(there?.image_uri, deployment.image_version)
  if (source !== 'repohost') return { kind: 'source', source }
  return {
    kind: 'commit',
    of: isNewestActive(deployment) ? 'deployed' : 'newest_revision',
    commit: commitOf(deployment),
    ref: there?.repo_ref ?? asked.repo_ref ?? undefined,
  }
}

/** The version that the run is for. */
function ownVersion(compared: Compared): Version {
  const { order, request } = compared
  const { source, source_revision_config } = request
  if (source.endsWith('_container'))
    return imageVersion(source_revision_config.image_uri)
  if (source !== 'repohost' || isOfRun(compared)) {
    const { sha, ref } = order.run ?? {}
    return {
      kind: 'commit',
      of: 'workflow',
      commit: sha,
      ref: ref?.replace(/^refs\/heads\//, ''),
    }
  }
  if (order.commit === undefined) return { kind: 'unasked' }
  return { kind: 'commit', of: 'asked', commit: order.commit }
}

function imageVersion(
  image: string | null | undefined,
  version?: string | null,
): Version {
  const [, digest] =
    /.@([a-z0-9+._-]{1,32}:[0-9a-f]{32,128})$/i.exec(image ?? '') ?? []
  return {
    kind: 'image',
    image: image || undefined,
    version: version || undefined,
    digest,
  }
}
