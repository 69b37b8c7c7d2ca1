import type { Locate, Origin, Problem } from '../inputs/problem.ts'
import { say } from '../lib/sentence.ts'
import { SOURCES } from '../service/fields.ts'
import type { Said } from '../service/said.ts'

/** The fields that the service refused, each with the input or the line that sets it, if one does. */
export const refusedFields = (
  fields: Said['fields'],
  locate: Locate,
): Problem[] =>
  fields.flatMap(({ path, message }) => {
    const origin = placeOf(path, locate)
    return origin
      ? { ...origin, message: say`${path.join('.')}: ${message}` }
      : []
  })

/** Steps that services write before the path of a field of the request. A tagged union writes the source. */
const BEGINNINGS: string[] = [
  'body',
  'data',
  'deployment',
  'json',
  'payload',
  'request',
  'spec',
  ...SOURCES,
]

/** The objects whose fields some services name without them. */
const PARENTS = [[], ['source_config'], ['source_revision_config']]

/** Finds the input or the line of a field by a path of the service, all of which must be the field's. */
function placeOf(path: string[], locate: Locate): Origin | undefined {
  const steps = path.flatMap(step => step.match(/[\p{L}\p{N}_-]+/gu) ?? [])
  const start = steps.findIndex(step => !BEGINNINGS.includes(step))
  const field = steps.slice(Math.max(0, start))
  // Some services write `$` for the whole request.
  if (field.length === 0) return undefined
  return PARENTS.map(parent => locate([...parent, ...field])).find(
    ({ input, place }) => input ?? place,
  )
}
