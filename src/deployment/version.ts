import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import type { OtherVersion } from './context.ts'
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
  /** The expression that gives `ref` in a workflow; undefined for the head of a fork, which is no ref of the repository. */
  expression?: string | undefined
}

/** The version that a run is for, its request, and the record of its repository. */
interface Wanted extends Pick<Goal, 'commit'> {
  draft: Pick<CreateDeploymentRequest, 'source_revision_config'>
  run?: RunVersion
  request: CreateDeploymentRequest
  record: RepositoryRecord | undefined
}

/**
 * Compares the version of a deployment with the version that the run is for, by commit or by digest. An adopted
 * deployment counts as another version unless they are equal; a created one only if its ref or its commit shows it.
 *
 * @param created whether this run created the deployment; undefined if nothing shows it
 */
export function otherVersion(
  wanted: Wanted,
  deployment: Deployment,
  created: boolean | undefined,
): OtherVersion | undefined {
  const { name, source } = wanted.request
  const [existing, own] = versionsOf(wanted, deployment)
  if (own.id !== undefined && isCommit(own.id, existing.id)) return undefined
  const ref = otherRef(wanted)
  const isOtherCommit =
    isOfRun(wanted) && own.id !== undefined && existing.id !== undefined
  if (created && !ref && !isOtherCommit) return undefined
  const another =
    `Another version was ${isNewestActive(deployment) ? 'deployed' : 'created'}` as const
  const unknown = 'It is not known what was deployed'
  const headline = created
    ? another
    : created === false
      ? 'Nothing was deployed'
      : unknown
  const is = words(created ? 'was created from' : 'is from')
  const versions = say`the deployment "${name}" ${is} ${existing.text}; this run is for ${own.text}`
  const proof =
    source === 'repohost' ? PUSHED : own.id === undefined ? TAGGED : undefined
  const next = [
    ref ?? (created ? MOVED : proof) ?? [],
    created ? DELETE : NEW,
  ].flat()
  return {
    headline,
    message: say`${words(headline)}: ${versions}. ${joined(next, '. ')}.`,
  }
}

/** For a plan: the create would be of another ref than the run's. */
export function otherPlan(wanted: Wanted): OtherVersion | undefined {
  const [ref, { repo_ref }] = [
    otherRef(wanted),
    wanted.request.source_revision_config,
  ]
  const message = say`The deployment would be created from ${repo_ref ?? ''}; this run is for ${versionOfRun(wanted).text}. ${ref ?? ''}.`
  return ref && { headline: 'Another version would be created', message }
}

const MOVED = words('The ref may have moved since this run began')
const PUSHED = words(
  'If a push builds it, the step waits for it where `commit` and `wait_for` are set',
)
const TAGGED = words(
  'If the tag has moved since, no run of this name deploys its new image: name the image by its digest (`image_uri: name@sha256:…`)',
)
const NEW = words(`To deploy this version, ${NEW_NAME}`)
const DELETE = words(
  'Before a rerun, delete the deployment that this run created, or choose another name: a rerun cannot change it',
)

/** The line to add if the request has another ref than the run; undefined if the run wants no ref, or the same one. */
function otherRef(wanted: Wanted): Sentence | undefined {
  const { draft, run = {}, request } = wanted
  const ref =
    draft.source_revision_config.repo_ref ||
    request.source_revision_config.repo_ref
  if (
    !isOfRun(wanted) ||
    run.ref === undefined ||
    ref === run.sha ||
    isSameRef(ref, run.ref)
  )
    return undefined
  const line = `If you want the version of this run, set \`repo_ref: \${{ ${run.expression} }}\`: without it, the default branch is used`
  const fork =
    'The head of this pull request is in a fork, and no ref of this repository builds it: deploy it after the merge'
  return words(run.expression ? line : fork)
}

/** Whether the run is for its own version of the workflow's own repository, and not for another `commit`. */
function isOfRun({ record, run, commit }: Wanted): boolean {
  if (commit !== undefined || !record) return false
  return matchRepository([{ ...record }], run?.repository ?? '').length > 0
}

/** A version in words, and the commit or the digest that equal versions share, if it is known. */
interface Version {
  text: Sentence
  id: string | undefined
}

const UNNAMED = {
  text: words('a version that it does not name, as `commit` is not set'),
  id: undefined,
}

/** The version of the deployment, and the one that the run is for. */
function versionsOf(
  wanted: Wanted,
  deployment: Deployment,
): [existing: Version, own: Version] {
  const { source, source_revision_config: asked } = wanted.request
  const { source_revision_config: there, image_version } = deployment
  if (source.endsWith('_container'))
    return [
      imageVersion(there?.image_uri, image_version),
      imageVersion(asked.image_uri),
    ]
  const unnamed = say`the source ${source}, whose version the service does not name`
  if (source !== 'repohost')
    return [{ text: unnamed, id: undefined }, versionOfRun(wanted)]
  const label = isNewestActive(deployment)
    ? 'deployed commit'
    : 'commit of the newest revision'
  const existing = commitVersion(
    label,
    commitOf(deployment),
    there?.repo_ref ?? asked.repo_ref,
  )
  const named =
    wanted.commit === undefined
      ? UNNAMED
      : commitVersion('commit', wanted.commit)
  return [existing, isOfRun(wanted) ? versionOfRun(wanted) : named]
}

const versionOfRun = ({ run = {} }: Wanted): Version =>
  commitVersion(
    'workflow commit',
    run.sha,
    run.ref?.replace(/^refs\/heads\//, ''),
  )

function commitVersion(
  label: string,
  id: string | undefined,
  ref?: string | null,
): Version {
  const commit =
    id === undefined ? words('an unknown commit') : say`${words(label)} ${id}`
  return { text: ref ? say`${ref} (${commit})` : commit, id }
}

function imageVersion(
  image: string | null | undefined,
  version?: string | null,
): Version {
  const text = image ? say`image ${image}` : words('an image without a name')
  const id = /.@([a-z0-9+._-]{1,32}:[0-9a-f]{32,128})$/i.exec(image ?? '')?.[1]
  return { text: version ? say`${text} (version ${version})` : text, id }
}
