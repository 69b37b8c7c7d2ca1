import { type Sentence, say, words } from '../lib/sentence.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import { isSameRef } from './differences.ts'
import { NEW_NAME } from './errors.ts'
import { commitOf, type Goal, isCommit, isNewestActive } from './goal.ts'
import { matchRepository } from './repository.ts'

/** The version that a run is for, if the workflow says so. */
export interface RunVersion {
  /** The URL of the workflow's own repository, or `owner/name` if its host is not known. */
  repository?: string | undefined
  sha?: string | undefined
  /** The full ref of the run, or the name of its branch or tag. */
  ref?: string | undefined
  /** The expression that gives `ref` in a workflow. */
  expression?: string | undefined
  /** Whether the commit is the head of a pull request from another repository. */
  from_fork?: boolean | undefined
}

/** A deployment that may run another version than the run is for. */
export interface OtherVersion {
  headline:
    | 'Nothing was deployed'
    | 'It is not known what was deployed'
    | 'Another version was created'
    | 'Another version was deployed'
    | 'Another version would be created'
  /** Both versions, and the change with which the next run deploys its own, or proves that it is deployed. */
  message: Sentence
}

/** The version that a run is for, its request, and the record of its repository. */
interface Wanted extends Pick<Goal, 'commit'> {
  draft: Pick<CreateDeploymentRequest, 'source_revision_config'>
  run?: RunVersion
  request: CreateDeploymentRequest
  record: RepositoryRecord | undefined
}

/**
 * Compares the version of a deployment with the version that the run is for: images by digest, repositories by ref and
 * commit. Of other sources nothing can be shown, so an adopted one counts as another version.
 *
 * @param created whether this run created the deployment; undefined if nothing shows it
 * @returns undefined if they are equal, or if a deployment was created from what the workflow asks for
 */
export function otherVersion(
  wanted: Wanted,
  deployment: Deployment,
  created: boolean | undefined,
): OtherVersion | undefined {
  const versions = versionsOf(wanted, deployment, created === true)
  if (!versions) return undefined
  const { existing, own, next } = versions
  const another = isNewestActive(deployment) ? 'Another version was deployed' : 'Another version was created'
  const unknown = 'It is not known what was deployed'
  const headline = created ? another : created === false ? 'Nothing was deployed' : unknown
  const message = say`${words(headline)}: the deployment "${wanted.request.name}" ${existing}; this run is for ${own}. ${next}.`
  return { headline, message }
}

/** The version of a deployment and that of the run in words, where they may differ, and what to do. */
type Versions = Record<'existing' | 'own' | 'next', Sentence>

function versionsOf(wanted: Wanted, deployment: Deployment, created: boolean): Versions | undefined {
  const { source } = wanted.request
  if (source === 'repohost') return otherCommit(wanted, deployment, created)
  if (created) return undefined
  if (source.endsWith('_container')) return otherImage(wanted, deployment)
  const existing = say`has the source ${source}, whose version the service does not name`
  return { existing, own: ofRun(wanted), next: TO_DEPLOY }
}

const REDO = words(
  'Before a rerun, delete the deployment that this run created, or choose another name: a rerun cannot change it',
)

const TO_DEPLOY = words(`To deploy it, ${NEW_NAME}`)

function otherCommit(wanted: Wanted, deployment: Deployment, created: boolean): Versions | undefined {
  const { commit, run = {}, request } = wanted
  const existing = commitOf(deployment)
  const isOfRun = commit === undefined && isOwn(wanted)
  const sha = isOfRun ? run.sha : commit
  if (sha !== undefined && isCommit(sha, existing)) return undefined
  const ref = otherRef(wanted)
  // A run with `commit` fails if it created the deployment from another one.
  if (created && (!isOfRun || sha === undefined || (existing === undefined && !ref))) return undefined
  const label = isNewestActive(deployment) ? 'deployed commit' : 'commit of the newest revision'
  const there = deployment.source_revision_config?.repo_ref ?? request.source_revision_config.repo_ref
  const otherwise = created
    ? 'The ref may have moved since this run began. If `commit` is set, the step fails in that case'
    : `If a push builds it, the step waits for it where \`commit\` and \`wait_for\` are set. Otherwise ${NEW_NAME}`
  const withName = ref && (created ? say`${ref}. ${REDO}` : say`${ref}, and ${words(NEW_NAME)}`)
  return {
    existing: say`${words(created ? 'was created from' : 'is from')} ${at(there, commitInWords(label, existing))}`,
    own: isOfRun ? ofRun(wanted) : commitInWords('commit', commit),
    next: withName ?? words(otherwise),
  }
}

/**
 * The advice for a request with another ref than the run's; undefined if the run wants no ref, or the same one. The head
 * of a fork is not in this repository, so a ref of the same name is another one.
 */
function otherRef(wanted: Wanted): Sentence | undefined {
  const { draft, commit, run = {}, request } = wanted
  const asked = draft.source_revision_config.repo_ref
  const ref = asked || request.source_revision_config.repo_ref
  const isSame = ref === run.sha || (!run.from_fork && isSameRef(ref, run.ref))
  if (commit !== undefined || run.ref === undefined || isSame || !isOwn(wanted)) return undefined
  if (run.from_fork)
    return words(
      'The head of this pull request is in a fork, and no ref of this repository builds it: deploy it after the merge',
    )
  const line = words(`\`repo_ref: \${{ ${run.expression ?? 'github.ref'} }}\``)
  return asked
    ? say`\`repo_ref\` asks for ${asked}. If you want the version of this run instead, set ${line}`
    : say`\`repo_ref\` is not set, so the default branch is used: add ${line}`
}

/** For a plan: the create would be of another ref than the run's. */
export function otherPlan(wanted: Wanted): OtherVersion | undefined {
  const ref = wanted.request.source === 'repohost' ? otherRef(wanted) : undefined
  if (!ref) return undefined
  const repo_ref = wanted.request.source_revision_config.repo_ref ?? ''
  const message = say`The deployment would be created from ${repo_ref}; this run is for ${ofRun(wanted)}. ${ref}.`
  return { headline: 'Another version would be created', message }
}

const isOwn = ({ record, run }: Wanted): boolean =>
  record !== undefined && matchRepository([{ ...record }], run?.repository ?? '').length > 0

/** The version of the run: its ref and its commit. */
const ofRun = ({ run = {} }: Wanted): Sentence =>
  at(
    run.ref?.replace(/^refs\/heads\//, ''),
    commitInWords('workflow commit', run.sha),
    run.from_fork ? ' of a fork' : '',
  )

const at = (ref: string | null | undefined, commit: Sentence, whose = ''): Sentence =>
  ref ? say`${ref}${words(whose)} (${commit})` : commit

const commitInWords = (label: string, commit: string | undefined): Sentence =>
  commit === undefined ? words('an unknown commit') : say`${words(label)} ${commit}`

function otherImage(wanted: Wanted, deployment: Deployment): Versions | undefined {
  const image = wanted.request.source_revision_config.image_uri
  const there = deployment.source_revision_config?.image_uri
  const digest = digestOf(image)
  if (digest !== undefined && digest === digestOf(there)) return undefined
  const version = deployment.image_version ? say` (version ${deployment.image_version})` : say``
  const tag = image === there ? say`, whose tag may point to another image by now` : say``
  const name = `Name the image by its digest (\`image_uri: name@sha256:…\`), so that a rerun can tell; or ${NEW_NAME}`
  const unnamed = say`has source ${deployment.source ?? 'unknown'}, and no image that the service names`
  return {
    existing: say`${there ? say`has image ${there}` : unnamed}${version}`,
    own: image ? say`image ${image}${tag}` : words('an image that it does not name'),
    next: digest === undefined ? words(name) : TO_DEPLOY,
  }
}

/** The digest of an image, in lower case; undefined if the image has a tag, or neither. */
const digestOf = (image: string | null | undefined): string | undefined =>
  /.@([a-z0-9+._-]{1,32}:[0-9a-f]{32,128})$/i.exec(image ?? '')?.[1]?.toLowerCase()
