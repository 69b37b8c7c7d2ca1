import * as z from 'zod'
import { bySimilarity } from '../lib/closest.ts'
import { formatPath, isObject, type Path, partsIn } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { LIST_PARAMETERS } from '../service/client.ts'
import {
  CreateDeploymentRequest,
  OpenObject,
  ResourceSpec,
  SecretReference,
} from '../service/requests.ts'
import { isSetByService } from '../service/responses.ts'
import { type Position, parseDocument } from './document.ts'
import { mustBeOneOf } from './parse.ts'
import type { Origin, Problem } from './problem.ts'

// YAML and JSON texts, and their shapes. Loaded only if a workflow has one.

/** Plain settings of the deployment by name. */
export const Variables = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]),
)

/** Fields that the interface does not have, in the shape of the create request. */
export const ExtraFields = OpenObject.superRefine((value, { addIssue }) => {
  for (const { path, mistake } of fieldsIn(value)) {
    if (mistake !== undefined)
      addIssue({ code: 'custom', path: [...path], message: mistake })
  }
})

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
  extra_fields: ExtraFields,
  variables: Variables,
  list_parameters: z.strictObject(
    Object.fromEntries(
      Object.keys(LIST_PARAMETERS).map(purpose => [
        purpose,
        z.string().min(1).optional(),
      ]),
    ),
  ),
  repositories: z.array(RepositorySeed),
}

/** The parsed documents by input. */
export type Documents = {
  [Name in keyof typeof SHAPES]: z.infer<(typeof SHAPES)[Name]>
}

/** A document that was checked against a schema. */
export type CheckedDocument = ReturnType<typeof readDocument>

/** Parses a YAML or JSON input, which is untrimmed: leading white space is indentation, and leading lines count. */
export const readInputDocument = <Name extends keyof Documents>(
  input: Name,
  text: string,
) =>
  readDocument(
    text,
    SHAPES[input] as unknown as z.ZodType<Documents[Name]>,
    ({ line }) => ({
      input,
      line,
    }),
  )

/** Parses a YAML or JSON text and checks it against a schema. Never quotes values, which may be secret. */
export function readDocument<T>(
  text: string,
  schema: z.ZodType<T>,
  originAt: (position: Position) => Origin,
) {
  const { faults, locate, value, ...parsed } = parseDocument(text)
  const originOf = (path: Path) => originAt(locate(path))
  const { error } =
    faults.length === 0 ? schema.safeParse(value, { error: describe }) : {}
  const mistakes = (error?.issues ?? []).flatMap(
    ({ path, message, ...issue }) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(key => ({
            path: [...path, key],
            message: refusedKey(schema, [...path, key]),
          }))
        : {
            path,
            message:
              path.length === 0
                ? words(message)
                : say`${formatPath(path)} ${words(message)}`,
          },
  )
  const problems: Problem[] = [
    ...faults.map(fault => ({
      ...originAt(fault),
      message: words(fault.message),
    })),
    ...mistakes.map(({ path, message }) => ({ ...originOf(path), message })),
  ]
  const warnings: Problem[] = [...partsIn(value)]
    .filter(({ path }) => isOpenKey(schema, path))
    .map(({ path }) => ({
      ...originOf(path),
      message: say`${unknownKey(schema, path)}; it is sent unchecked`,
    }))
  // No schema changes a value, and a copy would lack a key `__proto__`.
  const data = problems.length === 0 ? (value as T) : undefined
  return { ...parsed, value, data, problems, warnings, originOf }
}

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping',
  array: 'a list',
}

const describe: z.core.$ZodErrorMap = issue => {
  const { input } = issue
  if (issue.code === 'invalid_type') {
    if (input === undefined) return 'is required'
    // In YAML, `repo_ref: 1.10` is the number 1.1, and `repo_ref: {version}` is a mapping.
    const isUnquoted =
      issue.expected === 'string' && input !== null && !Array.isArray(input)
    return `must be ${TYPES[issue.expected]}, not ${typeName(input)}${isUnquoted ? '; put it in quotes' : ''}`
  }
  if (issue.code === 'invalid_value')
    return mustBeOneOf(issue.values.map(String), String(input))
  // The only union is the value of a variable.
  if (issue.code === 'invalid_union')
    return `must be a string, a number, true or false, not ${typeName(input)}`
  return issue.code === 'too_small' ? 'must not be empty' : undefined
}

function typeName(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return TYPES[typeof value] ?? typeof value
}

const SET = 'is set by the service and is not part of a request'

function refusedKey(schema: z.ZodType, path: Path): Sentence {
  const isOfRequest = schemaAt(schema, ['source_config']) !== undefined
  if (isOfRequest && isSetByService(path))
    return say`${formatPath(path)} ${words(SET)}`
  // Extra fields are merged into mappings, and not into lists.
  const isMerged =
    path.every(step => typeof step === 'string') &&
    (isOfRequest || schema === ResourceSpec)
  const unknown = unknownKey(schema, path)
  return isMerged
    ? say`${unknown}; if it is a field of the service, send it by \`extra_fields\``
    : unknown
}

/** Explains an unknown key by the nearest known one of the same mapping, or by all of them where none is near. */
function unknownKey(schema: z.ZodType, path: Path): Sentence {
  const mapping = schemaAt(schema, path.slice(0, -1))
  const known = mapping instanceof z.ZodObject ? Object.keys(mapping.shape) : []
  const key = String(path.at(-1))
  const [nearest] = bySimilarity(key, known)
  // At least half of the key stays.
  const isNear = nearest && nearest.distance * 2 <= key.length
  const hint = isNear
    ? say`the nearest known key is ${formatPath([...path.slice(0, -1), nearest.candidate])}`
    : words(`the known keys are ${known.join(', ')}`)
  return say`${formatPath(path)} is not known here; ${hint}`
}

function isOpenKey(schema: z.ZodType, path: Path): boolean {
  const mapping = schemaAt(schema, path.slice(0, -1))
  const isOpen =
    mapping instanceof z.ZodObject &&
    !(mapping.def.catchall instanceof z.ZodNever)
  return isOpen && !Object.hasOwn(mapping.shape, path.at(-1) ?? '')
}

const schemaAt = (schema: z.ZodType, path: Path): z.ZodType | undefined =>
  path.reduce<z.ZodType | undefined>((current, step) => {
    if (current instanceof z.ZodObject)
      return unwrap(current.shape[String(step)])
    return current instanceof z.ZodArray
      ? unwrap(current.element as z.ZodType)
      : undefined
  }, unwrap(schema))

function unwrap(schema: unknown): z.ZodType | undefined {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable)
    current = current.unwrap()
  return current instanceof z.ZodType ? current : undefined
}

/** The fields of a mapping in the shape of the create request, and why a field is no extra field. */
export function fieldsIn(
  value: unknown,
  parent: Path = [],
): { path: Path; mistake?: string }[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const path = [...parent, key]
    const known = schemaAt(CreateDeploymentRequest, path)
    if (known instanceof z.ZodObject && isObject(member))
      return fieldsIn(member, path)
    if (known)
      return {
        path,
        mistake:
          'is a field of the interface: set it through its own input or key',
      }
    return isSetByService(path) ? { path, mistake: SET } : { path }
  })
}
