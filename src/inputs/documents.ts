import * as z from 'zod'
import { formatPath } from '../lib/path.ts'
import type { Result } from '../lib/result.ts'
import { LIST_PARAMETERS, type ListParameters } from '../service/list-parameters.ts'
import { OpenObject, ResourceSpec, SecretReference } from '../service/requests.ts'
import { extraFieldProblems } from './extra-fields.ts'
import type { Problem } from './problem.ts'
import { checkShape, type ShapeProblem } from './shape.ts'
import { parseDocument } from './yaml.ts'

// Inputs that are YAML or JSON, and their shapes. Loaded only if a workflow sets one of them.

const purposes = Object.keys(LIST_PARAMETERS) as (keyof ListParameters)[]

const RepositorySeed = z.strictObject({
  owner: z.string().min(1),
  name: z.string().min(1),
  url: z.string().exactOptional(),
  default_branch: z.string().exactOptional(),
  host_integration_id: z.guid().exactOptional(),
  id: z.int().exactOptional(),
})

/** The parsed documents by input. */
export interface Documents {
  resource_spec: z.infer<typeof ResourceSpec>
  secret_references: z.infer<typeof SecretReference>[]
  extra_fields: Record<string, unknown>
  list_parameters: Record<string, string | undefined>
  repositories: z.infer<typeof RepositorySeed>[]
}

const SHAPES: { [Name in keyof Documents]: z.ZodType<Documents[Name]> } = {
  resource_spec: ResourceSpec,
  secret_references: z.array(SecretReference),
  extra_fields: OpenObject,
  list_parameters: z.strictObject(
    Object.fromEntries(purposes.map(purpose => [purpose, z.string().min(1).optional()])),
  ),
  repositories: z.array(RepositorySeed),
}

function check<Name extends keyof Documents>(
  input: Name,
  value: unknown,
): Result<Documents[Name], ShapeProblem[]> {
  const checked = checkShape(SHAPES[input], value)
  if (!checked.ok || input !== 'extra_fields') return checked
  const problems = extraFieldProblems(value)
  return problems.length === 0 ? checked : { ok: false, error: problems }
}

/**
 * Parses a YAML or JSON input. Reports all mistakes with their lines.
 *
 * @param text the text as in the workflow, untrimmed: leading white space is indentation, and leading lines count
 */
export async function readDocument<Name extends keyof Documents>(
  input: Name,
  text: string,
): Promise<Result<Documents[Name], Problem[]>> {
  const { value, errors, badKeys, locate } = parseDocument(text)
  const onLine = ({ line, message }: Line): Problem => ({ input, message: `line ${line}: ${message}` })
  if (errors.length > 0) return { ok: false, error: errors.map(onLine) }
  const checked = check(input, value)
  if (checked.ok && badKeys.length === 0) return checked
  const mistakes = checked.ok ? [] : checked.error
  const whole = mistakes.find(({ path }) => path.length === 0)
  if (whole) return { ok: false, error: [{ input, message: whole.message }] }
  const lines = mistakes.map(({ path, message, unknownKey }) => ({
    line: locate(path, unknownKey ? 'key' : 'value').line,
    message: `${formatPath(path)} ${message}`,
  }))
  const named = new Set(lines.map(({ line }) => line))
  return { ok: false, error: [...lines, ...badKeys.filter(({ line }) => !named.has(line))].map(onLine) }
}

interface Line {
  line: number
  message: string
}
