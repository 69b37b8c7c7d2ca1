import type { Draft } from '../deployment/draft.ts'
import { formatPath, valueAt } from '../lib/json.ts'
import { say, words } from '../lib/sentence.ts'
import type { Source } from '../service/responses.ts'
import type { Locate } from './fields.ts'
import type { Problem } from './problem.ts'

// What is refused and warned of where several fields, or the meaning of a field, are concerned. Which source requires
// which other field is for the service to say.

/** A rule about the field at a dotted path of the create request. */
interface Rule {
  path: string
  message: string
  /** The sources that the rule is for; all by default. */
  sources?: Source[]
}

const EMPTY_STRING = 'an undefined `vars.X` is an empty string'

const REQUIRED: Rule[] = [
  { path: 'name', message: `is required: the name of the deployment; ${EMPTY_STRING}` },
  { path: 'source', message: 'is required: what the deployment is created from' },
  {
    path: 'source_config.integration_id',
    sources: ['repohost'],
    message: `is required with source repohost: the integration through which the repository is listed; ${EMPTY_STRING}`,
  },
  {
    path: 'source_revision_config.image_uri',
    sources: ['external_container'],
    message: `is required with source external_container; ${EMPTY_STRING}`,
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
  'source_revision_config.image_uri': ['external_container', 'internal_container'],
  'source_revision_config.source_tarball_path': ['internal_source'],
}

/** Texts that look as if an expression in them was empty, or as if the service will refuse them. */
const SUSPICIOUS: (Rule & { pattern: RegExp })[] = [
  { path: 'name', pattern: /-$/, message: 'ends in `-`: an expression is probably empty' },
  {
    path: 'name',
    pattern: /\$/,
    message: 'holds `$`: an expression or a variable of a shell was probably not replaced',
  },
  {
    path: 'name',
    pattern: /[\s\p{Lu}]/u,
    message: 'holds white space or capital letters, which most services refuse',
  },
  {
    path: 'source_revision_config.image_uri',
    pattern: /:$/,
    message: 'ends in `:`: the expression of the tag is probably empty',
  },
]

const at = (draft: Draft, path: string) => valueAt(draft, path.split('.')) ?? undefined

const isEmpty = (value: unknown) => value === undefined || (typeof value === 'string' && value.trim() === '')

const concerns = ({ sources }: Pick<Rule, 'sources'>, { source }: Draft) =>
  sources === undefined || sources.some(one => one === source)

/**
 * Finds what makes a request not worth sending.
 *
 * @param isReported whether a field may be missing only because of a mistake that is already reported
 */
export function draftProblems(
  draft: Draft,
  locate: Locate,
  isReported: (origin: ReturnType<Locate>) => boolean,
): Problem[] {
  const problem = (path: string, message: string): Problem => ({
    ...locate(path.split('.')),
    message: words(message),
  })
  const missing = REQUIRED.filter(rule => concerns(rule, draft) && isEmpty(at(draft, rule.path)))
  const image = at(draft, 'source_revision_config.image_uri')
  const { source, secret_references } = draft
  return [
    ...missing.map(({ path, message }) => problem(path, message)).filter(origin => !isReported(origin)),
    ...(source !== undefined && source !== 'external_container' && secret_references != null
      ? [problem('secret_references', `applies to source external_container only, not to ${source}`)]
      : []),
    ...(typeof image === 'string' && /@([a-z0-9]+:)?$/.test(image)
      ? [
          problem(
            'source_revision_config.image_uri',
            'has an empty digest: the expression behind `@` is probably empty',
          ),
        ]
      : []),
  ]
}

/** Warns of fields that are sent as they are. */
export async function draftWarnings(draft: Draft, locate: Locate): Promise<Problem[]> {
  const located = (path: string) => locate(path.split('.'))
  const ofOthers = Object.entries(OF_SOURCES).filter(
    ([path, sources]) => !isEmpty(at(draft, path)) && !concerns({ sources }, draft),
  )
  const suspicious = SUSPICIOUS.filter(({ path, pattern }) => pattern.test(String(at(draft, path) ?? '')))
  return [
    ...ofOthers.map(([path, sources]) => ({
      ...located(path),
      message: words(
        `reads as a field of source ${sources.join(' or ')}, not of ${draft.source}; it is sent as it is`,
      ),
    })),
    ...suspicious.map(({ path, message }) => ({ ...located(path), message: words(message) })),
    ...(await extraFieldWarnings(draft, locate)),
  ]
}

/** Extra fields are sent unchecked, so a warning lists their paths. */
async function extraFieldWarnings({ extra_fields = {} }: Draft, locate: Locate): Promise<Problem[]> {
  if (Object.keys(extra_fields).length === 0) return []
  const { fieldsIn } = await import('./shape.ts')
  const paths = fieldsIn(extra_fields).map(({ path }) => path)
  const message = say`sends fields that this version of the action does not know, as they are: ${paths.map(formatPath).join(', ')}`
  return [{ ...locate(paths[0] ?? []), message }]
}
