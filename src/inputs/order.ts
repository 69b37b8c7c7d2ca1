import type * as z from 'zod'
import {
  type CreateRequest,
  ResourceSpec,
  type Secret,
  SecretReferences,
  Source,
  SourceConfig,
  SourceRevisionConfig,
} from '../service/request.ts'
import { type Config, readConfig } from './config.ts'
import { hasHost, type Inputs } from './inputs.ts'
import { readSecrets, readVariables } from './secrets.ts'
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
}

/** What the create action is to do. */
export interface Order extends Goal {
  /** The request; for `repohost` before the repository is looked up. */
  request: CreateRequest
  /** The repository to look up, as `owner/name` or URL. */
  repository: string | undefined
  /** The URL of the workflow's server, if the repository is the workflow's own by default. */
  server: string | undefined
  if_exists: 'match' | 'fail' | 'reuse'
  dry_run: boolean
  github_token: string | undefined
  comment: boolean
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
  const { text, flag, refuse, run } = inputs
  // First, so that no later message can show them.
  const secrets = readSecrets(inputs)
  const github_token = text('github_token')
  run.mask(github_token ?? '', 'github_token')
  const comment = flag('comment') ?? false
  if (comment && !github_token) refuse('comment', `needs \`github_token\``)
  const request = readRequest(inputs, secrets)
  const goal = readGoal(inputs, 'none')
  const if_exists = inputs.oneOf(
    'if_exists',
    ['match', 'fail', 'reuse'],
    'match',
  )
  const dry_run = flag('dry_run') ?? false
  if (!request) return undefined
  const isRepository = request.source === 'repohost'
  if (goal.commit && !isRepository)
    refuse('commit', 'needs the source repohost')
  const repository = isRepository
    ? readRepository(request, inputs, workflow)
    : NO_REPOSITORY
  return {
    ...goal,
    ...repository,
    request,
    if_exists,
    dry_run,
    github_token,
    comment,
  }
}

/** Reads what is waited for, as the create and the wait action share it. */
export function readGoal(inputs: Inputs, wait_for: Goal['wait_for']): Goal {
  const { text, refuse } = inputs
  const commit = text('commit')
  const health_url = text('health_url')
  const health_contains = text('health_contains')
  if (commit && !/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(commit))
    refuse('commit', 'must be the full SHA of a commit')
  // A parser takes two slashes, of either kind, for the beginning of a host.
  const isPath = /^\/(?![/\\])\S*$/.test(health_url ?? '')
  if (health_url && !isPath) inputs.url('health_url')
  if (health_contains && !health_url)
    refuse('health_contains', 'needs `health_url`, whose answer it checks')
  return {
    wait_for: inputs.oneOf('wait_for', ['none', 'ready', 'active'], wait_for),
    wait_timeout: inputs.duration('wait_timeout', '30m'),
    commit,
    health_url,
    health_contains,
  }
}

const NO_REPOSITORY = { repository: undefined, server: undefined }

function readRepository(
  { source_config }: CreateRequest,
  inputs: Inputs,
  workflow: Workflow,
): Pick<Order, 'repository' | 'server'> {
  const asked = inputs.text('repository') ?? source_config.repo_url ?? undefined
  const repository = asked ?? workflow.repository
  if (!repository)
    inputs.refuse(
      'repository',
      'is required where the runner names no repository',
    )
  if (/^https?:/i.test(repository) && !hasHost(repository))
    inputs.refuse('repository', `has a scheme and no host`)
  return { repository, server: asked ? undefined : workflow.server }
}

/** The inputs that fill fields of one value, by their place in the request. Each has the name of its field. */
const FIELDS = {
  source_config: SourceConfig,
  source_revision_config: SourceRevisionConfig,
}

/** Fields whose inputs have another name or form. */
const OTHERS = [
  'repo_url',
  'repo_commit_sha',
  'resource_spec',
  'listener_config',
]

/** A request whose source may be wrong. */
type Draft = Omit<CreateRequest, 'source'> & {
  source: CreateRequest['source'] | undefined
}

/** Reads every input that fills a field of the request, and the `config` file. Inputs win over the file, field by field. */
function readRequest(
  inputs: Inputs,
  given: Secret[],
): CreateRequest | undefined {
  const config = readConfig(inputs, given)
  const { fields = {} } = config ?? {}
  const secret_references =
    inputs.document('secret_references', SecretReferences) ??
    fields.secret_references
  const source = readSource(inputs, config)
  const draft: Draft = {
    ...fields,
    name: inputs.text('name') ?? fields.name ?? '',
    source,
    source_config: {
      ...fields.source_config,
      ...valuesIn('source_config', inputs),
      ...readSpec(inputs),
    },
    source_revision_config: {
      ...fields.source_revision_config,
      ...valuesIn('source_revision_config', inputs),
    },
    secrets: readEntries(inputs, given, config),
    ...(secret_references !== undefined && { secret_references }),
  }
  checkDraft(draft, inputs, config !== undefined)
  return source && { ...draft, source }
}

/** The values of the inputs that fill the fields of a part. */
function valuesIn(
  part: keyof typeof FIELDS,
  inputs: Inputs,
): Record<string, string | boolean> {
  const shape: Record<string, z.ZodType> = FIELDS[part].shape
  const names = Object.keys(shape).filter(name => !OTHERS.includes(name))
  const values = names.flatMap(name => {
    const isFlag = shape[name]?.safeParse(true).success
    const value = isFlag ? inputs.flag(name) : inputs.text(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(values)
}

function readSpec(inputs: Inputs): CreateRequest['source_config'] {
  const resource_spec = inputs.document('resource_spec', ResourceSpec)
  const k8s_namespace = inputs.text('k8s_namespace')
  return {
    ...(resource_spec && { resource_spec }),
    ...(k8s_namespace && { listener_config: { k8s_namespace } }),
  }
}

function readSource(
  inputs: Inputs,
  config: Config | undefined,
): Draft['source'] {
  const given = inputs.text('source') ?? config?.fields.source
  const { data } = Source.safeParse(given)
  // What is missing may be in a file that could not be read.
  if (!data && (given || config))
    inputs.refuse('source', `is required: one of ${Source.options.join(', ')}`)
  return data
}

/** The entries of `secrets`: secrets and variables, each name once. Those of the inputs win over those of the file. */
function readEntries(
  inputs: Inputs,
  given: Secret[],
  config: Config | undefined,
): Secret[] {
  const secrets = byName([...(config?.secrets ?? []), ...given])
  const variables = readVariables(inputs)
  const plain = byName([...(config?.variables ?? []), ...variables])
  for (const { name } of plain)
    if (secrets.some(secret => secret.name === name))
      inputs.refuse('variables', `the name ${name} is also in \`secrets\``)
  return [...secrets, ...plain]
}

/** The last entry of each name. */
const byName = (entries: Secret[]): Secret[] => [
  ...new Map(entries.map(entry => [entry.name, entry])).values(),
]

/** An image that cannot be one: white space, an empty tag or name, or no digest behind `@`. */
const NO_IMAGE = /\s|[:/]$|:@|@(?![a-z][a-z0-9+._-]*:[0-9a-f]{32,}$)/i

/** Checks what no shape has. Which source takes which fields is the service's to say. */
function checkDraft(draft: Draft, inputs: Inputs, isWhole: boolean): void {
  const { name, source, source_config, source_revision_config } = draft
  const { integration_id, custom_url } = source_config
  const { image_uri, repo_ref } = source_revision_config
  const { run } = inputs
  run.name = name
  /** What is missing may be in a file that could not be read. */
  const require = (input: string, value: unknown, isRequired: boolean) =>
    isWhole && isRequired && !value && inputs.refuse(input, 'is required')
  const refuse = (input: string, isWrong: boolean, message: string) =>
    isWrong && inputs.refuse(input, message)

  require('name', name, true)
  require('integration_id', integration_id, source === 'repohost')
  require('image_uri', image_uri, source === 'external_container')
  refuse('integration_id', isUnsafeStep(integration_id), NOT_ONE_STEP)
  refuse(
    'image_uri',
    NO_IMAGE.test(image_uri ?? ''),
    `is no image: it has white space, or its name, tag or digest is missing`,
  )
  refuse(
    'repo_ref',
    /\/$/.test(repo_ref ?? ''),
    `ends in \`/\`: the name of the branch or tag is missing`,
  )
  refuse(
    'custom_url',
    /^https?:/i.test(custom_url ?? '') && !hasHost(custom_url ?? ''),
    `has a scheme and no host`,
  )
  refuse(
    'secret_references',
    Boolean(draft.secret_references && source) &&
      source !== 'external_container',
    'applies to the source external_container only',
  )
  if (/^-|-$|\$/.test(name))
    run.warn(
      `The name "${name}" begins or ends in \`-\`, or holds \`$\`: an expression in it is probably empty, or was not replaced`,
    )
}

export const NOT_ONE_STEP =
  'must be one step of a path: neither `.` nor `..`, and without a slash'

/** An id that would ask for something else in the path of a request. */
export const isUnsafeStep = (id: string | null | undefined): boolean =>
  /^\.\.?$|[/\\]/.test(id ?? '')
