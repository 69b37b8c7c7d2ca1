import type { Draft } from '../deployment/draft.ts'
import { formatPath, valueAt } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { SOURCES, type Source } from '../service/responses.ts'
import type { Locate } from './fields.ts'
import type { Problem } from './problem.ts'

// What is refused and warned of by rules that no schema has. Which source requires which other field is for the service to
// say.

/** A rule about the field at a dotted path of the create request. */
interface Rule {
  path: string
  /** The sources that the rule is for; all by default. */
  sources?: Source[]
  isBroken: (value: unknown) => boolean
  message: string
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
const isGiven = (value: unknown) => !isEmpty(value)
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const allBut = (sources: Source[]) => SOURCES.filter(source => !sources.includes(source))

const IMAGE = 'source_revision_config.image_uri'
const EMPTY_STRING = 'an undefined `vars.X` is an empty string'

const REFUSED: Rule[] = [
  { path: 'name', isBroken: isEmpty, message: `is required: the name of the deployment; ${EMPTY_STRING}` },
  { path: 'source', isBroken: isEmpty, message: 'is required: what the deployment is created from' },
  {
    path: 'source_config.integration_id',
    sources: ['repohost'],
    isBroken: isEmpty,
    message: `is required with source repohost: the integration through which the repository is listed; ${EMPTY_STRING}`,
  },
  {
    path: IMAGE,
    sources: ['external_container'],
    isBroken: isEmpty,
    message: `is required with source external_container; ${EMPTY_STRING}`,
  },
  {
    path: IMAGE,
    isBroken: matches(/@([a-z0-9]+:)?$/),
    message: 'has an empty digest: the expression behind `@` is probably empty',
  },
  {
    path: 'secret_references',
    sources: allBut(['external_container']),
    isBroken: isGiven,
    message: 'applies to source external_container only',
  },
]

const BUILT: Source[] = ['repohost', 'internal_source', 'internal_template']

/** Fields that seem to belong to these sources. Only the service knows, so they are sent. */
const OF_SOURCES: Record<string, Source[]> = {
  'source_config.integration_id': ['repohost'],
  'source_config.repo_url': ['repohost'],
  'source_config.build_on_push': ['repohost'],
  'source_config.install_command': BUILT,
  'source_config.build_command': BUILT,
  'source_revision_config.repo_ref': ['repohost'],
  'source_revision_config.graph_config_path': BUILT,
  [IMAGE]: ['external_container', 'internal_container'],
  'source_revision_config.source_tarball_path': ['internal_source'],
}

const WARNED: Rule[] = [
  ...Object.entries(OF_SOURCES).map(([path, sources]) => ({
    path,
    sources: allBut(sources),
    isBroken: isGiven,
    message: `reads as a field of source ${sources.join(' or ')}; it is sent as it is`,
  })),
  { path: 'name', isBroken: matches(/-$/), message: 'ends in `-`: an expression is probably empty' },
  {
    path: 'name',
    isBroken: matches(/\$/),
    message: 'holds `$`: an expression or a variable of a shell was probably not replaced',
  },
  {
    path: 'name',
    isBroken: matches(/[\s\p{Lu}]/u),
    message: 'holds white space or capital letters, which most services refuse',
  },
  {
    path: IMAGE,
    isBroken: matches(/:$/),
    message: 'ends in `:`: the expression of the tag is probably empty',
  },
]

const broken = (rules: Rule[], draft: Draft, locate: Locate): Problem[] =>
  rules
    .filter(({ sources }) => sources === undefined || sources.some(source => source === draft.source))
    .map(({ path, ...rule }) => ({ ...rule, path: path.split('.') }))
    .filter(({ path, isBroken }) => isBroken(valueAt(draft, path)))
    .map(({ path, message }) => ({ ...locate(path), message: words(message) }))

/** What makes a request not worth sending. */
export const draftProblems = (draft: Draft, locate: Locate): Problem[] => broken(REFUSED, draft, locate)

/** Warnings of fields that are sent as they are. */
export async function draftWarnings(draft: Draft, locate: Locate): Promise<Problem[]> {
  const warnings = broken(WARNED, draft, locate)
  const { extra_fields = {} } = draft
  if (Object.keys(extra_fields).length === 0) return warnings
  const { fieldsIn } = await import('./shape.ts')
  const paths = fieldsIn(extra_fields).map(({ path }) => path)
  const message = say`sends fields that this version of the action does not know, as they are: ${paths.map(formatPath).join(', ')}`
  return [...warnings, { ...locate(paths[0] ?? []), message }]
}
