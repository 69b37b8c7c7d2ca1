import type { CompleteDraft, Remark } from '../deployment/draft.ts'

// Warnings about values that look like a mistake. They are sent unchanged: only the service knows whether they are
// valid.

/** @returns the end of a sentence that begins with `base_url`, if its path looks like one of the service's own paths */
export function baseUrlAdvice(base_url: string): string | undefined {
  const [, version] = /\/(v[12])$/i.exec(base_url) ?? []
  if (version === undefined) return undefined
  return `ends in /${version}, and the paths /v1/… and /v2/… of the service are appended to it: leave /${version} out unless the service really has it twice`
}

/** Longer text is not an image name and is not checked. */
const LONGEST_IMAGE = 1000

/** Warns about image names that look wrong, such as one with an undefined variable. */
export function imageWarnings({ source_revision_config }: CompleteDraft): Remark[] {
  const image = source_revision_config.image_uri
  if (!image || image.length > LONGEST_IMAGE) return []
  const message = imageAdvice(image)
  return message === undefined ? [] : [{ path: 'source_revision_config.image_uri', message }]
}

function imageAdvice(image: string): string | undefined {
  const [, end] = /(:|@|@sha256:)$/.exec(image) ?? []
  if (end !== undefined) {
    return `ends in \`${end}\`, so its ${end === ':' ? 'tag' : 'digest'} is missing: an undefined \`vars.X\` or output is an empty string`
  }
  if (/\s/.test(image)) return 'contains white space, which no name of an image has'
  const path = imagePath(image)
  if (path.split('/').includes('')) {
    return 'has an empty part in its path: an undefined `vars.X` or output is an empty string'
  }
  if (path !== path.toLowerCase()) {
    return 'has capital letters in its path, which registries refuse: write it in lower case'
  }
  return undefined
}

/** The path of an image: without the registry's host, the tag and the digest. */
function imagePath(image: string): string {
  const [name = ''] = image.split('@')
  const slash = name.indexOf('/')
  const first = name.slice(0, Math.max(0, slash))
  const hasHost = slash !== -1 && (/[.:]/.test(first) || first === 'localhost')
  const path = hasHost ? name.slice(slash + 1) : name
  const colon = path.indexOf(':', path.lastIndexOf('/') + 1)
  return colon === -1 ? path : path.slice(0, colon)
}
