import { writeFileSync } from 'node:fs'
import * as z from 'zod'
import { ConfigFile } from '../src/inputs/shapes.ts'
import { OPEN_LISTS } from '../src/service/requests.ts'
import { type Action, readAction } from './readme.ts'

// Generates the JSON schema of the `config` file, with which editors complete and check it.

/** The path of the committed schema. */
export const SCHEMA_FILE = 'config.schema.json'

/** The schema of the `config` file, with the shape of the code that checks it and the descriptions of action.yml. */
export function configSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(ConfigFile, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema, path }) {
      // Unknown fields there are sent.
      if (path.some(step => OPEN_LISTS.includes(step))) delete jsonSchema.additionalProperties
      // The only custom type is an object with contents that the interface leaves open.
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'object'
      // Those of a double.
      for (const bound of ['minimum', 'maximum'] as const) delete jsonSchema[bound]
    },
  })
  describeFields(schema, readAction('.').inputs)
  return {
    $schema,
    // Where editors find it.
    $id: `https://raw.githubusercontent.com/OWNER/create-deployment/v1/${SCHEMA_FILE}`,
    title: 'Configuration of a deployment',
    description: 'What describes a deployment, in the shape of the create request. Inputs win over it.',
    ...schema,
  }
}

/** Descriptions of fields that no input of the same name sets. */
const DESCRIPTIONS: Record<string, string> = {
  source_config: 'Fields of the source that are fixed, or that change without a new revision.',
  source_revision_config: 'Fields of the source that need a new revision when they change.',
  secrets:
    "Names of secrets. Each value comes from the input `secrets`, or else from the step's environment variable of that name.",
  repo_url: 'URL of the repository, or `owner/name`. Default: the repository of the workflow.',
  listener_config: 'Settings of the listener.',
  $schema: 'For editors. The action ignores it.',
}

/**
 * Describes the fields of the request with the texts of the inputs that set them. The interface gives only the names of
 * what is inside of lists and of `resource_spec`.
 */
function describeFields(schema: z.core.JSONSchema.JSONSchema, inputs: Action['inputs']): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (typeof field !== 'object') continue
    const description = DESCRIPTIONS[name] ?? inputs[name]?.description
    if (description === undefined) throw new Error(`the field ${name} has no description`)
    field.description = description.replace(' Required here or in `config`.', '')
    const objects = [field, ...(field.anyOf ?? [])].filter(part => typeof part === 'object')
    if (name !== 'resource_spec') for (const part of objects) describeFields(part, inputs)
  }
}

if (import.meta.main) writeFileSync(SCHEMA_FILE, `${JSON.stringify(configSchema(), null, 2)}\n`)
