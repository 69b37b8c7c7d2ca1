import { type Sentence, say, words } from '../lib/sentence.ts'
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
  /** The branch or the tag of the run, as a name or a full ref. */
  ref?: string | undefined
  /** Whether a pull request started the run. */
  from_pull_request?: boolean
}

/** A deployment that may run another version than the run is for. */
export interface OtherVersion {
  headline: 'Nothing was deployed' | 'Another version was deployed'
  existing: Sentence
  wanted: Sentence
  /** What to do so that the next run deploys the version, or proves that it is deployed. */
  next: Sentence
}

/** What to compare the version of a deployment with. */
interface Expected {
  /** Whether this run created the deployment. */
  created: boolean
  /** The commit that the workflow asks for. */
  commit: string | undefined
  /** Whether the run has waited for that commit. */
  waited: boolean
  run: RunVersion
  /** Whether the repository is the workflow's own, so that the run's commit is expected. */
  isOwn: boolean
  /** Whether the workflow names the ref, so that it is not the default branch by chance. */
  namesRef: boolean
}

const NEW_NAME = words('give each version a name of its own, as the service has no update here')

/**
 * Compares the version of a deployment with the version that the run is for: images by digest, repositories by ref and
 * commit. Of other sources nothing can be shown, so an adopted one counts as another version.
 *
 * @returns undefined if they are equal, or if the workflow does not say which version the run is for
 */
export function otherVersion(
  request: CreateDeploymentRequest,
  deployment: Deployment,
  expected: Expected,
): OtherVersion | undefined {
  const { source, source_revision_config } = request
  if (source === 'repohost') return otherCommit(source_revision_config.repo_ref, deployment, expected)
  if (expected.created) return undefined
  const isImage = source === 'external_container' || source === 'internal_container'
  if (isImage) return otherImage(source_revision_config.image_uri, deployment)
  return {
    headline: 'Nothing was deployed',
    existing: say`the source ${source}, of which the service names no version`,
    wanted: versionOf(expected.run.ref, 'workflow commit', expected.run.sha),
    next: say`To deploy a new version, ${NEW_NAME}.`,
  }
}

function otherCommit(
  repo_ref: string | null | undefined,
  deployment: Deployment,
  { created, commit, waited, run, isOwn, namesRef }: Expected,
): OtherVersion | undefined {
  const existing = commitOf(deployment)
  const wanted = commit ?? (isOwn ? run.sha : undefined)
  // A run with `commit` fails if it created the deployment from another one.
  if (wanted === undefined || isCommit(wanted, existing) || (created && commit !== undefined))
    return undefined
  const isOtherRef = commit === undefined && run.ref !== undefined && !isSameRef(repo_ref, run)
  if (created && existing === undefined && !isOtherRef) return undefined
  const line = run.from_pull_request
    ? say`\`repo_ref: \${{ github.head_ref }}\``
    : say`\`repo_ref: \${{ github.ref }}\``
  return {
    headline: created ? 'Another version was deployed' : 'Nothing was deployed',
    existing: versionOf(deployment.source_revision_config?.repo_ref ?? repo_ref, 'deployed commit', existing),
    wanted: versionOf(commit === undefined ? run.ref : undefined, 'workflow commit', wanted),
    next: nextFor(),
  }

  function nextFor(): Sentence {
    const name = created ? say`` : say`, and ${NEW_NAME}`
    if (isOtherRef && namesRef) {
      return say`\`repo_ref\` asked for ${repo_ref ?? ''}, and that is what runs. To deploy the version of this run, set ${line}${name}.`
    }
    if (isOtherRef) return say`\`repo_ref\` is not set, so the default branch is used: add ${line}${name}.`
    if (created)
      return say`The branch may have moved on since this run began: with \`commit\` set, the step fails then.`
    if (waited) return say`To deploy it, ${NEW_NAME}.`
    if (commit !== undefined) return say`Set \`wait_for\` if a push builds this commit; or ${NEW_NAME}.`
    return say`Set \`commit\`, so that the step waits for it (with \`wait_for\`) or fails; or ${NEW_NAME}.`
  }
}

/** Whether a ref of the request is that of the run. */
function isSameRef(repo_ref: string | null | undefined, { ref, sha }: RunVersion): boolean {
  const short = (text: string | null | undefined) => text?.replace(/^refs\/(heads|tags)\//, '')
  return repo_ref === sha || short(repo_ref) === short(ref)
}

/** A ref and its commit in words. */
function versionOf(
  ref: string | null | undefined,
  label: 'deployed commit' | 'workflow commit',
  commit: string | undefined,
): Sentence {
  const named =
    commit === undefined ? say`a ${words(label)} that is not named` : say`the ${words(label)} ${commit}`
  return ref ? say`${ref}, at ${named}` : named
}

function otherImage(image: string | null | undefined, deployment: Deployment): OtherVersion | undefined {
  const there = deployment.source_revision_config?.image_uri
  const digest = digestOf(image)
  if (digest !== undefined && digest === digestOf(there)) return undefined
  const version = deployment.image_version ? say` (version ${deployment.image_version})` : say``
  const tag = image === there ? say`, whose tag may point to another image by now` : say``
  return {
    headline: 'Nothing was deployed',
    existing: there ? say`image ${there}${version}` : say`an image that the service does not name${version}`,
    wanted: image ? say`image ${image}${tag}` : say`an image that it does not name`,
    next:
      digest === undefined
        ? say`Name the image by its digest (\`image_uri: name@sha256:…\`), so that a rerun can tell; or ${NEW_NAME}.`
        : say`To deploy it, ${NEW_NAME}.`,
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
export const otherVersionInWords = (
  name: string,
  { headline, existing, wanted, next }: OtherVersion,
): Sentence =>
  say`${words(headline)}: the deployment "${name}" has ${existing}; this run is for ${wanted}. ${next}`
