import {
  type CreateRequest,
  type Deployment,
  type DeploymentType,
  newDeployment,
  type SourceConfig,
  type SourceRevisionConfig,
  wholeRevisionConfig,
  wholeSourceConfig,
} from './deployment.ts'

/** Properties of a stored deployment that the service does not send. */
interface Marks {
  deployment_type: DeploymentType
  tag_value_ids: string[]
}

/** Fields and marks of a deployment to set. Both configurations may be partial. */
export type DeploymentSeed = Partial<Omit<Deployment, 'source_config' | 'source_revision_config'> & Marks> & {
  source_config?: Partial<SourceConfig>
  source_revision_config?: Partial<SourceRevisionConfig>
}

/**
 * A deployment in memory. `progress_from` (ms) is its creation time, or null once its status no longer changes by
 * itself.
 */
export interface Stored {
  deployment: Deployment
  marks: Marks
  progress_from: number | null
  fixed: Fixed
  /** The version of the older revision, which serves until the newest one is healthy. */
  serves?: Version | undefined
}

/** The version that an application reports. */
export interface Version {
  version: string | null
  commit: string | null
}

type Progress = Pick<Deployment, 'status' | 'active_revision_id' | 'updated_at'>
type Fixed = Partial<Progress>

/**
 * Milliseconds for `ready_after` and `now()`; `duplicates`: whether several deployments may have the same name;
 * `address_of`: the URL of a deployment without a given one; `heads`: the newest commit of a repository by its URL.
 */
interface StateOptions {
  now: () => number
  uuid: () => string
  ready_after: number
  tenant_id: string
  duplicates: boolean
  address_of: (name: string) => string | null
  heads: Record<string, string>
}

/** The deployments of one sandbox. Changes over time are computed at each read; there are no timers. */
export interface State {
  /** The current deployments, in order of creation. */
  entries: () => Iterable<Stored>
  statusOf: (stored: Stored) => string
  /** A stored deployment as the service would send it now. */
  present: (stored: Stored) => Deployment
  isTaken: (name: string) => boolean
  /** Creates a deployment, now or `late` ms from now. A late one is dropped if its name is taken by then. */
  create: (request: CreateRequest, late?: number) => Deployment
  seed: (seeds: DeploymentSeed[]) => Deployment[]
  /** Sets fields, which then no longer change by themselves. Throws if there is no such id. */
  update: (id: string, seed: DeploymentSeed) => Deployment
  /** Throws if there is no such id. */
  remove: (id: string) => void
  /** Builds a revision of a commit, which becomes active over time. Throws if there is no such id. */
  build: (id: string, commit: string) => Deployment
  /** Sets the commit for new deployments of this repository. */
  setHead: (repo_url: string, commit: string) => void
  /** The version that the application of a deployment serves now; undefined while no revision is healthy. */
  serving: (stored: Stored) => Version | undefined
}

/** An empty state. */
export function openState({
  now,
  uuid,
  ready_after,
  tenant_id,
  duplicates,
  address_of,
  ...options
}: StateOptions): State {
  const heads = new Map(Object.entries(options.heads).map(([url, commit]) => [url.toLowerCase(), commit]))
  const stored = new Map<string, Stored>()
  const namesakes = new Map<string, number>()
  let coming: { at: number; entry: Stored }[] = []

  function add(entry: Stored): void {
    stored.set(entry.deployment.id, entry)
    count(entry.deployment.name, 1)
  }

  function count(name: string, change: number): void {
    namesakes.set(name, (namesakes.get(name) ?? 0) + change)
  }

  function find(id: string): Stored {
    settle()
    const entry = stored.get(id)
    if (entry === undefined) throw new Error(`The sandbox has no deployment ${id}`)
    return entry
  }

  function settle(): void {
    if (coming.length === 0) return
    const time = now()
    const due = coming.filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)
    coming = coming.filter(({ at }) => at > time)
    for (const { entry } of due) if (duplicates || !isTaken(entry.deployment.name)) add(entry)
  }

  function isTaken(name: string): boolean {
    settle()
    return (namesakes.get(name) ?? 0) > 0
  }

  function progress({ deployment, progress_from: from }: Stored): Progress {
    const elapsed = from === null ? -1 : now() - from
    if (from === null || elapsed < ready_after) return deployment
    const active = elapsed >= 2 * ready_after
    const moved_at = new Date(from + ready_after * (active ? 2 : 1)).toISOString()
    return {
      status: 'READY',
      active_revision_id: active ? deployment.latest_revision_id : deployment.active_revision_id,
      updated_at: moved_at > deployment.updated_at ? moved_at : deployment.updated_at,
    }
  }

  function present(entry: Stored): Deployment {
    const { status, active_revision_id, updated_at } = progress(entry)
    return { ...entry.deployment, status, active_revision_id, updated_at, ...entry.fixed }
  }

  function serving({ deployment, progress_from: from, serves }: Stored): Version | undefined {
    if (from !== null && now() - from < 3 * ready_after) return serves
    const { repo_ref, repo_commit_sha } = deployment.source_revision_config
    const ref = repo_ref?.replace(/^refs\/(heads|tags)\//, '') ?? null
    return { version: deployment.image_version ?? ref, commit: repo_commit_sha }
  }

  return {
    serving,
    setHead: (repo_url, commit) => void heads.set(repo_url.toLowerCase(), commit),
    build(id, commit) {
      const before = find(id)
      const shown = present(before)
      const built: Stored = {
        ...before,
        serves: serving(before),
        progress_from: now(),
        fixed: {},
        deployment: {
          ...shown,
          latest_revision_id: uuid(),
          updated_at: new Date(now()).toISOString(),
          source_revision_config: { ...shown.source_revision_config, repo_commit_sha: commit },
        },
      }
      stored.set(id, built)
      return present(built)
    },
    entries() {
      settle()
      return stored.values()
    },
    statusOf: entry => entry.fixed.status ?? progress(entry).status,
    present,
    isTaken,
    create(request, late = 0) {
      const at = now() + late
      const deployment = newDeployment(request, {
        id: uuid(),
        revision_id: uuid(),
        tenant_id,
        created_ms: at,
      })
      const { source_config, source_revision_config } = deployment
      source_config.custom_url ??= address_of(request.name)
      const head = heads.get(source_config.repo_url?.toLowerCase() ?? '')
      if (request.source === 'repohost' && head) source_revision_config.repo_commit_sha = head
      const entry = { deployment, marks: noMarks(), progress_from: at, fixed: {} }
      if (late > 0) coming.push({ at, entry })
      else add(entry)
      return present(entry)
    },
    seed(seeds) {
      return seeds.map(seed => {
        const entry = seeded(seed, { id: uuid(), revision_id: uuid(), tenant_id, created_ms: now() })
        add(entry)
        return present(entry)
      })
    },
    update(id, seed) {
      const before = find(id)
      const deployment = { ...before.deployment, updated_at: new Date(now()).toISOString() }
      const after = changed({ ...before, deployment }, seed)
      if (after.deployment.id !== id) throw new Error('The id of a deployment does not change')
      stored.set(id, after)
      count(before.deployment.name, -1)
      count(after.deployment.name, 1)
      return present(after)
    },
    remove(id) {
      count(find(id).deployment.name, -1)
      stored.delete(id)
    },
  }
}

// A seeded deployment is an old one: ready, active and unchanging.
function seeded(seed: DeploymentSeed, origin: Parameters<typeof newDeployment>[1]): Stored {
  const { source = 'repohost', source_revision_config = {} } = seed
  const deployment = newDeployment(
    { name: `seeded-${origin.id}`, source, source_config: {}, source_revision_config, secrets: [] },
    origin,
  )
  const { latest_revision_id: active_revision_id = origin.revision_id } = seed
  const still: Stored = {
    deployment: { ...deployment, status: 'READY', active_revision_id },
    marks: noMarks(),
    progress_from: null,
    fixed: {},
  }
  return changed(still, seed)
}

function changed(before: Stored, { deployment_type, tag_value_ids, ...fields }: DeploymentSeed): Stored {
  const { status, active_revision_id, updated_at } = fields
  const { deployment } = before
  return {
    ...before,
    deployment: {
      ...deployment,
      ...fields,
      source_config: wholeSourceConfig({ ...deployment.source_config, ...fields.source_config }),
      source_revision_config: wholeRevisionConfig({
        ...deployment.source_revision_config,
        ...fields.source_revision_config,
      }),
    },
    marks: {
      deployment_type: deployment_type ?? before.marks.deployment_type,
      tag_value_ids: tag_value_ids ?? before.marks.tag_value_ids,
    },
    fixed: {
      ...before.fixed,
      ...(status !== undefined && { status }),
      ...(active_revision_id !== undefined && { active_revision_id }),
      ...(updated_at !== undefined && { updated_at }),
    },
  }
}

function noMarks(): Marks {
  return { deployment_type: 'dev', tag_value_ids: [] }
}
