import { isSameRef } from '../deployment/differences.ts'
import type { Facts } from '../deployment/facts.ts'
import type { Order, RunVersion } from '../deployment/order.ts'
import { commitOf, isCommit, isNewestActive } from '../deployment/order.ts'
import { matchRepository } from '../deployment/repository.ts'
import type { Sentence } from '../lib/sentence.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import { type Flags, held, phrase } from './phrases.ts'
import prose from './words.json' with { type: 'json' }

/** A version of an application, as far as it is known. */
export interface Version {
  text: Sentence
  /** What equal versions share: the full commit, or the digest of the image. */
  id?: string | undefined
  image?: string | undefined
  /** The version of the image as the service names it. */
  version?: string | null | undefined
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
  /** Which version there is, and what to do. */
  cases: Flags<keyof typeof prose.cases>
  request: CreateDeploymentRequest
  existing: Version
  own: Version
  /** Undefined before it exists. */
  deployment: Deployment | undefined
  ref: RefProblem | undefined
}

/** What a run was for, and what it got. */
interface Compared {
  order: Order
  facts: Facts
  request: CreateDeploymentRequest
  /** Whether the deployment differs from the request. */
  differs: boolean
}

/**
 * Compares the version of the deployment, or of the plan for one, with the version that the run is for, by commit or by
 * digest. An adopted deployment counts as another version unless they are equal; one that is created only if its ref or
 * its commit shows it.
 */
export function otherVersion(compared: Compared): OtherVersion | undefined {
  const { facts, request } = compared
  const { deployment } = facts
  const isOwn = isOfRun(compared)
  const versions = {
    existing: versionOf(deployment, request),
    own: ownVersion(compared, isOwn),
    ref: isOwn ? refProblem(compared) : undefined,
  }
  if (!mayDiffer(compared, isOwn, versions)) return undefined
  const cases = casesOf(compared, versions)
  return { code: 'other_version', cases, request, deployment, ...versions }
}

/** What is compared. */
type Versions = Pick<OtherVersion, 'existing' | 'own' | 'ref'>

function mayDiffer(
  compared: Compared,
  isOwn: boolean,
  { existing, own, ref }: Versions,
): boolean {
  const { deployment, created } = compared.facts
  if (own.id && isCommit(own.id, existing.id)) return false
  if (deployment && !created) return true
  if (!deployment && isRefGiven(compared)) return false
  const areKnown = isOwn && own.id && existing.id
  return Boolean(ref || areKnown)
}

/** A ref that the workflow gives for a plan may be that of a later run. */
const isRefGiven = ({ order }: Compared): boolean =>
  Boolean(order.draft.source_revision_config.repo_ref)

function casesOf(
  compared: Compared,
  versions: Versions,
): OtherVersion['cases'] {
  const { deployment, created } = compared.facts
  if (!deployment) return { other_ref_planned: true, ...refCase(versions) }
  return created
    ? createdCases(deployment, versions)
    : adoptedCases(compared, versions)
}

const refCase = ({ ref }: Versions): OtherVersion['cases'] => ({
  [`ref_${ref?.kind}`]: true,
})

function createdCases(
  deployment: Deployment,
  versions: Versions,
): OtherVersion['cases'] {
  const { existing, own, ref } = versions
  const what = own.id && existing.id ? 'version' : 'ref'
  return {
    created_otherwise: true,
    [`other_${what}_created`]: true,
    [`other_${what}_deployed`]: isNewestActive(deployment),
    ...refCase(versions),
    ref_moved: !ref,
    delete_created: true,
  }
}

function adoptedCases(
  compared: Compared,
  versions: Versions,
): OtherVersion['cases'] {
  const { existing, own, ref } = versions
  const isSameTag = own.image && !own.id && existing.image === own.image
  return {
    deployed_unknown: compared.facts.created === undefined,
    version_unclear: isUnclear(existing),
    ...refCase(versions),
    built_by_push: !ref && mayBePushed(compared),
    new_name: true,
    // A rerun of a release finds its own deployment.
    same_tag: isSameTag,
    same_tag_appeared: isSameTag && compared.facts.phases.includes('create'),
    same_tag_differs: isSameTag && compared.differs,
  }
}

/** Whether the request has another ref than the run, and why. */
function refProblem({ order, request }: Compared): RefProblem | undefined {
  const { run = {}, draft } = order
  const asked = draft.source_revision_config.repo_ref
  const ref = asked || request.source_revision_config.repo_ref
  const isSame = ref === run.sha || isSameRef(ref, run.ref)
  if (run.ref === undefined || isSame) return undefined
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
  if (isImage(source))
    return imageVersion(there?.image_uri, deployment?.image_version)
  if (source !== 'repohost') return version({ other_source: true }, { source })
  const id = deployment && commitOf(deployment)
  const ref = there?.repo_ref ?? asked.repo_ref
  // No commit is called deployed before its revision is active.
  const deployed_commit = deployment && isNewestActive(deployment)
  return version(
    { newest_commit: true, deployed_commit, unknown_commit: !id, of_ref: ref },
    { id, ref },
  )
}

/** The version that the run is for. */
function ownVersion({ order, request }: Compared, isOwn: boolean): Version {
  const { source, source_revision_config } = request
  const { commit, run = {} } = order
  if (isImage(source)) return imageVersion(source_revision_config.image_uri)
  return source === 'repohost' && !isOwn
    ? version({ no_commit: true, asked_commit: commit }, { id: commit })
    : workflowVersion(run)
}

function workflowVersion({ sha: id, ref: of_run }: RunVersion): Version {
  const ref = of_run?.replace(/^refs\/heads\//, '')
  return version(
    { workflow_commit: true, unknown_commit: !id, of_ref: ref },
    { id, ref },
  )
}

const isImage = (source: string): boolean => source.endsWith('_container')

const DIGEST = /.@([a-z0-9+._-]{1,32}:[0-9a-f]{32,128})$/i

function imageVersion(name?: string | null, tag?: string | null): Version {
  const image = name || undefined
  const id = DIGEST.exec(image ?? '')?.[1]
  return version(
    { image: true, named_image: image },
    { id, image, version: tag },
  )
}

/** Whether the service names another version than the image does: most name its tag. */
const isUnclear = ({ image, version }: Version): boolean =>
  Boolean(image && version && !image.includes(version))

/** A version with its text, which is made of the facts. */
const version = (
  kinds: Flags<keyof typeof prose.versions>,
  facts: Omit<Version, 'text'> & Record<string, unknown>,
): Version => ({ ...facts, text: phrase(held(prose.versions, kinds), facts) })

/** Whether a push may build the version, and nothing waits for it. */
const mayBePushed = ({ order, request, facts }: Compared): boolean =>
  request.source === 'repohost' &&
  order.commit === undefined &&
  !isTagged(request) &&
  facts.deployment?.source_config?.build_on_push !== false

/** Whether the deployment says that it builds each push. */
export const isPushed = ({ source_config }: Deployment): boolean =>
  source_config?.build_on_push === true

/** Whether a version is that of a tag, which no push changes. */
export const isTagged = ({
  source_revision_config,
}: Pick<Deployment, 'source_revision_config'>): boolean =>
  `${source_revision_config?.repo_ref}`.startsWith('refs/tags/')
