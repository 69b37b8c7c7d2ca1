import { writeFileSync } from 'node:fs'
import * as z from 'zod'
import { ConfigFile } from '../src/inputs/config.ts'
import { fieldDescription } from './field-descriptions.ts'
import { readAction } from './readme.ts'

// Generates the JSON schema of the `config` file, with which editors complete and check it.

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The stable URL of the schema, where editors find it. */
const SCHEMA_URL = 'https://raw.githubusercontent.com/OWNER/create-deployment/v1/config.schema.json'

/** The path of the committed schema. */
export const SCHEMA_FILE = 'config.schema.json'

/**
 * The schema of the `config` file: its shape comes from the code that checks the file, its descriptions from
 * action.yml.
 */
export function configSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(ConfigFile, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // The only custom type is an object with contents that the interface leaves open.
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type = 'object'
      if (jsonSchema.type !== 'integer') return
      delete jsonSchema.minimum
      delete jsonSchema.maximum
    },
  })
  describeFields(schema)
  return {
    $schema,
    $id: SCHEMA_URL,
    title: 'Configuration of a deployment',
    description: 'What describes a deployment, in the shape of the create request. Inputs win over it.',
    ...schema,
  }
}

/** Describes every field with the text of the input that sets it, or else with {@link FIELDS}. */
function describeFields(schema: JsonSchema, path = ''): void {
  const { inputs } = readAction('.')
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (typeof field !== 'object') continue
    const own = path === '' ? name : `${path}.${name}`
    field.description = fieldDescription(own) ?? inputDescription(own, inputs)
    for (const part of [field, ...(field.anyOf ?? [])]) {
      if (typeof part !== 'object') continue
      describeFields(part, own)
      if (typeof part.items === 'object' && !Array.isArray(part.items)) describeFields(part.items, `${own}[]`)
    }
  }
}

/** The description in action.yml of the input that sets a field; only fields of these objects have one. */
function inputDescription(path: string, inputs: ReturnType<typeof readAction>['inputs']): string {
  const [, name = ''] =
    /^(?:source_config\.|source_revision_config\.|source_config\.listener_config\.)?(\w+)$/.exec(path) ?? []
  const description = inputs[name]?.description.replace(' Required here or in `config`.', '')
  if (description === undefined) throw new Error(`the field ${path} has no description`)
  return description
}

if (import.meta.main) writeFileSync(SCHEMA_FILE, `${JSON.stringify(configSchema(), null, 2)}\n`)
