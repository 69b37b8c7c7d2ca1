import { isSameRef } from '../deployment/differences.ts'
import type { Facts } from '../deployment/facts.ts'
import {
  commitOf,
  isCommit,
  isNewestActive,
  type Order,
  type RunVersion,
} from '../deployment/order.ts'
import { matchRepository } from '../deployment/repository.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment } from '../service/responses.ts'
import type { Flags } from './phrases.ts'
import type prose from './words.json'

/** A version of an application, as far as it is known. */
export interface Version {
  text: Sentence
  /** What equal versions share: the full commit, or the digest of the image. */
  id?: string | undefined
  image?: string | null | undefined
}

/** A deployment, or the plan for one, that may have another version than the one that the run is for. */
export interface OtherVersion extends Finding {
  code: 'other_version'
  request: CreateDeploymentRequest
  /** Undefined before it exists. */
  deployment: Deployment | undefined
  existing: Version
  own: Version
  run: RunVersion
}

/** What a run got in place of its own version. */
type Kind =
  /** It adopted a deployment of another version. */
  | 'nothing_deployed'
  /** It may have created the deployment, or another run has. */
  | 'deployed_unknown'
  /** It created a deployment of another commit, or of a ref that may have one; `deployed` once its newest revision is active. */
  | `other_${'version' | 'ref'}_${'deployed' | 'created'}`
  /** It planned one. */
  | 'other_ref_planned'

/** What to say of another version. */
interface Finding {
  kind: Kind
  /** What else is known, and what to do. */
  details: Flags<keyof typeof prose.cases>
}

/** What a run was for, and what it got. */
interface Compared {
  order: Order
  run: RunVersion
  facts: Facts
  request: CreateDeploymentRequest
  /** Whether the deployment differs from the request. */
  differs: boolean
}

/** Both versions, and what tells them apart. */
interface Versions extends Compared {
  existing: Version
  own: Version
  /** Whether the run is for its own version of the workflow's own repository, and not for another `commit`. */
  isOwn: boolean
  ref: RefProblem | undefined
}

/** Why the request has another ref than the run. The head of a fork is no ref of this repository. */
type RefProblem = 'ref_unset' | 'ref_set' | 'ref_fork'

/**
 * Compares the version of the deployment, or of the plan for one, with the version that the run is for, by commit or by
 * digest. An adopted deployment counts as another version unless they are equal; one that is created only if its ref or
 * its commit shows it, and the run is for its own version.
 */
export function otherVersion(compared: Compared): OtherVersion | undefined {
  const { run, request, facts } = compared
  const { deployment } = facts
  const isOwn = isOfRun(compared)
  const existing = versionOf(deployment ?? NOT_CREATED, request)
  const own = ownVersion(compared, isOwn)
  if (own.id && isCommit(own.id, existing.id)) return undefined
  const ref = isOwn ? refProblem(compared) : undefined
  const finding = findingOf({ ...compared, existing, own, isOwn, ref })
  const about = { request, deployment, existing, own, run }
  return finding && { code: 'other_version', ...finding, ...about }
}

const NOT_CREATED: Deployment = { id: '', sent: {} }

function findingOf(versions: Versions): Finding | undefined {
  const { deployment, created } = versions.facts
  if (!deployment) return planned(versions)
  return created
    ? createdFrom(deployment, versions)
    : adopted(deployment, versions)
}

/** A ref that the workflow gives for a plan may be that of a later run. */
function planned({ order, ref }: Versions): Finding | undefined {
  const isGiven = order.draft.source_revision_config.repo_ref
  if (!ref || isGiven) return undefined
  return { kind: 'other_ref_planned', details: { [ref]: true } }
}

function createdFrom(
  deployment: Deployment,
  { existing, own, isOwn, ref }: Versions,
): Finding | undefined {
  const areKnown = isOwn && existing.id && own.id
  if (!areKnown && !ref) return undefined
  const what = areKnown ? 'version' : 'ref'
  const state = isNewestActive(deployment) ? 'deployed' : 'created'
  const cause = ref ?? 'ref_moved'
  return {
    kind: `other_${what}_${state}`,
    details: { created_otherwise: true, [cause]: true, delete_created: true },
  }
}

function adopted(deployment: Deployment, versions: Versions): Finding {
  const { existing, own, ref, facts, differs } = versions
  const isSameTag = own.image && own.image === existing.image
  return {
    kind: facts.created === undefined ? 'deployed_unknown' : 'nothing_deployed',
    details: {
      version_unclear: isUnclear(existing, deployment),
      ...(ref && { [ref]: true }),
      built_by_push: !ref && mayBePushed(deployment, versions),
      new_name: true,
      // A rerun of a release finds its own deployment.
      ...(isSameTag && {
        same_tag: true,
        same_tag_appeared: facts.phases.includes('create'),
        same_tag_differs: differs,
      }),
    },
  }
}

function isOfRun({ order, run, facts }: Compared): boolean {
  const records = [{ ...facts.repository }]
  const own = matchRepository(records, run.repository ?? '')
  return order.commit === undefined && own.length > 0
}

/** Why the request has another ref than the run; undefined if it has not. */
function refProblem({ order, run, request }: Compared): RefProblem | undefined {
  const asked = order.draft.source_revision_config.repo_ref
  const ref = asked || request.source_revision_config.repo_ref
  if (run.ref === undefined) return undefined
  if (ref === run.sha || isSameRef(ref, run.ref)) return undefined
  if (!run.expression) return 'ref_fork'
  return asked ? 'ref_set' : 'ref_unset'
}

function versionOf(
  deployment: Deployment,
  { source, source_revision_config: asked }: CreateDeploymentRequest,
): Version {
  const there = deployment.source_revision_config
  if (isImage(source)) return imageVersion(there?.image_uri)
  if (source !== 'repohost')
    return { text: say`the source ${source}, whose version is unknown` }
  // No commit is called deployed before its revision is active.
  const what = isNewestActive(deployment)
    ? 'deployed commit'
    : 'commit of the newest revision'
  const ref = there?.repo_ref ?? asked.repo_ref
  return commitVersion(what, commitOf(deployment), ref)
}

function ownVersion(
  { order, run, request }: Compared,
  isOwn: boolean,
): Version {
  const { source, source_revision_config } = request
  if (isImage(source)) return imageVersion(source_revision_config.image_uri)
  if (source !== 'repohost' || isOwn) {
    const branch = run.ref?.replace(/^refs\/heads\//, '')
    return commitVersion('workflow commit', run.sha, branch)
  }
  return order.commit
    ? commitVersion('commit', order.commit)
    : { text: words('an unknown version, as the step sets no `commit`') }
}

/** A version by its commit, which has a name such as `deployed commit`, and by its ref. */
function commitVersion(
  what: string,
  id: string | undefined,
  ref?: string | null,
): Version {
  const commit = id ? say`${words(what)} ${id}` : words('an unknown commit')
  return { id, text: ref ? say`${ref} (${commit})` : commit }
}

const isImage = (source: string): boolean => source.endsWith('_container')

const DIGEST = /.@([a-z0-9+._-]{1,32}:[0-9a-f]{32,128})$/i

function imageVersion(image?: string | null): Version {
  const id = DIGEST.exec(`${image}`)?.[1]
  const text = image ? say`image ${image}` : words('an unknown image')
  return { id, image, text }
}

/** Whether the service names another version than the image does: most name its tag. */
const isUnclear = (
  { image }: Version,
  { image_version }: Deployment,
): boolean => Boolean(image && image_version && !image.includes(image_version))

/** Whether a push may build the version, and nothing waits for it. */
const mayBePushed = (
  { source_config }: Deployment,
  { order, request }: Compared,
): boolean =>
  request.source === 'repohost' &&
  order.commit === undefined &&
  !isTagged(request) &&
  source_config?.build_on_push !== false

/** Whether the deployment says that it builds each push. */
export const isPushed = ({ source_config }: Deployment): boolean =>
  source_config?.build_on_push === true

/** Whether a version is that of a tag, which no push changes. */
export const isTagged = ({
  source_revision_config,
}: Pick<Deployment, 'source_revision_config'>): boolean =>
  `${source_revision_config?.repo_ref}`.startsWith('refs/tags/')
