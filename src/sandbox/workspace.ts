import { randomUUID } from 'node:crypto'
import type { Fault } from './faults.ts'
import { type Deployment, newDeployment } from './new-deployment.ts'
import type { CreateRequest, ListQuery, Push } from './schemas.ts'

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
  older?: Application | undefined
}

/** What an application says of itself at the address of its deployment. */
interface Application {
  status: 'ok' | 'failing'
  version: string | null
  commit: string | null
}

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
  /** What answers at its address now; undefined while no revision serves. */
  serving(stored: Stored): Application | undefined
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
    const ready: Deployment = {
      ...deployment,
      status: fault === 'deleted' ? 'AWAITING_DELETE' : 'READY',
      updated_at: iso(since + READY * ready_after),
    }
    if (progress < ACTIVE) return ready
    return {
      ...ready,
      updated_at: iso(since + ACTIVE * ready_after),
      active_revision_id: deployment.latest_revision_id,
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

  function serving(stored: Stored): Application | undefined {
    if (progressOf(stored) < SERVING) return stored.older
    const { image_version, source_revision_config } = stored.deployment
    const { repo_ref, repo_commit_sha } = source_revision_config
    return {
      status: stored.fault === 'unhealthy' ? 'failing' : 'ok',
      version: image_version ?? (repo_ref && shortRef(repo_ref)),
      commit: repo_commit_sha,
    }
  }

  function list({ limit, offset, ...filters }: ListQuery): Page {
    const resources = listed()
      .map(stored => ({ stored, shown: present(stored) }))
      .filter(candidate => fits(candidate, filters))
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
    if (request.source === 'repohost')
      source_revision_config.repo_commit_sha =
        headOf(source_config.repo_url) ?? source_revision_config.repo_commit_sha
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

  function headOf(repo_url: string | null = ''): string | undefined {
    const url = String(repo_url)
    return pushed.get(url.toLowerCase()) ?? head_of(url)
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
    return { ...stored, deployment, since, fault, older: serving(stored) }
  }

  return { tenant_id, all, listed, present, serving, list, create, push }
}

type Filters = Omit<ListQuery, 'limit' | 'offset'>

interface Candidate {
  stored: Stored
  shown: Deployment
}

type Matches<Value> = (wanted: Value, candidate: Candidate) => boolean

const MATCHES: {
  [Name in keyof Filters]-?: Matches<NonNullable<Filters[Name]>>
} = {
  name_contains: (part, { shown }) => shown.name.includes(part),
  status: (status, { shown }) => shown.status === status,
  image_version: (version, { shown }) => shown.image_version === version,
  deployment_type: (type, { stored }) => stored.deployment_type === type,
  deployment_ids: (ids, { shown }) => ids.includes(shown.id.toLowerCase()),
  tag_value_ids: (ids, { stored }) =>
    stored.tag_value_ids.some(id => ids.includes(id.toLowerCase())),
  // The sandbox's own choice: deployments in the user's own cluster are reconciled remotely.
  remote_reconciled: (isRemote, { shown }) =>
    (shown.source === 'external_container') === isRemote,
}

/** Whether a deployment has what every filter of the query asks for. */
function fits(candidate: Candidate, filters: Filters): boolean {
  const given = Object.entries(filters).filter(
    ([, wanted]) => wanted !== undefined,
  )
  return given.every(([name, wanted]) => {
    const matches = MATCHES[name as keyof Filters] as Matches<typeof wanted>
    return matches(wanted, candidate)
  })
}

function isBuiltBy(push: Push, { deployment }: Stored): boolean {
  const { source_config, source_revision_config } = deployment
  const { build_on_push, repo_url } = source_config
  const { repo_ref } = source_revision_config
  return (
    build_on_push === true &&
    repo_url?.toLowerCase() === push.repo_url.toLowerCase() &&
    repo_ref !== null &&
    branchOf(repo_ref) === branchOf(push.ref)
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
