import * as z from 'zod'
import { say, words } from '../lib/sentence.ts'
import { LIST_PARAMETERS } from '../service/client.ts'
import { OpenObject, ResourceSpec, SecretReference } from '../service/requests.ts'
import { type CheckedDocument, extraFieldMistakes, readDocument } from './shape.ts'

// Inputs that are YAML or JSON, and their shapes. Loaded only if a workflow sets one of them.

/** Plain settings of the deployment by name. */
export const Variables = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

const RepositorySeed = z.strictObject({
  owner: z.string().min(1),
  name: z.string().min(1),
  url: z.string().exactOptional(),
  default_branch: z.string().exactOptional(),
  host_integration_id: z.string().exactOptional(),
  id: z.int().exactOptional(),
})

const SHAPES = {
  resource_spec: ResourceSpec,
  secret_references: z.array(SecretReference),
  extra_fields: OpenObject,
  variables: Variables,
  list_parameters: z.strictObject(
    Object.fromEntries(Object.keys(LIST_PARAMETERS).map(purpose => [purpose, z.string().min(1).optional()])),
  ),
  repositories: z.array(RepositorySeed),
}

/** The parsed documents by input. */
export type Documents = { [Name in keyof typeof SHAPES]: z.infer<(typeof SHAPES)[Name]> }

/**
 * Parses a YAML or JSON input. Reports all mistakes with their lines.
 *
 * @param text the text as in the workflow, untrimmed: leading white space is indentation, and leading lines count
 */
export const readInputDocument = <Name extends keyof Documents>(
  input: Name,
  text: string,
): CheckedDocument<Documents[Name]> =>
  readDocument(
    text,
    SHAPES[input] as unknown as z.ZodType<Documents[Name]>,
    ({ line }, message) => ({ input, message: say`${words(`line ${line}`)}: ${message}` }),
    value => (input === 'extra_fields' ? extraFieldMistakes(value) : []),
  )
