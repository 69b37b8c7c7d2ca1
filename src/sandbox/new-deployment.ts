import { createHash, randomUUID } from 'node:crypto'
import type {
  CreateRequest,
  RequestedConfig,
  RequestedRevision,
  Secret,
  SecretReference,
  Source,
} from './schemas.ts'
import { SourceConfig, SourceRevisionConfig } from './schemas.ts'

/** Fields of a request as the service sends them: none is left out. */
type Whole<Fields> = {
  [Name in keyof Fields]-?: Exclude<Fields[Name], undefined>
}

interface Revision extends Whole<RequestedRevision> {
  repo_commit_sha: string | null
}

/** A deployment as the service sends it. */
export interface Deployment {
  name: string
  source: Source
  /** A service may keep fields to itself. */
  source_config: Partial<Whole<RequestedConfig>>
  source_revision_config: Revision
  secrets: Secret[]
  id: string
  tenant_id: string
  created_at: string
  updated_at: string
  /** A string, because a service may have more values than listed. */
  status: string
  latest_revision_id: string | null
  active_revision_id: string | null
  secret_references: SecretReference[] | null
  image_version: string | null
}

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
  const { source, source_config, source_revision_config } = request
  const latest_revision_id = randomUUID()
  const isBuilt = source === 'repohost'
  return {
    ...request,
    source_config: whole(SourceConfig.shape, source_config),
    source_revision_config: {
      ...whole(SourceRevisionConfig.shape, source_revision_config),
      repo_commit_sha: isBuilt ? madeUpCommit(latest_revision_id) : null,
    },
    id,
    tenant_id,
    created_at: at,
    updated_at: at,
    status: 'AWAITING_DATABASE',
    latest_revision_id,
    active_revision_id: null,
    secret_references: request.secret_references ?? null,
    image_version: imageVersion(request),
  }
}

function whole<Fields>(shape: object, given: Fields): Whole<Fields> {
  const nulls = Object.keys(shape).map(name => [name, null])
  return { ...Object.fromEntries(nulls), ...given }
}

/** 40 hexadecimal digits. */
const madeUpCommit = (revision_id: string): string =>
  createHash('sha1').update(revision_id).digest('hex')

/** The tag of a container image. A port (`host:5000/app`) and a digest are not tags. */
function imageVersion(request: CreateRequest): string | null {
  const { image_uri } = request.source_revision_config
  if (!image_uri || !request.source.endsWith('_container')) return null
  const [image = ''] = image_uri.split('@')
  return /:([^:/]+)$/.exec(image)?.[1] ?? null
}
