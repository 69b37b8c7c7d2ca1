import { joined, type Sentence, say, words } from '../lib/sentence.ts'
import { NEW_NAME } from './catalogue.ts'
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
  say`the deployment "${name}" was there already (${created_at ? say`created ${created_at}` : words('creation time unknown')}) with ${inWords(existing)}, and this run is for the same image`,
  words('A rerun of a release expects this'),
  words(
    'Only if the tag has moved since, the new image is not deployed: then name it by its digest (`image_uri: name@sha256:…`), and give each version a `name` of its own',
  ),
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

function proofAdvice({ source, own }: OtherVersion): Sentence[] {
  if (source === 'repohost') return [PUSHED]
  return own.kind === 'image' && own.digest === undefined ? [TAGGED] : []
}

const MOVED = words('The ref may have moved since this run began')
const PUSHED = words(
  'If a push builds it, the step waits for it where `commit` and `wait_for` are set',
)
const TAGGED = words(
  'If the tag has moved since, no run of this name deploys its new image: name the image by its digest (`image_uri: name@sha256:…`)',
)
const NEW = words(`To deploy this version, ${NEW_NAME}`)
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
