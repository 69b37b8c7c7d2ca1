import { createHash, randomUUID } from 'node:crypto'
import type {
  CreateRequest,
  SourceConfig,
  SourceRevisionConfig,
} from './schemas.ts'

interface Revision extends SourceRevisionConfig {
  repo_commit_sha: string | null
}

/** A deployment as the service sends it. */
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

/**
 * The new deployment of a create request, without an active revision.
 *
 * @param at the time of creation, as the interface writes it
 */
export function newDeployment(
  request: CreateRequest,
  tenant_id: string,
  at: string,
  id: string = randomUUID(),
): Deployment {
  const latest_revision_id = randomUUID()
  const isBuilt = request.source === 'repohost'
  return {
    ...request,
    source_revision_config: {
      ...request.source_revision_config,
      repo_commit_sha: isBuilt ? madeUpCommit(latest_revision_id) : null,
    },
    id,
    tenant_id,
    created_at: at,
    updated_at: at,
    status: 'AWAITING_DATABASE',
    latest_revision_id,
    active_revision_id: null,
    image_version: imageVersion(request),
  }
}

/** 40 hexadecimal digits. */
const madeUpCommit = (revision_id: string): string =>
  createHash('sha1').update(revision_id).digest('hex')

/** The tag of a container image. A port (`host:5000/app`) and a digest are not tags. */
function imageVersion(request: CreateRequest): string | null {
  const { image_uri } = request.source_revision_config
  if (image_uri === null || !request.source.endsWith('_container')) return null
  return /^[^@]*:([^:/@]+)(@|$)/.exec(image_uri)?.[1] ?? null
}
