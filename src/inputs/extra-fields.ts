import * as z from 'zod'
import { isObject } from '../lib/json.ts'
import { formatPath, type Path } from '../lib/path.ts'
import { CreateDeploymentRequest, OpenObject } from '../service/requests.ts'
import { unwrap } from './keys.ts'
import { checkShape, type ShapeProblem } from './shape.ts'

/** Fields of a deployment that only the service sets. */
const OF_THE_SERVICE = [
  'id',
  'tenant_id',
  'created_at',
  'updated_at',
  'status',
  'latest_revision_id',
  'active_revision_id',
  'image_version',
]

/**
 * Checks a mapping of fields that are not in the interface. Fields of the interface are refused because they have their
 * own inputs; objects of the interface may contain extra fields.
 */
export function extraFieldProblems(value: unknown): ShapeProblem[] {
  const checked = checkShape(OpenObject, value)
  if (!checked.ok) return checked.error
  return [...fieldsIn(checked.value, CreateDeploymentRequest, [])].flatMap(({ path, problem }) =>
    problem === undefined ? [] : [{ path, message: problem, unknownKey: true }],
  )
}

/** The paths of the fields in a valid mapping. */
export const extraFieldPaths = (value: Record<string, unknown>): string[] =>
  [...fieldsIn(value, CreateDeploymentRequest, [])].map(({ path }) => formatPath(path))

function* fieldsIn(
  value: Record<string, unknown>,
  schema: z.ZodObject,
  parent: Path,
): Generator<{ path: Path; problem?: string }> {
  for (const [key, member] of Object.entries(value)) {
    const path = [...parent, key]
    const isSet = parent.length === 0 ? OF_THE_SERVICE.includes(key) : key === 'repo_commit_sha'
    const known = Object.hasOwn(schema.shape, key) ? unwrap(schema.shape[key]) : undefined
    if (isSet) yield { path, problem: 'is set by the service and is not part of a request' }
    else if (known instanceof z.ZodObject && isObject(member)) yield* fieldsIn(member, known, path)
    else if (known)
      yield { path, problem: 'is a field of the interface: set it through its own input or key' }
    else yield { path }
  }
}
