import type { Draft } from '../deployment/draft.ts'
import { formatPath, valueAt } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import { SOURCES, type Source } from '../service/responses.ts'
import type { Locate } from './fields.ts'
import { EMPTY_STRING, type Problem } from './problem.ts'

// What is refused and warned of by rules that no schema has. Which source requires which other field is for the service to
// say.

/** A rule about the field at a dotted path of the create request, for these sources; all by default. */
type Rule = [path: string, isBroken: (value: unknown) => boolean, message: string, sources?: Source[]]

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
const isGiven = (value: unknown) => !isEmpty(value)
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const allBut = (sources: Source[]) => SOURCES.filter(source => !sources.includes(source))

const INTEGRATION = 'source_config.integration_id'
const IMAGE = 'source_revision_config.image_uri'

const REFUSED: Rule[] = [
  ['name', isEmpty, `is required: the name of the deployment; ${EMPTY_STRING}`],
  ['source', isEmpty, 'is required: what the deployment is created from'],
  [
    INTEGRATION,
    isEmpty,
    `is required with source repohost: the integration through which the repository is listed; ${EMPTY_STRING}`,
    ['repohost'],
  ],
  [IMAGE, isEmpty, `is required with source external_container; ${EMPTY_STRING}`, ['external_container']],
  [IMAGE, matches(/@([a-z0-9]+:)?$/), 'has an empty digest: the expression behind `@` is probably empty'],
  ['secret_references', isGiven, 'applies to source external_container only', allBut(['external_container'])],
]

const BUILT: Source[] = ['repohost', 'internal_source', 'internal_template']

/** Fields that seem to belong to these sources. Only the service knows, so they are sent. */
const OF_SOURCES: Record<string, Source[]> = {
  [INTEGRATION]: ['repohost'],
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
  ...Object.entries(OF_SOURCES).map(([path, sources]): Rule => {
    const message = `reads as a field of source ${sources.join(' or ')}; it is sent as it is`
    return [path, isGiven, message, allBut(sources)]
  }),
  ['name', matches(/-$/), 'ends in `-`: an expression is probably empty'],
  ['name', matches(/\$/), 'holds `$`: an expression or a variable of a shell was probably not replaced'],
  ['name', matches(/[\s\p{Lu}]/u), 'holds white space or capital letters, which most services refuse'],
  [IMAGE, matches(/:$/), 'ends in `:`: the expression of the tag is probably empty'],
]

const broken = (rules: Rule[], draft: Draft, locate: Locate): Problem[] =>
  rules.flatMap(([dotted, isBroken, message, sources]) => {
    const path = dotted.split('.')
    const applies = !sources || sources.some(source => source === draft.source)
    return applies && isBroken(valueAt(draft, path)) ? [{ ...locate(path), message: words(message) }] : []
  })

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
