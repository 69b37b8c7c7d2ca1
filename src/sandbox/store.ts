import { hash, randomUUID } from 'node:crypto'

// The deployments in memory. State that changes with time is computed at each
// read, without timers.

/** The faults that a create request, or its deployment, can have. */
export const FAULTS = [
  'none',
  'fail',
  'lose',
  'taken',
  'refuse',
  'build_fails',
  'unhealthy',
] as const
export type Fault = (typeof FAULTS)[number]

/** A create request. A missing field is null; unknown fields are kept. */
export interface Requested {
  name: string
  source: string
  source_config: SourceConfig
  source_revision_config: RevisionConfig
}

interface SourceConfig {
  repo_url: string | null
  build_on_push: boolean | null
  custom_url: string | null
  [more: string]: unknown
}

interface RevisionConfig {
  repo_ref: string | null
  image_uri: string | null
  [more: string]: unknown
}

/** The part of a deployment that never changes. */
interface Created extends Requested {
  id: string
  tenant_id: string
  created_at: string
  image_version: null
}

/** A deployment as the service sends it. */
export interface Deployment extends Created {
  updated_at: string
  status: string
  latest_revision_id: string
  active_revision_id: string | null
}

interface Revision {
  id: string
  commit: string | null
  fault: string | undefined
  created_at: string
  /** In milliseconds since the epoch; infinite if its build fails. */
  active_at: number
}

interface Stored extends Created {
  /** Where the sandbox serves the application. */
  address: string
  /** The newest one first. */
  revisions: [Revision, ...Revision[]]
}

export interface StoreOptions {
  /** The clock, in milliseconds since the epoch. */
  now?: () => number
  /**
   * Milliseconds from the creation to the status READY; 2000 by default. A
   * revision is active twice this time after its start, and serves after three times.
   */
  ready_after?: number | undefined
  /** The newest commit by repository URL; a made-up one by default. A push changes it. */
  heads?: Record<string, string | undefined> | undefined
}

/** A page of the list. */
export interface Page {
  limit: number
  offset: number
}

/** Filters: `name_contains`, and `deployment_ids` separated by commas. */
export type Filters = Record<string, string>

/** A push, as the repository's host reports it. */
export interface Push {
  repo_url: string
  ref: string
  commit: string
  fails: boolean
}

export interface Store {
  /** A page, with the offset of the next one. */
  list(page: Page, filters: Filters): Listed
  /** Undefined if the name is taken. */
  create(request: Requested, origin: string, fault: string | undefined): Deployment | undefined
  /** Gives each deployment that builds this ref on push a new revision. */
  push(push: Push): Deployment[]
  /** What the application of a deployment answers. */
  answer(id: string): Response
}

interface Listed {
  resources: Deployment[]
  offset: number
}

export function openStore({ now = Date.now, ready_after = 2000, heads = {} }: StoreOptions): Store {
  const tenant_id = randomUUID()
  const all: Stored[] = []

  const newestActive = (stored: Stored, time: number) =>
    stored.revisions.find(revision => revision.active_at <= time)

  /** A deployment as it is now. */
  function shown(stored: Stored): Deployment {
    const { address, revisions, ...created } = stored
    const [latest] = revisions
    const active = newestActive(stored, now())
    const isReady = Date.parse(created.created_at) + ready_after <= now()
    return {
      ...created,
      source_config: {
        ...created.source_config,
        custom_url: created.source_config.custom_url ?? (active ? address : null),
      },
      source_revision_config: {
        ...created.source_revision_config,
        repo_commit_sha: latest.commit,
      },
      updated_at: latest.created_at,
      status: isReady ? 'READY' : 'AWAITING_DATABASE',
      latest_revision_id: latest.id,
      active_revision_id: active?.id ?? null,
    }
  }

  /** A revision from the newest commit of the repository, or a made-up one. */
  function begun(request: Requested, fault?: string): Revision {
    const { repo_url } = request.source_config
    const time = now()
    return {
      id: randomUUID(),
      commit: repo_url && (heads[repo_url] ?? hash('sha1', repo_url)),
      fault,
      created_at: new Date(time).toISOString(),
      active_at: fault === 'build_fails' ? Infinity : time + 2 * ready_after,
    }
  }

  return {
    list({ limit, offset }, filters) {
      const resources = all
        .map(shown)
        .filter(deployment => fits(filters, deployment))
        .slice(offset, offset + limit)
      return { resources, offset: offset + resources.length }
    },

    create(request, origin, fault) {
      if (all.some(one => one.name === request.name)) return undefined
      const id = randomUUID()
      const revision = begun(request, fault)
      const stored: Stored = {
        ...request,
        id,
        tenant_id,
        created_at: revision.created_at,
        image_version: null,
        address: `${origin}/applications/${id}`,
        revisions: [revision],
      }
      all.push(stored)
      return shown(stored)
    },

    push({ repo_url, ref, commit, fails }) {
      heads[repo_url] = commit
      const built = all.filter(
        ({ source_config, source_revision_config }) =>
          source_config.build_on_push &&
          source_config.repo_url === repo_url &&
          // The service calls a branch `main`, and a tag `refs/tags/v1`.
          source_revision_config.repo_ref === ref.replace(/^refs\/heads\//, ''),
      )
      for (const stored of built)
        stored.revisions.unshift(begun(stored, fails ? 'build_fails' : 'none'))
      return built.map(shown)
    },

    answer(id) {
      const stored = all.find(one => one.id === id)
      const serving = stored && newestActive(stored, now() - ready_after)
      if (!serving) return new Response('starting', { status: 503 })
      return Response.json(
        {
          name: stored.name,
          version: stored.source_revision_config.repo_ref?.replace(/^refs\/tags\//, ''),
          commit: serving.commit,
        },
        { status: serving.fault === 'unhealthy' ? 500 : 200 },
      )
    },
  }
}

/** Whether a deployment passes the filters. Other parameters do not filter. */
const fits = ({ name_contains = '', deployment_ids }: Filters, { name, id }: Deployment): boolean =>
  name.includes(name_contains) && (!deployment_ids || deployment_ids.split(',').includes(id))
