import { createHash, randomUUID } from 'node:crypto'
import {
  type CreateRequest,
  type ListQuery,
  type Push,
  SourceConfig,
  SourceRevisionConfig,
} from './schemas.ts'

/** Every known field is there, and null if nothing is known of it. */
type Whole<Fields> = {
  [Name in keyof Fields as string extends Name ? never : Name]-?: Exclude<Fields[Name], undefined> | null
}

/** A deployment as the service sends it. */
export interface Deployment extends Pick<CreateRequest, 'name' | 'source' | 'secrets'> {
  source_config: Whole<CreateRequest['source_config']>
  source_revision_config: Omit<Whole<CreateRequest['source_revision_config']>, 'repo_commit_sha'> & {
    repo_commit_sha: string | null
  }
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

export interface WorkspaceOptions {
  /** The clock, in milliseconds since the epoch. */
  now: () => number
  /** Milliseconds from creation to READY, again to an active revision, and again to a healthy one. */
  ready_after: number
  /** The newest commit of a repository by its URL, as long as no push has brought another one. */
  head_of: (repo_url: string) => string | undefined
}

/** The deployments of one workspace. Changes over time are computed at each read; there are no timers. */
export type Workspace = ReturnType<typeof openWorkspace>

/** An empty workspace. */
export function openWorkspace(tenant_id: string, { now, ready_after, head_of }: WorkspaceOptions) {
  /** By id, in order of creation. */
  const all = new Map<string, Stored>()
  /** The pushed commits, by the URL of the repository in lower case. */
  const pushed = new Map<string, string>()
  const iso = (time: number) => new Date(time).toISOString()
  const isPast = (since: number, steps: number) => now() - since >= steps * ready_after

  /** A deployment as the service would send it now. */
  function present({ deployment, since }: Stored): Deployment {
    if (since === null || !isPast(since, 1)) return deployment
    const isActive = isPast(since, 2)
    return {
      ...deployment,
      status: 'READY',
      updated_at: iso(since + ready_after * (isActive ? 2 : 1)),
      ...(isActive && { active_revision_id: deployment.latest_revision_id }),
    }
  }

  /** The version that the application of a deployment serves now; undefined while no revision is healthy. */
  function serving({ deployment, since, serves }: Stored): Version | undefined {
    if (since !== null && !isPast(since, 3)) return serves
    const { repo_ref, repo_commit_sha } = deployment.source_revision_config
    const ref = repo_ref?.replace(/^refs\/(heads|tags)\//, '') ?? null
    return { version: deployment.image_version ?? ref, commit: repo_commit_sha }
  }

  /** One page of the list, where `offset` is that of the next page. */
  function list({ limit, offset, name_contains, ...query }: ListQuery) {
    const { tag_value_ids, deployment_ids, remote_reconciled, deployment_type, ...fields } = query
    const conditions: ((stored: Stored) => boolean)[] = []
    function where<T>(asked: T | undefined, test: (stored: Stored, asked: T) => boolean): void {
      if (asked !== undefined) conditions.push(stored => test(stored, asked))
    }
    where(name_contains, ({ deployment }, part) => deployment.name.includes(part))
    where(deployment_type, (stored, type) => stored.deployment_type === type)
    // The sandbox's own choice: deployments in the user's own cluster are reconciled remotely.
    where(remote_reconciled, ({ deployment }, is) => (deployment.source === 'external_container') === is)
    where(deployment_ids, ({ deployment }, ids) => ids.includes(deployment.id.toLowerCase()))
    where(tag_value_ids, (stored, ids) => stored.tag_value_ids.some(id => ids.includes(id.toLowerCase())))
    for (const [field, value] of Object.entries(fields) as [keyof typeof fields, string | undefined][]) {
      where(value, (stored, value) => present(stored)[field] === value)
    }
    const isWanted = (stored: Stored) => conditions.every(condition => condition(stored))
    const wanted = [...all.values()].filter(isWanted)
    const resources = wanted.slice(offset, offset + limit).map(present)
    return { resources, offset: offset + resources.length }
  }

  /** Creates a deployment. `address` gives its `custom_url` by its id, if the request has none. */
  function create(request: CreateRequest, address: (id: string) => string | null): Deployment {
    const since = now()
    const deployment = newDeployment(request, tenant_id, iso(since))
    const { id, source_config, source_revision_config } = deployment
    source_config.custom_url ??= address(id)
    const repo_url = source_config.repo_url ?? ''
    const head = pushed.get(repo_url.toLowerCase()) ?? head_of(repo_url)
    if (request.source === 'repohost' && head) source_revision_config.repo_commit_sha = head
    const stored = { deployment, deployment_type: 'dev', tag_value_ids: [], since }
    all.set(id, stored)
    return present(stored)
  }

  /** Builds a revision of each deployment of the repository and the branch that has `build_on_push`. */
  function push({ repo_url, ref, commit }: Push): Deployment[] {
    pushed.set(repo_url.toLowerCase(), commit)
    const isBuilt = ({ deployment: { source_config, source_revision_config } }: Stored) =>
      source_config.build_on_push === true &&
      source_config.repo_url?.toLowerCase() === repo_url.toLowerCase() &&
      branch(source_revision_config.repo_ref) === branch(ref)
    return [...all.values()].filter(isBuilt).map(stored => {
      const shown = present(stored)
      const deployment = {
        ...shown,
        latest_revision_id: randomUUID(),
        updated_at: iso(now()),
        source_revision_config: { ...shown.source_revision_config, repo_commit_sha: commit },
      }
      const built = { ...stored, deployment, serves: serving(stored), since: now() }
      all.set(shown.id, built)
      return present(built)
    })
  }

  return { tenant_id, all, present, serving, list, create, push }
}

const branch = (ref: string | null): string | undefined => ref?.replace(/^refs\/heads\//, '')

/**
 * The new deployment of a create request, without an active revision. Fields that are not given are null.
 *
 * @param at the time of creation, as the interface writes it
 */
export function newDeployment(
  request: CreateRequest,
  tenant_id: string,
  at: string,
  id: string = randomUUID(),
): Deployment {
  const { source, source_config, source_revision_config, secret_references = null } = request
  const latest_revision_id = randomUUID()
  // A made-up commit of 40 hexadecimal digits.
  const commit = createHash('sha1').update(latest_revision_id).digest('hex')
  const image = source.endsWith('_container') ? (source_revision_config.image_uri ?? '') : ''
  return {
    ...request,
    source_config: whole(SourceConfig.shape, source_config),
    source_revision_config: {
      ...whole(SourceRevisionConfig.shape, source_revision_config),
      repo_commit_sha: source === 'repohost' ? commit : null,
    },
    id,
    tenant_id,
    created_at: at,
    updated_at: at,
    status: 'AWAITING_DATABASE',
    latest_revision_id,
    active_revision_id: null,
    secret_references,
    // The tag of a container image. A port (`host:5000/app`) and a digest are not tags.
    image_version: /:([^:/]+)$/.exec(image.replace(/@.*/s, ''))?.[1] ?? null,
  }
}

const whole = <Fields>(shape: object, given: Fields) =>
  ({ ...Object.fromEntries(Object.keys(shape).map(name => [name, null])), ...given }) as Whole<Fields>
