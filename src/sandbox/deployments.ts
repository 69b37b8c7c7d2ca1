import { createHash, randomUUID } from 'node:crypto'
import type { Fault } from './faults.ts'
import type { CreateRequest, ListQuery, Push } from './schemas.ts'
import { SourceConfig, SourceRevisionConfig } from './schemas.ts'

type Whole<Fields> = {
  [Name in keyof Fields as string extends Name ? never : Name]-?: Exclude<
    Fields[Name],
    undefined
  > | null
}

/** A deployment as the service sends it. */
export interface Deployment
  extends Pick<CreateRequest, 'name' | 'source' | 'secrets'> {
  source_config: Partial<Whole<CreateRequest['source_config']>>
  source_revision_config: Omit<
    Whole<CreateRequest['source_revision_config']>,
    'repo_commit_sha'
  > & {
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

/** A deployment in memory, with what the service does not send. */
export interface Stored {
  deployment: Deployment
  deployment_type: string
  tag_value_ids: string[]
  /** The start of its newest revision, in milliseconds since the epoch; null if nothing changes by itself. */
  since: number | null
  /** What goes wrong with it after its creation. */
  fault?: Fault | undefined
  /** The version of the older revision, which serves until the newest one is healthy. */
  serves?: { version: string | null; commit: string | null } | undefined
}

export interface WorkspaceOptions {
  /** The clock, in milliseconds since the epoch. */
  now: () => number
  /** Milliseconds from creation to READY, again to an active revision, and again to a healthy one. */
  ready_after: number
  /** The newest commit of a repository by its URL, as long as no push has brought another one. */
  head_of: (repo_url: string) => string | undefined
}

/** An empty workspace. Changes over time are computed at each read; there are no timers. */
export function openWorkspace({ now, ready_after, head_of }: WorkspaceOptions) {
  const tenant_id = randomUUID()
  const all = new Map<string, Stored>()
  const pushed = new Map<string, string>()
  const iso = (time: number) => new Date(time).toISOString()
  const isPast = (since: number, steps: number) =>
    now() - since >= steps * ready_after

  function current({ deployment, since, fault }: Stored): Deployment {
    if (since === null || !isPast(since, 1)) return deployment
    const isActive = isPast(since, 2) && fault !== 'build_fails'
    return {
      ...deployment,
      status: fault === 'deleted' ? 'AWAITING_DELETE' : 'READY',
      updated_at: iso(since + ready_after * (isActive ? 2 : 1)),
      ...(isActive && { active_revision_id: deployment.latest_revision_id }),
    }
  }

  function present(stored: Stored): Deployment {
    const shown = current(stored)
    if (stored.fault === 'omits') return withOmissions(shown)
    const isLate =
      stored.fault === 'late_url' && shown.active_revision_id === null
    return isLate
      ? {
          ...shown,
          source_config: { ...shown.source_config, custom_url: null },
        }
      : shown
  }

  const listed = () =>
    [...all.values()].filter(
      ({ fault, since }) =>
        fault !== 'deleted' || since === null || !isPast(since, 2),
    )

  /** The version that the application of a deployment serves now; undefined while no revision is healthy. */
  function serving({
    deployment,
    since,
    serves,
    fault,
  }: Stored): Stored['serves'] {
    if (since !== null && (!isPast(since, 3) || fault === 'build_fails'))
      return serves
    const { repo_ref, repo_commit_sha } = deployment.source_revision_config
    return {
      version: deployment.image_version ?? (repo_ref && plainRef(repo_ref)),
      commit: repo_commit_sha,
    }
  }

  /** One page of the list, where `offset` is that of the next page. */
  function list({
    limit,
    offset,
    name_contains,
    deployment_type,
    ...query
  }: ListQuery) {
    const { tag_value_ids, deployment_ids, remote_reconciled, ...fields } =
      query
    const asked = <T>(value: T | undefined, test: (value: T) => boolean) =>
      value === undefined || test(value)
    const isWanted = (stored: Stored) => {
      const shown: Deployment & Record<string, unknown> = { ...present(stored) }
      return (
        asked(name_contains, part => shown.name.includes(part)) &&
        asked(deployment_type, type => stored.deployment_type === type) &&
        // The sandbox's own choice: deployments in the user's own cluster are reconciled remotely.
        asked(
          remote_reconciled,
          is => (shown.source === 'external_container') === is,
        ) &&
        asked(deployment_ids, ids => ids.includes(shown.id.toLowerCase())) &&
        asked(tag_value_ids, ids =>
          stored.tag_value_ids.some(id => ids.includes(id.toLowerCase())),
        ) &&
        Object.entries(fields).every(([field, value]) =>
          asked(value, wanted => shown[field] === wanted),
        )
      )
    }
    const resources = listed()
      .filter(isWanted)
      .slice(offset, offset + limit)
      .map(present)
    return { resources, offset: offset + resources.length }
  }

  /** Creates a deployment. `address` gives its `custom_url` by its id, if the request has none. */
  function create(
    request: CreateRequest,
    address: (id: string) => string | null,
    fault: Fault,
  ): Deployment {
    const since = now()
    const deployment = newDeployment(request, tenant_id, iso(since))
    const { id, source_config, source_revision_config } = deployment
    source_config.custom_url ??= address(id)
    const repo_url = source_config.repo_url ?? ''
    const head = pushed.get(repo_url.toLowerCase()) ?? head_of(repo_url)
    if (request.source === 'repohost' && head)
      source_revision_config.repo_commit_sha = head
    const stored = {
      deployment,
      deployment_type: 'dev',
      tag_value_ids: [],
      since,
      fault,
    }
    all.set(id, stored)
    return present(stored)
  }

  /** Builds a revision of each deployment of the repository and the branch that has `build_on_push`. */
  function push({ repo_url, ref, commit }: Push): Deployment[] {
    pushed.set(repo_url.toLowerCase(), commit)
    const isBuilt = ({
      deployment: { source_config, source_revision_config },
    }: Stored) =>
      source_config.build_on_push === true &&
      source_config.repo_url?.toLowerCase() === repo_url.toLowerCase() &&
      branch(source_revision_config.repo_ref) === branch(ref)
    const since = now()
    const built = listed()
      .filter(isBuilt)
      .map((stored): Stored => {
        const shown = current(stored)
        const source_revision_config = {
          ...shown.source_revision_config,
          repo_commit_sha: commit,
        }
        const newest = {
          latest_revision_id: randomUUID(),
          updated_at: iso(since),
          source_revision_config,
        }
        // A build that failed was that of the older revision.
        const fault = stored.fault === 'omits' ? stored.fault : undefined
        return {
          ...stored,
          fault,
          deployment: { ...shown, ...newest },
          serves: serving(stored),
          since,
        }
      })
    for (const stored of built) all.set(stored.deployment.id, stored)
    return built.map(present)
  }

  return { tenant_id, all, listed, present, serving, list, create, push }
}

/** The answer of a service that keeps some fields to itself, masks secrets, and writes refs in another form. */
function withOmissions(deployment: Deployment): Deployment {
  const { listener_config, install_command, ...source_config } =
    deployment.source_config
  const { repo_ref: ref } = deployment.source_revision_config
  const repo_ref =
    ref && (ref.startsWith('refs/') ? plainRef(ref) : `refs/heads/${ref}`)
  const source_revision_config = {
    ...deployment.source_revision_config,
    repo_ref,
  }
  const secrets = deployment.secrets.map(({ name }) => ({
    name,
    value: '********',
  }))
  return { ...deployment, source_config, source_revision_config, secrets }
}

const plainRef = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '')

const branch = (ref: string | null): string | undefined =>
  ref?.replace(/^refs\/heads\//, '')

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
  const {
    source,
    source_config,
    source_revision_config,
    secret_references = null,
  } = request
  const latest_revision_id = randomUUID()
  // A made-up commit of 40 hexadecimal digits.
  const commit = createHash('sha1').update(latest_revision_id).digest('hex')
  const image = source.endsWith('_container')
    ? (source_revision_config.image_uri ?? '')
    : ''
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
  ({
    ...Object.fromEntries(Object.keys(shape).map(name => [name, null])),
    ...given,
  }) as Whole<Fields>
