import { randomUUID } from 'node:crypto'
import type { Fault } from './faults.ts'
import type { ListQuery } from './list-query.ts'
import { type Deployment, newDeployment } from './new-deployment.ts'
import type { CreateRequest, Push } from './schemas.ts'

/** A deployment in memory, with what the service does not send. */
export interface Stored {
  deployment: Deployment
  deployment_type: string
  tag_value_ids: string[]
  /** The start of its newest revision, in milliseconds since the epoch; null if nothing changes by itself. */
  since: number | null
  /** What goes wrong with its newest revision. */
  fault: Fault
  /** The answer of the older revision, which serves until the build of the newest one is over. */
  older?: Answer
}

/** What an application answers at the address of its deployment. */
interface Answer {
  http_status: number
  body: Record<string, unknown>
}

const STARTING: Answer = { http_status: 503, body: { status: 'starting' } }

export interface WorkspaceOptions {
  /** The clock, in milliseconds since the epoch. */
  now: () => number
  /** Milliseconds from creation to READY, again to an active revision, and again until that one serves. */
  ready_after: number
  /** The newest commit of a repository by its URL, as long as no push has brought another one. */
  head_of: (repo_url: string) => string | undefined
}

/** One page of the list, where `offset` is that of the next page. */
interface Page {
  resources: Deployment[]
  offset: number
}

/** The deployments of a tenant. Changes over time are computed at each read; there are no timers. */
export interface Workspace {
  tenant_id: string
  /** By id, the deleted ones included. */
  all: Map<string, Stored>
  /** Those that are not deleted. */
  listed(): Stored[]
  /** A deployment as the service sends it now. */
  present(stored: Stored): Deployment
  /** What its application answers now. */
  answerOf(stored: Stored): Answer
  list(query: ListQuery): Page
  /** @param address gives the `custom_url` by the id, if the request has none */
  create(
    request: CreateRequest,
    address: (id: string) => string | null,
    fault: Fault,
  ): Deployment
  /** Builds a revision of each deployment of the repository and the branch that has `build_on_push`. */
  push(push: Push): Deployment[]
}

/** How often `ready_after` has passed since the start of a revision when it comes so far. */
const READY = 1
const ACTIVE = 2
const SERVING = 3

/** Opens an empty workspace. */
export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { now, ready_after, head_of } = options
  const tenant_id = randomUUID()
  const all = new Map<string, Stored>()
  const pushed = new Map<string, string>()
  const iso = (time: number) => new Date(time).toISOString()

  /** How far the newest revision has come. */
  function progressOf({ since, fault }: Stored): number {
    if (since === null) return SERVING
    const steps = fault === 'build_fails' ? [READY] : [READY, ACTIVE, SERVING]
    const passed = now() - since
    return steps.filter(step => passed >= step * ready_after).length
  }

  function current(stored: Stored): Deployment {
    const { deployment, since, fault } = stored
    const progress = progressOf(stored)
    if (since === null || progress < READY) return deployment
    const { latest_revision_id, active_revision_id } = deployment
    const isActive = progress >= ACTIVE
    return {
      ...deployment,
      status: fault === 'deleted' ? 'AWAITING_DELETE' : 'READY',
      updated_at: iso(since + ready_after * (isActive ? ACTIVE : READY)),
      active_revision_id: isActive ? latest_revision_id : active_revision_id,
    }
  }

  function present(stored: Stored): Deployment {
    const shown = current(stored)
    if (stored.fault === 'omits') return withOmissions(shown)
    const hasNoUrlYet = stored.fault === 'late_url' && !shown.active_revision_id
    return hasNoUrlYet ? withoutUrl(shown) : shown
  }

  function listed(): Stored[] {
    const isDeleted = (stored: Stored) =>
      stored.fault === 'deleted' && progressOf(stored) >= ACTIVE
    return [...all.values()].filter(stored => !isDeleted(stored))
  }

  function answerOf(stored: Stored): Answer {
    const { deployment, fault, older = STARTING } = stored
    if (progressOf(stored) < SERVING) return older
    const { name, image_version, source_revision_config } = deployment
    const { repo_ref, repo_commit_sha } = source_revision_config
    const version = image_version ?? (repo_ref && shortRef(repo_ref))
    const body = { name, version, commit: repo_commit_sha }
    return fault === 'unhealthy'
      ? { http_status: 500, body: { status: 'failing', ...body } }
      : { http_status: 200, body: { status: 'ok', ...body } }
  }

  function list({ limit, offset, ...filters }: ListQuery): Page {
    const given = Object.values(filters).filter(fits => fits !== undefined)
    const resources = listed()
      .map(stored => ({ ...stored, shown: present(stored) }))
      .filter(candidate => given.every(fits => fits(candidate)))
      .map(({ shown }) => shown)
      .slice(offset, offset + limit)
    return { resources, offset: offset + resources.length }
  }

  function create(
    request: CreateRequest,
    address: (id: string) => string | null,
    fault: Fault,
  ): Deployment {
    const since = now()
    const deployment = newDeployment(request, tenant_id, iso(since))
    const { id, source_config, source_revision_config } = deployment
    source_config.custom_url ??= address(id)
    const head = headOf(request)
    if (head !== undefined) source_revision_config.repo_commit_sha = head
    const stored: Stored = {
      deployment,
      deployment_type: 'dev',
      tag_value_ids: [],
      since,
      fault,
    }
    all.set(id, stored)
    return present(stored)
  }

  /** The commit that is built, if it is known. */
  function headOf({ source, source_config }: CreateRequest) {
    const { repo_url } = source_config
    if (source !== 'repohost' || repo_url === null) return undefined
    return pushed.get(repo_url.toLowerCase()) ?? head_of(repo_url)
  }

  function push(push: Push): Deployment[] {
    pushed.set(push.repo_url.toLowerCase(), push.commit)
    const built = listed()
      .filter(stored => isBuiltBy(push, stored))
      .map(stored => rebuilt(stored, push.commit))
    for (const stored of built) all.set(stored.deployment.id, stored)
    return built.map(present)
  }

  function rebuilt(stored: Stored, commit: string): Stored {
    const since = now()
    const shown = current(stored)
    const deployment = {
      ...shown,
      latest_revision_id: randomUUID(),
      updated_at: iso(since),
      source_revision_config: {
        ...shown.source_revision_config,
        repo_commit_sha: commit,
      },
    }
    // The other faults were those of the older revision.
    const fault = stored.fault === 'omits' ? 'omits' : 'none'
    return { ...stored, deployment, since, fault, older: answerOf(stored) }
  }

  return { tenant_id, all, listed, present, answerOf, list, create, push }
}

function isBuiltBy(push: Push, { deployment }: Stored): boolean {
  const { source_config, source_revision_config } = deployment
  const { build_on_push, repo_url } = source_config
  const { repo_ref } = source_revision_config
  return (
    build_on_push === true &&
    repo_url?.toLowerCase() === push.repo_url.toLowerCase() &&
    branchOf(repo_ref ?? '') === branchOf(push.ref)
  )
}

/** The answer of a service that keeps some fields to itself, masks secrets, and writes refs in another form. */
function withOmissions(deployment: Deployment): Deployment {
  const { listener_config, install_command, ...source_config } =
    deployment.source_config
  const { repo_ref, ...revision } = deployment.source_revision_config
  const secrets = deployment.secrets.map(({ name }) => ({
    name,
    value: '********',
  }))
  return {
    ...deployment,
    source_config,
    source_revision_config: {
      ...revision,
      repo_ref: repo_ref && otherForm(repo_ref),
    },
    secrets,
  }
}

const withoutUrl = (deployment: Deployment): Deployment => ({
  ...deployment,
  source_config: { ...deployment.source_config, custom_url: null },
})

const shortRef = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '')

const branchOf = (ref: string) => ref.replace(/^refs\/heads\//, '')

const otherForm = (ref: string) =>
  ref.startsWith('refs/') ? shortRef(ref) : `refs/heads/${ref}`
