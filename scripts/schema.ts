import { writeFileSync } from 'node:fs'
import * as z from 'zod'
import { ConfigFile } from '../src/inputs/config.ts'
import { readAction } from './readme.ts'

// Writes the JSON schema of the `config` file, by which editors complete and check it.

/** Where the schema is committed. */
export const SCHEMA_FILE = 'config.schema.json'

/** The schema of the `config` file: its shape from the code that checks it, its words from action.yml. */
export function configSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(ConfigFile, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // The one custom type stands for objects whose contents the interface leaves open.
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'object'
      if (jsonSchema.type !== 'integer') return
      delete jsonSchema.minimum
      delete jsonSchema.maximum
    },
  })
  const { source_config, source_revision_config } = schema.properties ?? {}
  for (const part of [schema, source_config, source_revision_config]) describe(part)
  return {
    $schema,
    title: 'Configuration of a deployment',
    description: 'What describes a deployment, in the shape of the create request. Inputs win over it.',
    ...schema,
  }
}

/** Where a field goes by another name than the input that fills it, or by the same with another meaning. */
const DESCRIPTIONS: Record<string, string> = {
  repo_url: 'URL of the repository, or `owner/name`. Default: the repository of the workflow.',
  secrets:
    "Names of secrets. Each value comes from the input `secrets`, or else from the step's environment variable of that name.",
  extra_fields:
    'Fields that the service accepts and the action does not know, in the shape of the create request. They are merged into it without a check.',
}

function describe(schema: z.core.JSONSchema._JSONSchema | undefined): void {
  if (typeof schema !== 'object') return
  const { inputs } = readAction('.')
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const description =
      DESCRIPTIONS[name] ?? inputs[name]?.description.replace(' Required here or in `config`.', '')
    if (description !== undefined && typeof field === 'object') field.description = description
  }
}

if (import.meta.main) writeFileSync(SCHEMA_FILE, `${JSON.stringify(configSchema(), null, 2)}\n`)
