import * as z from 'zod'
import { isSha } from '../service/deployment.ts'
import {
  Address,
  type CreateRequest,
  isPlainBeyondLoopback,
  Name,
  SECRET_REFERENCES,
  type Secret,
  SOURCE_CONFIG,
  SOURCE_REVISION_CONFIG,
  Source,
  withoutBreak,
} from '../service/request.ts'
import { type Config, NO_CONFIG, readConfig } from './config.ts'
import { readHealthHeaders } from './connection.ts'
import type { Inputs } from './inputs.ts'
import { has, readSecrets, readVariables } from './secrets.ts'
import type { Workflow } from './workflow.ts'

/** What is waited for. */
export interface Goal {
  wait_for: 'none' | 'ready' | 'active'
  /** In milliseconds. */
  wait_timeout: number
  /** The full SHA of a commit. */
  commit: string | undefined
  health_url: string | undefined
  health_contains: string | undefined
  /** What the health check sends, by the names in lower case. */
  health_headers: Record<string, string>
  /** Whether `health_headers` has a credential, which may not go over `http://` beyond loopback. */
  healthNeedsHttps: boolean
}

/** Whether anything is waited for. */
export const isWaiting = ({ wait_for, health_url }: Goal): boolean =>
  wait_for !== 'none' || health_url !== undefined

/** What the create action is to do. */
export interface Order extends Goal {
  /** The request as it is asked for; for `repohost` without what the listing gives. */
  requested: CreateRequest
  /** The repository to look up, as `owner/name` or URL. */
  repository?: string | undefined
  /** The URL of the workflow's server, if the repository is the workflow's own by default. */
  ownServer?: string | undefined
  if_exists: 'match' | 'fail' | 'reuse'
  dry_run: boolean
}

/** The token that writes a comment; undefined if none is asked for. */
export function readCommentToken(inputs: Inputs): string | undefined {
  const { text, flag, refuse, mask } = inputs
  const token = text('github_token')
  mask(token ?? '', 'github_token')
  const isAsked = flag('comment', false)
  if (isAsked && !token) refuse('comment', 'needs `github_token`')
  return isAsked ? token : undefined
}

/**
 * Reads the inputs of the create action. Sends nothing.
 *
 * @returns undefined if a mistake leaves no order
 */
export function readOrder(
  inputs: Inputs,
  workflow: Workflow,
): Order | undefined {
  // First, so that no later message can show them.
  const secrets = readSecrets(inputs)
  const requested = readRequest(inputs, secrets)
  const goal = readGoal(inputs, 'none')
  const if_exists = inputs.oneOf(
    'if_exists',
    ['match', 'fail', 'reuse'],
    'match',
  )
  const dry_run = inputs.flag('dry_run', false)
  inputs.check('repository', Address.optional(), inputs.text('repository'))
  if (!requested) return undefined
  const isRepository = requested.source === 'repohost'
  if (goal.commit && !isRepository)
    inputs.refuse('commit', 'needs the source repohost')
  return {
    ...goal,
    ...(isRepository && readRepository(requested, inputs, workflow)),
    requested,
    if_exists,
    dry_run,
  }
}

/** Reads what is waited for, as the create and the wait action share it. */
export function readGoal(inputs: Inputs, wait_for: Goal['wait_for']): Goal {
  const { text, refuse } = inputs
  const commit = text('commit')
  const health_url = text('health_url')
  const health_contains = text('health_contains')
  if (commit && !isSha(commit))
    refuse('commit', 'must be the full SHA of a commit')
  // A parser takes two slashes, of either kind, for the beginning of a host.
  const isPath = /^\/(?![/\\])\S*$/.test(health_url ?? '')
  const url = health_url && !isPath ? inputs.url('health_url') : undefined
  const { headers, needHttps } = readHealthHeaders(inputs)
  if (url && needHttps && isPlainBeyondLoopback(url))
    refuse(
      'health_url',
      'would send `health_headers` in the clear: use https://, or set `allow_http: true`',
    )
  for (const input of ['health_contains', 'health_headers'])
    if (text(input) && !health_url) refuse(input, 'needs `health_url`')
  return {
    wait_for: inputs.oneOf('wait_for', ['none', 'ready', 'active'], wait_for),
    wait_timeout: inputs.duration('wait_timeout', '30m'),
    commit,
    health_url,
    health_contains,
    health_headers: headers,
    healthNeedsHttps: needHttps,
  }
}

function readRepository(
  { source_config }: CreateRequest,
  inputs: Inputs,
  workflow: Workflow,
): Pick<Order, 'repository' | 'ownServer'> {
  const asked = inputs.text('repository') ?? source_config.repo_url ?? undefined
  const repository = asked ?? workflow.repository
  if (!repository)
    inputs.refuse(
      'repository',
      'is required where the runner names no repository',
    )
  return { repository, ownServer: asked ? undefined : workflow.server }
}

/** A request whose source may be wrong. */
type Draft = Omit<CreateRequest, 'source'> & {
  source: CreateRequest['source'] | undefined
}

/** Reads every input that fills a field of the request, and the `config` file. Inputs win over the file, field by field. */
function readRequest(
  inputs: Inputs,
  given: Secret[],
): CreateRequest | undefined {
  const read = readConfig(inputs, given)
  // What is missing may be in a file with a mistake.
  const isWhole = read !== undefined
  const config = read ?? NO_CONFIG
  const { fields } = config
  const k8s_namespace = inputs.text('k8s_namespace')
  inputs.check('name', z.optional(Name), inputs.text('name'))
  const source =
    isWhole || inputs.text('source')
      ? inputs.oneOf('source', Source.options, fields.source ?? undefined)
      : undefined
  const draft: Draft = {
    ...fields,
    ...valuesIn(SECRET_REFERENCES, inputs),
    name: withoutBreak(inputs.text('name') ?? fields.name ?? ''),
    source,
    source_config: {
      ...fields.source_config,
      ...valuesIn(OWN_SOURCE_CONFIG, inputs),
      ...(k8s_namespace && {
        listener_config: {
          ...fields.source_config?.listener_config,
          k8s_namespace,
        },
      }),
    },
    source_revision_config: {
      ...fields.source_revision_config,
      ...valuesIn(SOURCE_REVISION_CONFIG, inputs),
    },
    secrets: readEntries(inputs, given, config),
  }
  checkDraft(draft, inputs, isWhole)
  return source && { ...draft, source }
}

// Without the fields that no input of their name fills.
const { repo_url: _, listener_config: __, ...OWN_SOURCE_CONFIG } = SOURCE_CONFIG

/** The values of the inputs that fill fields. Each has the name of its field. */
function valuesIn<Fields extends Record<string, z.ZodType>>(
  fields: Fields,
  inputs: Inputs,
): Partial<z.infer<z.ZodObject<Fields>>> {
  const values: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(fields)) {
    const value = readField(name, type, inputs)
    if (value !== undefined) values[name] = value
  }
  return values as Partial<z.infer<z.ZodObject<Fields>>>
}

/** The value of an input by the kind that the shape declares for its field: a boolean, a text, or else a document. */
function readField(name: string, type: z.ZodType, inputs: Inputs): unknown {
  switch (type.def.type) {
    case 'boolean':
      return inputs.flag(name, undefined)
    case 'string': {
      const text = inputs.text(name)
      inputs.check(name, z.optional(type), text)
      return text
    }
    default:
      return inputs.document(name, z.nullable(type))
  }
}

/** The entries of `secrets`: secrets and variables, each name once. Those of the inputs win over those of the file. */
function readEntries(
  inputs: Inputs,
  given: Secret[],
  config: Config,
): Secret[] {
  const secrets = lastOfEach([...config.secrets, ...given])
  const plain = lastOfEach([...config.variables, ...readVariables(inputs)])
  for (const { name } of plain)
    if (has(secrets, name))
      inputs.refuse('variables', `the name ${name} is also in \`secrets\``)
  return [...secrets, ...plain]
}

/** The last entry of each name. */
const lastOfEach = (entries: Secret[]): Secret[] => [
  ...new Map(entries.map(entry => [entry.name, entry])).values(),
]

/** Checks what no shape has. Which source takes which fields is the service's to say. */
function checkDraft(draft: Draft, inputs: Inputs, isWhole: boolean): void {
  const { name, source, secret_references } = draft
  const { integration_id } = draft.source_config
  const { image_uri } = draft.source_revision_config
  const requireIf = (isRequired: boolean, input: string, value: unknown) =>
    isWhole && isRequired && !value && inputs.refuse(input, 'is required')

  requireIf(true, 'name', name)
  requireIf(source === 'repohost', 'integration_id', integration_id)
  requireIf(source === 'external_container', 'image_uri', image_uri)
  if (source && secret_references && source !== 'external_container')
    inputs.refuse('secret_references', 'needs the source external_container')
  if (/^-|-$|\$/.test(name))
    inputs.warn(
      `The name "${name}" begins or ends in \`-\`, or holds \`$\`: an expression in it is probably empty, or was not replaced`,
    )
}
