import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, textAt } from '../base/json.ts'
import type { Order } from '../inputs/order.ts'
import { orFail, RunError } from '../run/error.ts'
import type { Service } from '../service/operations.ts'
import type { CreateRequest } from '../service/request.ts'

/** An error names at most this many similar repositories. */
const MOST_SHOWN = 5

/**
 * Finds the repository of an order, if it has one, in the integration's listing, and copies the three values of its record into
 * the request (interface: cross-reference of the repository listing).
 */
export async function resolveRepository(
  { requested, repository, ownServer }: Order,
  service: Service,
): Promise<CreateRequest> {
  if (!repository) return withRef(requested)
  const { source_config } = requested
  const integration = source_config.integration_id ?? ''
  const records = await orFail(`list the repositories of the integration "${integration}"`, () =>
    service.listRepositories(integration),
  )
  const record = pick(records, repository, ownServer)
  const integration_id = textAt(record, 'host_integration_id')
  const repo_url = textAt(record, 'url')
  if (!integration_id || !repo_url)
    throw new RunError(
      'unexpected_response',
      `The record of the repository "${repository}" has no host_integration_id or no url`,
    )
  return withRef(
    {
      ...requested,
      source_config: { ...source_config, integration_id, repo_url },
    },
    textAt(record, 'default_branch'),
  )
}

/** A copy of a request with a short ref (`refs/heads/main` becomes `main`), or with the default branch if it has no ref. */
function withRef(request: CreateRequest, default_branch?: string): CreateRequest {
  const { source_revision_config } = request
  // The default does not replace a null, which is sent as it is.
  const { repo_ref = default_branch } = source_revision_config
  if (!repo_ref) return request
  return {
    ...request,
    source_revision_config: {
      ...source_revision_config,
      repo_ref: repo_ref.replace(/^refs\/heads\//, ''),
    },
  }
}

/**
 * Picks the record of a repository.
 *
 * @param own the URL of the workflow's server, if the repository is by default that of the workflow
 * @throws RunError if no record matches, or several different ones do
 */
function pick(records: JsonObject[], repository: string, own: string | undefined): JsonObject {
  // Try the full URL first: another host may have a repository of the same name.
  const here = own ? recordsOf(records, `${own}/${repository}`) : []
  const found = here.length > 0 ? here : recordsOf(records, repository)
  const [record] = found
  if (!record) throw notFoundError(records, repository)
  // Equal records are no ambiguity: the service may list one twice.
  if (!found.every(other => isDeepStrictEqual(other, record)))
    throw new RunError(
      'ambiguous_repository',
      `The repository "${repository}" matches several of the ${records.length} that the integration can see: ${found.map(({ url, host_integration_id: id }) => `${url} (host_integration_id ${id})`).join(', ')}`,
    )
  return record
}

/** The records of a repository, by URL or by owner and name. */
function recordsOf(records: JsonObject[], repository: string): JsonObject[] {
  const key = repositoryKey(repository)
  return records.filter(
    record =>
      repositoryKey(textAt(record, 'url')) === key || fullName(record).toLowerCase() === key,
  )
}

/** `owner/name` of a record. */
const fullName = (record: JsonObject): string =>
  `${textAt(record, 'owner')}/${textAt(record, 'name')}`

function notFoundError(records: JsonObject[], repository: string): RunError {
  const steps = repositoryKey(repository).split('/')
  /** Whether the owner or the name is the same. */
  const isSimilar = (name: string) =>
    name.split('/').some(step => steps.includes(step.toLowerCase()))
  const similar = records.map(fullName).filter(isSimilar).slice(0, MOST_SHOWN).join(', ')
  return new RunError(
    'repository_not_found',
    `The repository "${repository}" is not among the repositories that the integration can see, ${records.length} in all${similar && `. Those of the same owner or name are ${similar}`}`,
  )
}

/** The normal form of a repository's name or URL: `owner/name`, or `host/owner/name`, in lower case and without `.git`. */
export function repositoryKey(repository: string): string {
  const text = repository.trim().toLowerCase()
  // Turns the short form of SSH into a URL: `git@host:owner/name` becomes `ssh://host/owner/name`.
  const url = URL.parse(text.replace(/^(?:[^/:\s]*@)?([^/:@\s]+):(?!\/\/)/, 'ssh://$1/'))
  // Drop the port of an SSH server, which the web URLs in the listing do not have.
  const host = url?.protocol === 'ssh:' ? url.hostname : url?.host
  const path = url?.pathname ?? text
  return [host, ...path.split('/')]
    .filter(Boolean)
    .join('/')
    .replace(/\.git$/, '')
}
