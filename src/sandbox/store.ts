import { randomBytes, randomUUID } from 'node:crypto'

// The deployments in memory. What time changes is computed at each read:
// there are no timers.

/** The words for what goes wrong with a create request, or its deployment. */
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

/** A create request. What it leaves out is null; other fields are kept. */
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

/** What never changes of a deployment. */
interface Created extends Requested {
  id: string
  tenant_id: string
  created_at: string
  image_version: string | null
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
  fault: Fault
  /** Its start, in milliseconds since the epoch. */
  since: number
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
   * Milliseconds from the start of a revision to the status READY, again until
   * it is active, and again until its application serves; 2 s by default.
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

/** Filters by name. All but `name_contains` are lists with commas. */
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
  create(
    request: Requested,
    origin: string,
    fault: Fault,
  ): Deployment | undefined
  /** Gives each deployment that builds this ref on push a new revision. */
  push(push: Push): Deployment[]
  /** What the application of a deployment answers. */
  answer(id: string): Response
}

interface Listed {
  resources: Deployment[]
  offset: number
}

export function openStore({
  now = Date.now,
  ready_after = 2000,
  heads = {},
}: StoreOptions): Store {
  const tenant_id = randomUUID()
  const all = new Map<string, Stored>()

  const isPast = ({ since }: Revision, steps: number) =>
    now() >= since + steps * ready_after

  const newestBuilt = (revisions: Revision[], steps: number) =>
    revisions.find(
      revision => revision.fault !== 'build_fails' && isPast(revision, steps),
    )

  /** A deployment as it is now. */
  function shown({ address, revisions, ...created }: Stored): Deployment {
    const { source_config, source_revision_config } = created
    const [latest] = revisions
    const active = newestBuilt(revisions, 2)
    const isReady = revisions.some(revision => isPast(revision, 1))
    const custom_url = source_config.custom_url ?? (active ? address : null)
    const repo_commit_sha = latest.commit
    return {
      ...created,
      source_config: { ...source_config, custom_url },
      source_revision_config: { ...source_revision_config, repo_commit_sha },
      updated_at: isoTime(latest.since),
      status: isReady ? 'READY' : 'AWAITING_DATABASE',
      latest_revision_id: latest.id,
      active_revision_id: active?.id ?? null,
    }
  }

  function list({ limit, offset }: Page, filters: Filters): Listed {
    const resources = all
      .values()
      .map(shown)
      .filter(deployment => fits(filters, deployment))
      .drop(offset)
      .take(limit)
      .toArray()
    return { resources, offset: offset + resources.length }
  }

  function create(request: Requested, origin: string, fault: Fault) {
    const { name, source_config, source_revision_config } = request
    if (all.values().some(other => other.name === name)) return undefined
    const id = randomUUID()
    const stored: Stored = {
      ...request,
      id,
      tenant_id,
      created_at: isoTime(now()),
      image_version: tagOf(source_revision_config.image_uri),
      address: `${origin}/applications/${id}`,
      revisions: [begun(source_config, fault)],
    }
    all.set(id, stored)
    return shown(stored)
  }

  /** A revision from the newest commit of the repository, or a made-up one. */
  function begun({ repo_url }: SourceConfig, fault: Fault): Revision {
    const commit =
      repo_url && (heads[repo_url] ?? randomBytes(20).toString('hex'))
    return { id: randomUUID(), commit, since: now(), fault }
  }

  function push({ repo_url, ref, commit, fails }: Push): Deployment[] {
    heads[repo_url] = commit
    const fault = fails ? 'build_fails' : 'none'
    const built = [...all.values()].filter(
      ({ source_config, source_revision_config }) =>
        source_config.build_on_push &&
        source_config.repo_url === repo_url &&
        source_revision_config.repo_ref === branchOf(ref),
    )
    for (const { source_config, revisions } of built)
      revisions.unshift(begun(source_config, fault))
    return built.map(shown)
  }

  function answer(id: string): Response {
    const stored = all.get(id)
    const serving = stored && newestBuilt(stored.revisions, 3)
    if (!serving) return new Response('starting', { status: 503 })
    const { name, image_version, source_revision_config } = stored
    const ref = source_revision_config.repo_ref
    const version = image_version ?? ref?.replace(/^refs\/tags\//, '')
    const status = serving.fault === 'unhealthy' ? 500 : 200
    return Response.json({ name, version, commit: serving.commit }, { status })
  }

  return { list, create, push, answer }
}

const isoTime = (time: number) => new Date(time).toISOString()

/** Whether a deployment passes every filter. A parameter that is none passes. */
function fits(filters: Filters, deployment: Deployment): boolean {
  const { id, name } = deployment
  const values: Record<string, unknown> = { ...deployment, deployment_ids: id }
  const isListed = ([filter, list]: [string, string]) =>
    !(filter in values) || list.split(',').includes(String(values[filter]))
  return (
    name.includes(filters['name_contains'] ?? '') &&
    Object.entries(filters).every(isListed)
  )
}

/** The tag of an image. A port (`host:5000/app`) and a digest are none. */
const tagOf = (image: string | null) =>
  /^[^@]*:([^:/@]+)(@|$)/.exec(image ?? '')?.[1] ?? null

/** The service names a branch bare, and a tag in full. */
const branchOf = (ref: string) => ref.replace(/^refs\/heads\//, '')
