import type { Doing } from '../deployment/facts.ts'
import type { Target } from '../deployment/order.ts'
import { fullName } from '../deployment/repository.ts'
import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import { count } from '../lib/text.ts'
import { describe } from '../service/failure.ts'
import type { CreateDeploymentRequest } from '../service/requests.ts'
import type { Deployment, RepositoryRecord } from '../service/responses.ts'
import prose from './errors.json' with { type: 'json' }
import {
  FORMATS,
  inTime,
  named,
  phrase,
  presented,
  quoted,
  shortCommit,
  stateOf,
} from './phrases.ts'

// How the facts of errors look. Only a failed run loads this.

/** A sentence of errors.json about facts. */
export const phraseOfError = (templates: string[], facts: object): Sentence =>
  phrase(templates, facts, ERROR_FORMATS)

/** What the facts of an error look like in a sentence, by their names. */
const ERROR_FORMATS = {
  ...FORMATS,
  'deployment.source_revision_config.repo_commit_sha': shortCommit,
  deployments: presented,
  doing: (doing: Doing) => phraseOfError([prose.tasks[doing.task]], doing),
  'doing.deployment': stateOf,
  'failure.asked.credentials': quoted,
  'failure.asked.headers': quoted,
  'failure.asked.bytes': (size?: number) => words(count(size ?? 0, 'byte')),
  'failure.retryAfter': inTime,
  lost: describe,
  matches: (records: RepositoryRecord[]) => joined(records.map(identified)),
  near: (deployments: Deployment[]) =>
    joined(deployments.map(named), ' and the '),
  nearest: joined,
  posted_at: (ms?: number) =>
    words(ms === undefined ? 'an unknown time' : new Date(ms).toISOString()),
  problems: (problems: number) => words(`${problems}`),
  request: fieldsOf,
  target: targeted,
  unlisted: describe,
  unsettled: describe,
  visible: (visible: number) =>
    words(count(visible, 'repository', 'repositories')),
  wait_timeout: (ms: number) => say`${ms / 1000} s`,
}

/** The deployment that a run looks for. */
function targeted(target: Target): Sentence {
  return 'id' in target
    ? say`the deployment ${target.id}`
    : say`the deployment "${target.name}"`
}

/** A record of a repository, with what tells it from another one of the name. */
function identified(record: RepositoryRecord): Sentence {
  const { id, url, name, host_integration_id } = record
  const title = fullName(record) || name || `id ${id}`
  return say`${title} (${url ?? 'without a URL'}, host_integration_id ${host_integration_id ?? 'missing'})`
}

/** The fields that a request sets. Its secrets are those of two inputs. */
function fieldsOf({
  source_config,
  source_revision_config,
  secrets,
  ...request
}: CreateDeploymentRequest): Sentence {
  const { listener_config, ...config } = source_config
  const parts = {
    ...request,
    ...config,
    ...listener_config,
    ...source_revision_config,
  }
  const set = Object.entries(parts).filter(([, value]) => isSet(value))
  const names = quoted(
    set.map(([name]) => name),
    ', ',
  )
  return isSet(secrets) ? say`${names}, \`secrets\` or \`variables\`` : names
}

/** Whether a request has a value: an empty list is none. */
const isSet = (value: unknown): boolean =>
  value != null && !(Array.isArray(value) && value.length === 0)
