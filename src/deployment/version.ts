import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { commitOf, isCommit } from './goal.ts'
import { repositoryPath } from './repository.ts'

/** The version that a run is for, if the workflow says so. */
export interface RunVersion {
  /** The workflow's own repository, as `owner/name`. */
  repository?: string | undefined
  /** The commit of the run, as a full SHA. */
  sha?: string | undefined
}

/** An adopted deployment that may run another version than the run is for. Both versions are in words. */
export interface OtherVersion {
  existing: string
  wanted: string
  /** What to do so that the next run deploys the version, or proves that it is deployed. */
  next: string
}

const NEW_NAME = 'give each version a name of its own, as the service has no update here'

/**
 * Compares the version of an adopted deployment with the version that the run is for: images by digest, repositories by
 * commit.
 *
 * @param context `commit` is the commit that the workflow asks for; `isOwn` says that the repository is the workflow's
 *   own, so the run's commit is expected
 * @returns undefined if they are equal, or if there is nothing to compare
 */
export function otherVersion(
  request: CreateDeploymentRequest,
  deployment: Deployment,
  { commit, run, isOwn }: { commit: string | undefined; run: RunVersion; isOwn: boolean },
): OtherVersion | undefined {
  if (request.source === 'repohost')
    return otherCommit(deployment, commit ?? (isOwn ? run.sha : undefined), commit)
  const isImage = request.source === 'external_container' || request.source === 'internal_container'
  return isImage ? otherImage(request.source_revision_config.image_uri, deployment) : undefined
}

function otherCommit(
  deployment: Deployment,
  wanted: string | undefined,
  commit: string | undefined,
): OtherVersion | undefined {
  const existing = commitOf(deployment)
  if (wanted === undefined || isCommit(wanted, existing)) return undefined
  return {
    existing: existing === undefined ? 'a commit that the service does not name' : `commit ${existing}`,
    wanted: `commit ${wanted}`,
    next:
      commit === undefined
        ? `Set \`commit\`, so that the step waits for it (with \`wait_for\`) or fails; or ${NEW_NAME}.`
        : `Set \`wait_for\` if a push builds this commit; or ${NEW_NAME}.`,
  }
}

function otherImage(image: string | null | undefined, deployment: Deployment): OtherVersion | undefined {
  const there = deployment.source_revision_config?.image_uri
  const digest = digestOf(image)
  if (digest !== undefined && digest === digestOf(there)) return undefined
  const version = deployment.image_version ? ` (version ${deployment.image_version})` : ''
  const isSameTag = image === there
  return {
    existing: there ? `image ${there}${version}` : `an image that the service does not name${version}`,
    wanted: image
      ? `image ${image}${isSameTag ? ', whose tag may point to another image by now' : ''}`
      : 'an image that it does not name',
    next:
      digest === undefined
        ? `Name the image by its digest (\`image_uri: name@sha256:…\`), so that a rerun can tell; or ${NEW_NAME}.`
        : `To deploy it, ${NEW_NAME}.`,
  }
}

/** The digest of an image, in lower case; undefined if the image has a tag, or neither. */
function digestOf(image: string | null | undefined): string | undefined {
  const at = image?.lastIndexOf('@') ?? -1
  const digest = image?.slice(at + 1).toLowerCase() ?? ''
  return at > 0 && /^[a-z0-9+._-]{1,32}:[0-9a-f]{32,128}$/.test(digest) ? digest : undefined
}

/** Whether a record of the listing is the workflow's own repository. */
export function isOwnRepository({ owner, name, url }: RepositoryRecord, { repository }: RunVersion): boolean {
  const own = repository?.toLowerCase()
  if (!own) return false
  return `${owner}/${name}`.toLowerCase() === own || repositoryPath(url ?? '') === own
}

/** All of it in sentences, for a warning. */
export const otherVersionInWords = (name: string, { existing, wanted, next }: OtherVersion): string =>
  `Nothing was deployed: the existing deployment "${name}" was adopted. It has ${existing}; this run is for ${wanted}. ${next}`
