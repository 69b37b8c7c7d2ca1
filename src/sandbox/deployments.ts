import { createHash, randomUUID } from 'node:crypto'
import { type CreateRequest, type Source, SourceConfig, SourceRevisionConfig } from './schemas.ts'

/** Every known field is there, and null if nothing is known of it. */
type Whole<Fields> = {
  [Name in keyof Fields as string extends Name ? never : Name]-?: Exclude<Fields[Name], undefined> | null
}

/** A deployment as the service sends it. */
export interface Deployment {
  name: string
  source: Source
  source_config: Whole<SourceConfig>
  source_revision_config: Omit<Whole<SourceRevisionConfig>, 'repo_commit_sha'> & {
    repo_commit_sha: string | null
  }
  secrets: CreateRequest['secrets']
  id: string
  tenant_id: string
  created_at: string
  updated_at: string
  /** A string, because a service may have more values than listed. */
  status: string
  latest_revision_id: string | null
  active_revision_id: string | null
  secret_references: NonNullable<CreateRequest['secret_references']> | null
  image_version: string | null
}

/** The version that an application reports. */
interface Version {
  version: string | null
  commit: string | null
}

/** A deployment in memory, with what the service does not send. */
export interface Stored {
  deployment: Deployment
  deployment_type: string
  tag_value_ids: string[]
  /** The start of its newest revision, in milliseconds since the epoch; null if nothing changes by itself. */
  since: number | null
  /** The version of the older revision, which serves until the newest one is healthy. */
  serves?: Version | undefined
}

/** A push to a repository, as its host would report it to the service. */
export interface Push {
  /** The repository's URL, as in the records of the listing. */
  repo_url: string
  /** The pushed branch, with or without `refs/heads/`. */
  ref: string
  /** The full SHA of the pushed commit. */
  commit: string
}

/** What a workspace needs. */
interface WorkspaceOptions {
  tenant_id: string
  /** The clock, in milliseconds since the epoch. */
  now: () => number
  /** Milliseconds from creation to READY, to an active revision, and to a healthy one, each. */
  ready_after: number
  /** The newest commit of a repository by its URL, as long as no push has brought another one. */
  head_of: (repo_url: string) => string | undefined
}

/** The deployments of one workspace. Changes over time are computed at each read; there are no timers. */
export interface Workspace {
  tenant_id: string
  /** The deployments by id, in order of creation. */
  all: Map<string, Stored>
  /** A deployment as the service would send it now. */
  present: (stored: Stored) => Deployment
  /** Creates a deployment. `address` gives its `custom_url` by its id, if the request has none. */
  create: (request: CreateRequest, address: (id: string) => string | null) => Deployment
  /** Builds a revision of each deployment of the repository and the branch that has `build_on_push`. */
  push: (push: Push) => Deployment[]
  /** The version that the application of a deployment serves now; undefined while no revision is healthy. */
  serving: (stored: Stored) => Version | undefined
}

/** An empty workspace. */
export function openWorkspace({ tenant_id, now, ready_after, head_of }: WorkspaceOptions): Workspace {
  const all = new Map<string, Stored>()
  /** The pushed commits, by the URL of the repository in lower case. */
  const pushed = new Map<string, string>()
  const iso = (time: number) => new Date(time).toISOString()

  /** How many times `ready_after` has passed; 3 is the most that matters. */
  const stepsSince = (since: number) => [1, 2, 3].filter(step => now() - since >= step * ready_after).length

  function present({ deployment, since }: Stored): Deployment {
    const steps = since === null ? 0 : stepsSince(since)
    if (since === null || steps < 1) return deployment
    return {
      ...deployment,
      status: 'READY',
      updated_at: iso(since + ready_after * Math.min(steps, 2)),
      ...(steps >= 2 && { active_revision_id: deployment.latest_revision_id }),
    }
  }

  function serving({ deployment, since, serves }: Stored): Version | undefined {
    if (since !== null && stepsSince(since) < 3) return serves
    const { repo_ref, repo_commit_sha } = deployment.source_revision_config
    const ref = repo_ref?.replace(/^refs\/(heads|tags)\//, '') ?? null
    return { version: deployment.image_version ?? ref, commit: repo_commit_sha }
  }

  function build(stored: Stored, commit: string): Deployment {
    const shown = present(stored)
    const built: Stored = {
      ...stored,
      serves: serving(stored),
      since: now(),
      deployment: {
        ...shown,
        latest_revision_id: randomUUID(),
        updated_at: iso(now()),
        source_revision_config: { ...shown.source_revision_config, repo_commit_sha: commit },
      },
    }
    all.set(shown.id, built)
    return present(built)
  }

  return {
    tenant_id,
    all,
    present,
    serving,
    create(request, address) {
      const since = now()
      const deployment = newDeployment(request, {
        id: randomUUID(),
        revision_id: randomUUID(),
        tenant_id,
        at: iso(since),
      })
      const { id, source_config, source_revision_config } = deployment
      source_config.custom_url ??= address(id)
      const repo_url = source_config.repo_url ?? ''
      const head = pushed.get(repo_url.toLowerCase()) ?? head_of(repo_url)
      if (request.source === 'repohost' && head) source_revision_config.repo_commit_sha = head
      const stored: Stored = { deployment, deployment_type: 'dev', tag_value_ids: [], since }
      all.set(id, stored)
      return present(stored)
    },
    push({ repo_url, ref, commit }) {
      pushed.set(repo_url.toLowerCase(), commit)
      return Array.from(all.values())
        .filter(({ deployment: { source_config, source_revision_config } }) => {
          const isOwn = source_config.repo_url?.toLowerCase() === repo_url.toLowerCase()
          const isBranch = branch(source_revision_config.repo_ref) === branch(ref)
          return isOwn && isBranch && source_config.build_on_push === true
        })
        .map(stored => build(stored, commit))
    },
  }
}

const branch = (ref: string | null): string | undefined => ref?.replace(/^refs\/heads\//, '')

/** The fields that the service adds to a request. */
interface Origin {
  id: string
  revision_id: string
  tenant_id: string
  /** The time of creation, as the interface writes it. */
  at: string
}

/** The new deployment of a create request, without an active revision. Fields that are not given are null. */
export function newDeployment(
  request: CreateRequest,
  { id, revision_id, tenant_id, at }: Origin,
): Deployment {
  const { source, source_config, source_revision_config } = request
  // A made-up commit of 40 hexadecimal digits.
  const commit = source === 'repohost' ? createHash('sha1').update(revision_id).digest('hex') : null
  return {
    ...request,
    source_config: { ...nulls(SourceConfig.shape), ...source_config } as Deployment['source_config'],
    source_revision_config: {
      ...nulls(SourceRevisionConfig.shape),
      ...source_revision_config,
      repo_commit_sha: commit,
    } as Deployment['source_revision_config'],
    id,
    tenant_id,
    created_at: at,
    updated_at: at,
    status: 'AWAITING_DATABASE',
    latest_revision_id: revision_id,
    active_revision_id: null,
    secret_references: request.secret_references ?? null,
    image_version: imageVersion(source, source_revision_config.image_uri ?? ''),
  }
}

function nulls<Shape extends object>(shape: Shape): Record<keyof Shape, null> {
  return Object.fromEntries(Object.keys(shape).map(name => [name, null])) as Record<keyof Shape, null>
}

/** The tag of a container image, or null. A port (`host:5000/app`) and a digest are not tags. */
function imageVersion(source: Source, image_uri: string): string | null {
  if (source !== 'external_container' && source !== 'internal_container') return null
  return /:([^:/]+)$/.exec(image_uri.replace(/@.*/s, ''))?.[1] ?? null
}
