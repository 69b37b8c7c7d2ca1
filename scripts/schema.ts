import { writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { ConfigFile } from '../src/inputs/config.ts'
import { type Action, readAction } from './readme.ts'

// Generates the JSON schema of the `config` file, with which editors complete and check it.

/** The path of the committed schema. */
export const SCHEMA_FILE = 'config.schema.json'

/** Descriptions of fields that no input of the same name sets. */
const DESCRIPTIONS: Record<string, string> = {
  source_config: 'Fields of the source that are fixed, or that change without a new revision.',
  source_revision_config: 'Fields of the source that need a new revision when they change.',
  secrets:
    'Names of secrets. Each value comes from the input `secrets`, or from the environment variable of that name.',
  repo_url: 'URL of the repository, or `owner/name`. Default: the repository of the workflow.',
  repo_commit_sha: 'Set by the service.',
  listener_config: 'Settings of the listener.',
  $schema: 'For editors. The action ignores it.',
}

/** The schema of the `config` file, with the shape of the code that checks it and the descriptions of action.yml. */
export function configSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(ConfigFile, {
    target: 'draft-07',
    io: 'input',
    override({ jsonSchema }) {
      // Those of a double.
      for (const bound of ['minimum', 'maximum'] as const) delete jsonSchema[bound]
    },
  })
  describe(schema, readAction('.').inputs)
  return {
    $schema,
    // Where editors find it.
    $id: `https://raw.githubusercontent.com/OWNER/create-deployment/v1/${SCHEMA_FILE}`,
    title: 'Configuration of a deployment',
    description: 'What describes a deployment, in the shape of the create request. Inputs win over it.',
    ...schema,
  }
}

/** Describes fields with the texts of the inputs that set them. Of `resource_spec`, only names are known. */
function describe(schema: z.core.JSONSchema.JSONSchema, inputs: Action['inputs']): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (typeof field !== 'object') continue
    const description = DESCRIPTIONS[name] ?? inputs[name]?.description
    if (description === undefined) throw new Error(`the field ${name} has no description`)
    field.description = description.replace(' Required here or in `config`.', '')
    const objects = [field, ...(field.anyOf ?? [])].filter(part => typeof part === 'object')
    if (name !== 'resource_spec') for (const part of objects) describe(part, inputs)
  }
}

if (import.meta.main) writeFileSync(SCHEMA_FILE, `${JSON.stringify(configSchema(), null, 2)}\n`)
