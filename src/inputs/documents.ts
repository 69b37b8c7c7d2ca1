import * as z from 'zod'
import type { Result } from '../lib/result.ts'
import { LIST_PARAMETERS, type ListParameters } from '../service/list-parameters.ts'
import { ResourceSpec, SecretReference } from '../service/requests.ts'
import type { Problem } from './problem.ts'
import { checkShape, formatPath } from './shape.ts'
import { parseDocument } from './yaml.ts'

// Inputs that are YAML or JSON, and the shape of each. Loaded only where a workflow gives one of them.

const purposes = Object.keys(LIST_PARAMETERS) as (keyof ListParameters)[]

const RepositorySeed = z.strictObject({
  owner: z.string().min(1),
  name: z.string().min(1),
  url: z.string().exactOptional(),
  default_branch: z.string().exactOptional(),
  host_integration_id: z.guid().exactOptional(),
  id: z.int().exactOptional(),
})

/** The documents as they are read, by input. */
export interface Documents {
  resource_spec: z.infer<typeof ResourceSpec>
  secret_references: z.infer<typeof SecretReference>[]
  list_parameters: Record<string, string | undefined>
  repositories: z.infer<typeof RepositorySeed>[]
}

const SHAPES: { [Name in keyof Documents]: z.ZodType<Documents[Name]> } = {
  resource_spec: ResourceSpec,
  secret_references: z.array(SecretReference),
  list_parameters: z.strictObject(
    Object.fromEntries(purposes.map(purpose => [purpose, z.string().min(1).optional()])),
  ),
  repositories: z.array(RepositorySeed),
}

/**
 * Reads an input that is a document, and says by line all that is wrong with it.
 *
 * @param text as the workflow gave it: white space in front is indentation, and counts for the lines
 */
export async function readDocument<Name extends keyof Documents>(
  input: Name,
  text: string,
): Promise<Result<Documents[Name], Problem[]>> {
  const document = parseDocument(text)
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ line, message }) => ({
      input,
      message: `line ${line}: ${message}`,
    }))
    return { ok: false, error: problems }
  }
  const checked = checkShape(SHAPES[input], document.value)
  if (checked.ok) return checked
  const problems = checked.error.map(({ path, message, unknownKey }) => {
    const { line } = document.locate(path, unknownKey ? 'key' : 'value')
    const where = path.length === 0 ? '' : `line ${line}: ${formatPath(path)} `
    return { input, message: where + message }
  })
  return { ok: false, error: problems }
}
