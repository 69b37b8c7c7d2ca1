import { isNewestActive } from '../deployment/goal.ts'
import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { WarningWords } from './phrases.ts'
import type { OtherVersion, RefProblem } from './version.ts'

/** The words of another version than the run's: both versions, and what to do. */
export function wordsOfVersion(other: OtherVersion): WarningWords {
  const title = titleOf(other)
  const message = say`${words(title)}: ${joined(sentencesOf(other), '. ')}.`
  return { title, message, doubt: title[0]?.toLowerCase() + title.slice(1) }
}

function titleOf({ deed, deployment, existing, own }: OtherVersion): string {
  if (deed === 'nothing_deployed') return 'Nothing was deployed'
  if (deed === 'unknown') return 'It is not known what was deployed'
  if (deed === 'planned') return 'Another ref would be created'
  const what = existing.id && own.id ? 'version' : 'ref'
  const isActive = deployment && isNewestActive(deployment)
  return `Another ${what} was ${isActive ? 'deployed' : 'created'}`
}

function sentencesOf(other: OtherVersion): Sentence[] {
  const { deed, request, existing, own, ref } = other
  const deployment = say`the deployment "${request.name}"`
  const thisRun = say`${existing.text}; this run is for ${own.text}`
  const advice = ref ? [refAdvice(ref)] : []
  if (deed === 'planned')
    return [say`${deployment} would be created from ${thisRun}`, ...advice]
  if (deed === 'created')
    return [
      say`${deployment} was created from ${thisRun}`,
      ref ? refAdvice(ref) : MOVED,
      DELETE,
    ]
  if (isSameTag(other)) return [sameTag(other), EXPECTED, TAG_MOVED, SAFE]
  if (!ref && mayBePushed(other)) advice.push(PUSHED)
  return [say`${deployment} is from ${thisRun}`, ...advice, NEW, SAFE]
}

/** Whether a push may build the version, and nothing waits for it. No push changes a tag. */
function mayBePushed(other: OtherVersion): boolean {
  const { request, deployment, isAwaited } = other
  const { repo_ref } = request.source_revision_config
  const isTag = repo_ref?.startsWith('refs/tags/') === true
  const isBuilt = deployment?.source_config?.build_on_push !== false
  return request.source === 'repohost' && isBuilt && !isTag && !isAwaited
}

/** Whether both versions have the same image, named without a digest. */
const isSameTag = ({ existing, own }: OtherVersion): boolean =>
  own.image !== undefined && !own.id && existing.image === own.image

/** A rerun of a release finds its own deployment: only a moved tag is a reason to act. */
function sameTag({ request, existing, deployment }: OtherVersion): Sentence {
  const { created_at } = deployment ?? {}
  const created = created_at
    ? say`created ${created_at}`
    : words('creation time unknown')
  return say`the deployment "${request.name}" was there already (${created}) with ${existing.text}, and this run asks for the same one`
}

function refAdvice(ref: RefProblem): Sentence {
  if (ref.kind === 'fork') return FORK
  const line = `set \`repo_ref: \${{ ${ref.expression} }}\``
  return words(
    ref.kind === 'unset'
      ? `If you want the version of this run, ${line}: without it, the default branch is used`
      : `Check the spelling of \`repo_ref\`; if you want the version of this run, ${line}`,
  )
}

const FORK = words(
  'The head of this pull request is in a fork, and no ref of this repository builds it: deploy it after the merge',
)
const EXPECTED = words(
  'A rerun of a release expects this, and nothing needs doing',
)
const TAG_MOVED = words(
  'Only if the tag has moved since, its new image is not deployed: then use its digest (`image_uri: name@sha256:…`) and a new `name`',
)
const MOVED = words('The ref may have moved since this run began')
const PUSHED = words(
  'If the service builds each push, set `commit`, with `wait_for`: the step then waits for that build',
)
const NEW = words(
  'To deploy this version, use a new `name`, because the action cannot update a deployment',
)
const SAFE = words('A rerun is safe, but deploys nothing')
const DELETE = words(
  'Delete the deployment that this run created, or choose another name, before a new run: a rerun uses the same workflow, and would only adopt it',
)
