import { randomBytes, randomUUID } from 'node:crypto'
import type { Fault } from './faults.ts'
import {
  branchOf,
  type CreateRequest,
  type ListQuery,
  type Push,
  type SourceConfig,
} from './schemas.ts'

/** A deployment as the service sends it: a request with the fields that are read-only. */
export interface Deployment extends Omit<CreateRequest, 'source_config'> {
  /** A service may keep fields to itself. */
  source_config: Partial<SourceConfig>
  source_revision_config: Revision
  id: string
  tenant_id: string
  created_at: string
  updated_at: string
  /** A string, because a service may have more values than listed. */
  status: string
  latest_revision_id: string | null
  active_revision_id: string | null
  image_version: string | null
}

type RequestedRevision = CreateRequest['source_revision_config']

interface Revision extends RequestedRevision {
  repo_commit_sha: string | null
}

/** What an application answers at the address of its deployment. */
interface Answer {
  status: number
  body: Record<string, unknown>
}

/** What time changes. */
interface State {
  deployment: Deployment
  answer: Answer
  isDeleted: boolean
}

/** A deployment in memory, with what the service does not send. */
export interface Stored extends State {
  deployment_type: string
  tag_value_ids: string[]
  fault: Fault
  /** The start of its newest revision, in milliseconds since the epoch. */
  since: number
  /** What changes then, each time that `ready_after` has passed again. */
  changes: Partial<State>[]
}

export interface WorkspaceOptions {
  /** The clock, in milliseconds since the epoch. */
  now: () => number
  /** Milliseconds from creation to READY, again to an active revision, and again until that one serves. */
  ready_after: number
  /** The newest commit of a repository by its URL, as long as no push has brought another one. */
  head_of: (repo_url: string) => string | undefined
}

/** A deployment before a revision of it begins. */
type Unbuilt = Omit<
  Deployment,
  'latest_revision_id' | 'updated_at' | 'source_revision_config'
> &
  Pick<CreateRequest, 'source_revision_config'>

/** One page of the list, where `offset` is that of the next page. */
interface Page {
  resources: Deployment[]
  offset: number
}

/** What a create request does not decide. */
interface Creation {
  id: string
  /** The `custom_url` if the request has none. */
  address: string | null
  fault: Fault
}

/** The deployments of a tenant. Changes over time are computed at each read; there are no timers. */
export interface Workspace {
  tenant_id: string
  /** By id, as they were when their newest revisions began, the deleted ones included. */
  all: Map<string, Stored>
  /** As they are now, without the deleted ones. */
  listed(): IteratorObject<Stored>
  list(query: ListQuery): Page
  create(request: CreateRequest, creation: Creation): Deployment
  /** Builds a revision of each deployment of the repository and the branch that has `build_on_push`. */
  push(push: Push): Deployment[]
}

const STARTING: Answer = { status: 503, body: { status: 'starting' } }

/** Opens an empty workspace. */
export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { now, ready_after, head_of } = options
  const tenant_id = randomUUID()
  const all = new Map<string, Stored>()
  const pushed = new Map<string, string>()

  function current(stored: Stored): Stored {
    const passed = now() - stored.since
    const due = stored.changes.filter(
      (_, index) => passed >= ready_after * (index + 1),
    )
    return Object.assign({ ...stored }, ...due)
  }

  const listed = (): IteratorObject<Stored> =>
    all
      .values()
      .map(current)
      .filter(stored => !stored.isDeleted)

  function list(query: ListQuery): Page {
    const { limit, offset } = query
    const resources = listed()
      .filter(stored => fits(query, stored))
      .drop(offset)
      .take(limit)
      .map(shownOf)
      .toArray()
    return { resources, offset: offset + resources.length }
  }

  function create(request: CreateRequest, creation: Creation): Deployment {
    request.source_config.custom_url ??= creation.address
    const deployment = {
      ...request,
      id: creation.id,
      tenant_id,
      created_at: isoTime(now()),
      status: 'AWAITING_DATABASE',
      active_revision_id: null,
      image_version: imageVersion(request),
    }
    const stored = {
      answer: STARTING,
      isDeleted: false,
      deployment_type: 'dev',
      tag_value_ids: [],
      fault: creation.fault,
    }
    return build(stored, deployment, commitOf(request), creation.fault)
  }

  /** The commit that is built: the newest one of the repository, or a made-up one. */
  function commitOf({ source, source_config }: CreateRequest): string | null {
    if (source !== 'repohost') return null
    const url = String(source_config.repo_url)
    const madeUp = randomBytes(20).toString('hex')
    return pushed.get(url.toLowerCase()) ?? head_of(url) ?? madeUp
  }

  function push(push: Push): Deployment[] {
    pushed.set(push.repo_url, push.commit)
    return listed()
      .filter(stored => isBuiltBy(push, stored))
      .map(stored => build(stored, stored.deployment, push.commit, 'none'))
      .toArray()
  }

  /** Begins a revision, with what time changes from now on. An older revision serves until its end. */
  function build(
    stored: Omit<Stored, 'deployment' | 'since' | 'changes'>,
    before: Unbuilt,
    repo_commit_sha: string | null,
    fault: Fault,
  ): Deployment {
    const since = now()
    const latest_revision_id = randomUUID()
    const deployment = {
      ...before,
      source_revision_config: {
        ...before.source_revision_config,
        repo_commit_sha,
      },
      latest_revision_id,
      updated_at: isoTime(since),
    }
    const ready = {
      ...deployment,
      status: fault === 'deleted' ? 'AWAITING_DELETE' : 'READY',
      updated_at: isoTime(since + ready_after),
    }
    const active = {
      ...ready,
      active_revision_id: latest_revision_id,
      updated_at: isoTime(since + ready_after * 2),
    }
    const last =
      fault === 'deleted' ? { isDeleted: true } : { deployment: active }
    const answer = answerOf(active, fault)
    const changes = [{ deployment: ready }, last, { answer }]
    if (fault === 'build_fails') changes.length = 1
    const begun = { ...stored, deployment, since, changes }
    all.set(deployment.id, begun)
    return shownOf(current(begun))
  }

  return { tenant_id, all, listed, list, create, push }
}

const isoTime = (time: number) => new Date(time).toISOString()

/** The tag of a container image. A port (`host:5000/app`) and a digest are not tags. */
function imageVersion(request: CreateRequest): string | null {
  if (!request.source.endsWith('_container')) return null
  const image = request.source_revision_config.image_uri ?? ''
  return /^[^@]*:([^:/@]+)(@|$)/.exec(image)?.[1] ?? null
}

/** What an application answers from the third `ready_after` on. */
function answerOf(deployment: Deployment, fault: Fault): Answer {
  const { name, image_version, source_revision_config } = deployment
  const { repo_ref, repo_commit_sha: commit } = source_revision_config
  const version = image_version ?? (repo_ref && shortRef(repo_ref))
  const about = { name, version, commit }
  return fault === 'unhealthy'
    ? { status: 500, body: { status: 'failing', ...about } }
    : { status: 200, body: { status: 'ok', ...about } }
}

function isBuiltBy(push: Push, { deployment }: Stored): boolean {
  const { source_config, source_revision_config } = deployment
  return (
    source_config.build_on_push === true &&
    source_config.repo_url?.toLowerCase() === push.repo_url &&
    branchOf(source_revision_config.repo_ref ?? '') === push.ref
  )
}

/** Whether a deployment passes all filters of a query. */
function fits(query: ListQuery, stored: Stored): boolean {
  const { deployment } = stored
  // The sandbox's own choice: deployments in the user's own cluster are reconciled remotely.
  const isRemote = deployment.source === 'external_container'
  const passed = [
    deployment.name.includes(query.name_contains),
    isListed(query.status, [deployment.status]),
    isListed(query.image_version, [deployment.image_version]),
    isListed(query.deployment_type, [stored.deployment_type]),
    isListed(query.remote_reconciled, [`${isRemote}`]),
    isListed(query.deployment_ids, [deployment.id]),
    isListed(query.tag_value_ids, stored.tag_value_ids),
  ]
  return passed.every(Boolean)
}

/** Whether one of the values is in a comma-separated list, or there is no list. */
const isListed = (list: string | undefined, values: (string | null)[]) =>
  list === undefined || list.split(',').some(item => values.includes(item))

/** A deployment as the service sends it, with what its fault hides. */
export function shownOf({ deployment, fault }: Stored): Deployment {
  if (fault === 'none') return deployment
  const shown = structuredClone(deployment)
  const { source_config, source_revision_config: revision } = shown
  if (fault === 'late_url' && shown.active_revision_id === null)
    source_config.custom_url = null
  if (fault !== 'omits') return shown
  delete source_config.listener_config
  delete source_config.install_command
  for (const secret of shown.secrets) secret.value = '********'
  revision.repo_ref = revision.repo_ref && otherForm(revision.repo_ref)
  return shown
}

const shortRef = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '')

const otherForm = (ref: string) =>
  ref.startsWith('refs/') ? shortRef(ref) : `refs/heads/${ref}`
