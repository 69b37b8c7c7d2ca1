import type { Run } from '../harness/step.ts'

/** A deployment of an image, which needs nothing else. */
export const IMAGE = { name: 'shop', source: 'external_container', image_uri: 'registry.example/shop:1' }

/** A deployment of the workflow's own repository. */
export const repositoryOf = ({ integration_id }: { integration_id: string }) => ({
  ...{ name: 'shop', source: 'repohost', integration_id },
})

/** The places in a `config` file that annotations point at, as `file:line`. */
export const placesOf = (annotations: Run['errors']): string[] =>
  annotations.map(({ properties: { file, line } }) => `${file}:${line}`)

/** The messages of annotations, in one text. */
export const textOf = (annotations: Run['errors']): string =>
  annotations.map(({ properties, message }) => `${properties['title'] ?? ''} ${message}`).join('\n')

/** Whether a text has a name as a word of its own. */
export const names = (text: string, name: string): boolean =>
  new RegExp(`(?<!\\w)${name.replaceAll('$', '\\$')}(?!\\w)`).test(text)
