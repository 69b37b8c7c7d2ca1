import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import type { OtherVersion, RefProblem, Version } from './version.ts'
import type { WarningWords } from './warnings.ts'

/** The words of another version than the run's: both versions, and what to do. */
export function wordsOfVersion(other: OtherVersion): WarningWords {
  const title = titleOf(other)
  const message = say`${words(title)}: ${joined(sentencesOf(other), '. ')}.`
  return { title, message, doubt: title[0]?.toLowerCase() + title.slice(1) }
}

function titleOf({ deed, isActive, existing, own }: OtherVersion): string {
  if (deed === 'nothing_deployed') return 'Nothing was deployed'
  if (deed === 'unknown') return 'It is not known what was deployed'
  if (deed === 'planned') return 'Another ref would be created'
  const isCommitKnown =
    existing.kind === 'commit' &&
    existing.commit !== undefined &&
    own.kind === 'commit' &&
    own.commit !== undefined
  const what = isCommitKnown ? 'version' : 'ref'
  return `Another ${what} was ${isActive ? 'deployed' : 'created'}`
}

function sentencesOf(other: OtherVersion): Sentence[] {
  const { deed, name, ref } = other
  const existing = inWords(other.existing)
  const own = inWords(other.own)
  if (deed === 'planned')
    return [
      say`the deployment "${name}" would be created from ${existing}; this run is for ${own}`,
      ...(ref ? refAdvice(ref) : []),
    ]
  if (deed === 'created')
    return [
      say`the deployment "${name}" was created from ${existing}; this run is for ${own}`,
      ...(ref ? refAdvice(ref) : [MOVED]),
      DELETE,
    ]
  if (isSameTag(other)) return sameTagSentences(other)
  return [
    say`the deployment "${name}" is from ${existing}; this run is for ${own}`,
    ...(ref ? refAdvice(ref) : proofAdvice(other)),
    NEW,
    SAFE,
  ]
}

/** Whether both versions have the same image, named without a digest. */
const isSameTag = ({ existing, own }: OtherVersion): boolean =>
  existing.kind === 'image' &&
  own.kind === 'image' &&
  own.digest === undefined &&
  own.image !== undefined &&
  existing.image === own.image

/** A rerun of a release finds its own deployment: only a moved tag is a reason to act. */
const sameTagSentences = ({
  name,
  existing,
  created_at,
}: OtherVersion): Sentence[] => [
  say`the deployment "${name}" was there already (${created_at ? say`created ${created_at}` : words('creation time unknown')}) with ${inWords(existing)}, and this run asks for the same one`,
  words('A rerun of a release expects this, and nothing needs doing'),
  words(
    'Only if the tag has moved since, its new image is not deployed: then use its digest (`image_uri: name@sha256:…`) and a new `name`',
  ),
  SAFE,
]

function refAdvice(ref: RefProblem): Sentence[] {
  if (ref.kind === 'fork')
    return [
      words(
        'The head of this pull request is in a fork, and no ref of this repository builds it: deploy it after the merge',
      ),
    ]
  const line = `set \`repo_ref: \${{ ${ref.expression} }}\``
  if (ref.kind === 'unset')
    return [
      words(
        `If you want the version of this run, ${line}: without it, the default branch is used`,
      ),
    ]
  return [
    words(
      `Check the spelling of \`repo_ref\`; if you want the version of this run, ${line}`,
    ),
  ]
}

const proofAdvice = ({ source }: OtherVersion): Sentence[] =>
  source === 'repohost' ? [PUSHED] : []

const MOVED = words('The ref may have moved since this run began')
const PUSHED = words(
  'If the service builds each push, set `commit` and `wait_for`: the step then waits for that build',
)
const NEW = words(
  'To deploy this version, use a new `name`, because the action cannot update a deployment',
)
const SAFE = words('A rerun is safe, but deploys nothing')
const DELETE = words(
  'Before a rerun, delete the deployment that this run created, or choose another name: a rerun cannot change it',
)

const LABELS = {
  deployed: 'deployed commit',
  newest_revision: 'commit of the newest revision',
  workflow: 'workflow commit',
  asked: 'commit',
}

function inWords(version: Version): Sentence {
  switch (version.kind) {
    case 'image': {
      const { image, version: label } = version
      const text = image
        ? say`image ${image}`
        : words('an image without a name')
      return label ? say`${text} (version ${label})` : text
    }
    case 'commit': {
      const { commit, of, ref } = version
      const text = commit
        ? say`${words(LABELS[of])} ${commit}`
        : words('an unknown commit')
      return ref ? say`${ref} (${text})` : text
    }
    case 'source':
      return say`the source ${version.source}, whose version the service does not name`
    case 'unasked':
      return words('a version that it does not name, as `commit` is not set')
  }
}
