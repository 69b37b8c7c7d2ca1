import { type Answer, check, type Finding, isObject, isUuid, refusal, unprocessable } from './check.ts'
import { type CreateRequest, SOURCES, type Source } from './deployment.ts'
import type { RepositoryRecord } from './repositories.ts'
import type { State } from './state.ts'
import { CREATE_REQUEST } from './tables.ts'

/** The sandbox's answer if the name is taken; `accept` creates a second deployment with that name. */
export type TakenNames = 'conflict' | 'bad_request' | 'unprocessable' | 'accept'

const REFUSALS: Record<Exclude<TakenNames, 'accept'>, number> = {
  conflict: 409,
  bad_request: 400,
  unprocessable: 422,
}

/** The dependencies of the create operation. */
export interface CreateSetting {
  state: State
  repositories: readonly RepositoryRecord[]
  taken_names: TakenNames
}

/**
 * The create operation: 201 with the deployment, 422 with all findings, 400 for a body that is not JSON, or the refusal
 * of a taken name. The deployment is created `late` milliseconds from now, by default at once.
 */
export function createDeployment(bytes: Uint8Array, setting: CreateSetting, late?: number): Answer {
  const { state, repositories, taken_names } = setting
  const parsed = parse(bytes)
  // The parser's message quotes the text, which may contain a secret.
  if (parsed === undefined) return refusal(400, 'The body is not valid JSON')
  const checked = checkCreate(parsed.body, repositories)
  if ('findings' in checked) return unprocessable(checked.findings)
  const { request } = checked
  if (taken_names !== 'accept' && state.isTaken(request.name)) {
    return refusal(REFUSALS[taken_names], `A deployment named ${JSON.stringify(request.name)} already exists`)
  }
  return { status: 201, body: state.create(request, late) }
}

function parse(bytes: Uint8Array): { body: unknown } | undefined {
  try {
    return { body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return undefined
  }
}

type Checked = { request: CreateRequest } | { findings: Finding[] }

// The interface does not say which source requires which field. This is the sandbox's own choice.
const REQUIREMENTS: Partial<Record<Source, [group: string, name: string][]>> = {
  repohost: [
    ['source_config', 'integration_id'],
    ['source_config', 'repo_url'],
    ['source_revision_config', 'repo_ref'],
  ],
  external_container: [['source_revision_config', 'image_uri']],
}

/** Checks the body of a create request. Gives the valid request, or all findings at once. */
function checkCreate(body: unknown, repositories: readonly RepositoryRecord[]): Checked {
  const findings = [
    ...check(body, { members: CREATE_REQUEST }, ['body']),
    ...(isObject(body) ? checkSource(body, repositories) : []),
  ]
  return findings.length > 0 ? { findings } : { request: body as CreateRequest }
}

function checkSource(body: Record<string, unknown>, repositories: readonly RepositoryRecord[]): Finding[] {
  const source = SOURCES.find(known => known === body['source'])
  if (source === undefined) return []
  const required = REQUIREMENTS[source] ?? []
  return [
    ...required.flatMap(([group, name]) => checkRequired(body, group, name, source)),
    ...checkSecretReferences(body, source),
    ...(source === 'repohost' ? checkRepository(body['source_config'], repositories) : []),
  ]
}

function checkRequired(
  body: Record<string, unknown>,
  group: string,
  name: string,
  source: Source,
): Finding[] {
  const fields = body[group]
  if (!isObject(fields) || (fields[name] ?? null) !== null) return []
  return [{ loc: ['body', group, name], msg: `Field required for the source ${source}`, type: 'missing' }]
}

function checkSecretReferences(body: Record<string, unknown>, source: Source): Finding[] {
  if (source === 'external_container' || (body['secret_references'] ?? null) === null) return []
  const msg = 'Only applicable for the source external_container'
  return [{ loc: ['body', 'secret_references'], msg, type: 'value_error' }]
}

function checkRepository(sourceConfig: unknown, repositories: readonly RepositoryRecord[]): Finding[] {
  if (!isObject(sourceConfig)) return []
  const { integration_id, repo_url } = sourceConfig
  if (!isUuid(integration_id) || typeof repo_url !== 'string') return []
  const visible = repositories.filter(
    record => record.host_integration_id.toLowerCase() === integration_id.toLowerCase(),
  )
  if (visible.some(record => record.url === repo_url)) return []
  const loc = ['body', 'source_config', visible.length > 0 ? 'repo_url' : 'integration_id']
  const msg = `No listed repository has this ${visible.length > 0 ? 'URL' : 'integration'}`
  return [{ loc, msg, type: 'value_error' }]
}
