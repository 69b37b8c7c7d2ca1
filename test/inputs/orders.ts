import { expect } from 'vitest'
import type { Service } from '../harness/service.ts'
import type { Run, Step } from '../harness/step.ts'
import type { Harness } from '../harness/test.ts'

/** A deployment of an image, which needs nothing else. */
export const IMAGE = { name: 'shop', source: 'external_container', image_uri: 'registry.example/shop:1' }

/** A deployment of the workflow's own repository. */
export const repositoryOf = ({ integration_id }: { integration_id: string }) => ({
  ...{ name: 'shop', source: 'repohost', integration_id },
})

/** Runs create, and expects that its inputs are refused before any request, and that no secret of a test is shown. */
export async function refuse(
  { serve, create }: Pick<Harness, 'serve' | 'create'>,
  inputs: Record<string, string>,
  step: Partial<Step> = {},
): Promise<Run> {
  const service = await serve()
  const run = await create(service, inputs, step)
  const { error_code, created } = run.outputs
  expect({ error_code, created }).toEqual({ error_code: 'invalid_input', created: 'false' })
  expect(run.exitCode).toBe(1)
  expect(service.requests).toEqual([])
  expect(run.shown).not.toMatch(/hunt3r|cafe-b4be|98765432|Qm9iZGVi/)
  return run
}

/** The names and values of the secrets in the last create request. */
export function secretsOf(service: Service): [string, string][] {
  const body = service.of('create').at(-1)?.body as { secrets: { name: string; value: string }[] } | undefined
  return (body?.secrets ?? []).map(({ name, value }) => [name, value])
}

/** The messages of annotations, in one text. */
export const textOf = (annotations: Run['errors']): string =>
  annotations.map(({ properties, message }) => `${properties['title'] ?? ''} ${message}`).join('\n')

/** Whether a text has a name as a word of its own. */
export const names = (text: string, name: string): boolean =>
  new RegExp(`(?<!\\w)${name.replaceAll('$', '\\$')}(?!\\w)`).test(text)
