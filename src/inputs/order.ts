import * as z from 'zod/mini'
import { isSha } from '../service/deployment.ts'
import { isPlainBeyondLoopback } from '../service/http.ts'
import {
  Address,
  type CreateRequest,
  Name,
  SECRET_REFERENCES,
  type Secret,
  SOURCE_CONFIG,
  SOURCE_REVISION_CONFIG,
  Source,
} from '../service/request.ts'
import { NO_CONFIG, readConfig } from './config.ts'
import { type HealthHeaders, readHealthHeaders } from './connection.ts'
import { AbsoluteUrl, Duration, Flag, type Inputs } from './inputs.ts'
import { type Entries, readSecrets, readVariables } from './secrets.ts'
import type { Workflow } from './workflow.ts'

/** What a run waits for. */
export interface Goal extends HealthHeaders {
  wait_for: 'none' | 'ready' | 'active'
  /** In milliseconds. */
  wait_timeout: number
  /** The full SHA of a commit. */
  commit: string | undefined
  health_url: string | undefined
  health_contains: string | undefined
}

/** Whether a run waits for anything. */
export const isWaiting = (goal: Goal): boolean =>
  goal.wait_for !== 'none' || goal.health_url !== undefined

/** What the create action is to do. */
export interface Order extends Goal {
  /** The request as the inputs give it. For `repohost`, it lacks what the listing of repositories will add. */
  requested: CreateRequest
  /** The repository to look up, as `owner/name` or URL. */
  repository?: string | undefined
  /** The URL of the workflow's server, if no repository is given, so that the workflow's own is the default. */
  ownServer?: string | undefined
  if_exists: 'match' | 'fail' | 'reuse'
  dry_run: boolean
}

/** The token that writes a comment; undefined if no comment is asked for. */
export function readCommentToken(inputs: Inputs): string | undefined {
  const token = inputs.text('github_token')
  inputs.mask(inputs.raw('github_token'), 'github_token')
  // A wrong text, which `value` returns, asks for no comment.
  const isAsked = inputs.value('comment', Flag, false) === true
  if (isAsked && !token) inputs.refuse('comment', 'needs `github_token`')
  return isAsked ? token : undefined
}

/**
 * Reads the inputs of the create action. Sends nothing. After a mistake, parts of the order may be missing: use it only after
 * `inputs.accept`.
 */
export async function readOrder(inputs: Inputs, workflow: Workflow): Promise<Order> {
  // The secrets first, so that no later message can show them.
  const requested = await readRequest(inputs, await readSecrets(inputs))
  const order: Order = {
    ...readGoal(inputs, 'none'),
    requested,
    if_exists: inputs.value('if_exists', z.enum(['match', 'fail', 'reuse']), 'match'),
    dry_run: inputs.value('dry_run', Flag, false),
  }
  const repository = inputs.value('repository', Address) ?? requested.source_config.repo_url
  if (requested.source !== 'repohost') {
    if (order.commit && requested.source) inputs.refuse('commit', 'needs the source repohost')
    return order
  }
  if (repository) return { ...order, repository }
  if (!workflow.repository)
    inputs.refuse('repository', 'is required where the runner names no repository')
  return {
    ...order,
    repository: workflow.repository,
    ownServer: workflow.server,
  }
}

const Commit = z.string().check(z.refine(isSha, 'must be the full SHA of a commit'))

/** Reads the inputs about waiting, which the create and the wait action share. `wait_for` is the default of its input. */
export function readGoal(inputs: Inputs, wait_for: Goal['wait_for']): Goal {
  const { text, value, refuse } = inputs
  const health_url = text('health_url')
  // `/health` is a path. `//x` and `/\x` are not, as a URL parser takes `x` for a host.
  const url = /^\/(?![/\\])\S*$/.test(health_url ?? '')
    ? null
    : URL.parse(value('health_url', AbsoluteUrl, ''))
  const headers = readHealthHeaders(inputs)
  if (url && headers.healthNeedsHttps && isPlainBeyondLoopback(url))
    refuse(
      'health_url',
      'would send `health_headers` in the clear: use https://, or set `allow_http: true`',
    )
  for (const input of ['health_contains', 'health_headers'])
    if (text(input) && !health_url) refuse(input, 'needs `health_url`')
  return {
    wait_for: value('wait_for', z.enum(['none', 'ready', 'active']), wait_for),
    wait_timeout: value('wait_timeout', Duration, 1_800_000),
    commit: value('commit', Commit),
    health_url,
    health_contains: text('health_contains'),
    ...headers,
  }
}

/** Reads every input that fills a field of the request, and the `config` file. Inputs win over the file, field by field. */
async function readRequest(inputs: Inputs, given: Entries): Promise<CreateRequest> {
  const config = await readConfig(inputs, given)
  const { fields, secrets, variables } = config ?? NO_CONFIG
  const k8s_namespace = inputs.text('k8s_namespace')
  const request: CreateRequest = {
    ...fields,
    ...(await valuesIn(SECRET_REFERENCES, inputs)),
    name: (inputs.value('name', Name) ?? fields.name ?? '').trim(),
    // If neither gives a source, `requireFields` refuses the request.
    source: (inputs.value('source', Source) ?? fields.source) as CreateRequest['source'],
    source_config: {
      ...fields.source_config,
      ...(await valuesIn(SOURCE_CONFIG, inputs)),
      ...(k8s_namespace && {
        listener_config: {
          ...fields.source_config?.listener_config,
          k8s_namespace,
        },
      }),
    },
    source_revision_config: {
      ...fields.source_revision_config,
      ...(await valuesIn(SOURCE_REVISION_CONFIG, inputs)),
    },
    secrets: listOf(
      new Map([...secrets, ...given]),
      new Map([...variables, ...(await readVariables(inputs))]),
      inputs,
    ),
  }
  // After a mistake in the file no field counts as missing: the file may have it.
  if (config) requireFields(request, inputs)
  if (/^-|-$|\$/.test(request.name))
    inputs.warn(
      `The name "${request.name}" begins or ends in \`-\`, or holds \`$\`: an expression in it is probably empty, or was not replaced. If so, correct it in a new run`,
    )
  return request
}

/** The values of the inputs that fill fields. Each input has the name of its field. */
async function valuesIn<Fields extends Record<string, z.ZodMiniType>>(
  fields: Fields,
  inputs: Inputs,
): Promise<Partial<z.infer<z.ZodMiniObject<Fields>>>> {
  const values: unknown[][] = []
  for (const [name, type] of Object.entries(fields)) {
    const value = await readField(name, type, inputs)
    if (value !== undefined) values.push([name, value])
  }
  return Object.fromEntries(values)
}

/** Reads an input by the type of its field: as a boolean, as a text, or else as a YAML or JSON document. */
async function readField(name: string, type: z.ZodMiniType, inputs: Inputs): Promise<unknown> {
  switch (type.def.type) {
    case 'boolean':
      return inputs.value(name, Flag)
    case 'string':
      return inputs.value(name, type)
    default:
      return inputs.document(name, z.nullable(type))
  }
}

/** The list `secrets` of the request: secrets and variables, each name once. */
function listOf(secrets: Entries, variables: Entries, inputs: Inputs): Secret[] {
  for (const name of variables.keys())
    if (secrets.has(name))
      inputs.refuse(
        'variables',
        `the name ${name} is also in \`secrets\`, with those of \`config\``,
      )
  return [...secrets, ...variables].map(([name, value]) => ({ name, value }))
}

/** Refuses a request that lacks a required field. The service decides which other fields a source accepts. */
function requireFields(request: CreateRequest, { refuse }: Inputs): void {
  const { source } = request
  if (!request.name) refuse('name', 'is required')
  if (!source) refuse('source', `is required: ${Source.options.join(', ')}`)
  if (source === 'repohost' && !request.source_config.integration_id)
    refuse('integration_id', 'is required')
  if (source === 'external_container' && !request.source_revision_config.image_uri)
    refuse('image_uri', 'is required')
  if (source && source !== 'external_container' && request.secret_references)
    refuse('secret_references', 'needs the source external_container, here or in `config`')
}
