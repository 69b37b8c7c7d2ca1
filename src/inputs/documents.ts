import * as z from 'zod'
import { closest, isSimilar } from '../lib/closest.ts'
import { formatPath, isObject, type Path } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { LIST_PARAMETERS } from '../service/client.ts'
import { CreateDeploymentRequest, OpenObject, ResourceSpec, SecretReference } from '../service/requests.ts'
import { isSetByService } from '../service/responses.ts'
import { type ParsedDocument, type Position, parseDocument } from './document.ts'
import { mustBeOneOf } from './parse.ts'
import type { Origin, Problem } from './problem.ts'

// YAML and JSON texts, and their shapes. Loaded only if a workflow has one.

/** Plain settings of the deployment by name. */
export const Variables = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** Fields that the interface does not have, in the shape of the create request. */
export const ExtraFields = OpenObject.superRefine((value, { addIssue }) => {
  for (const { path, mistake } of fieldsIn(value)) {
    if (mistake !== undefined) addIssue({ code: 'custom', path: [...path], message: mistake })
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
    Object.fromEntries(Object.keys(LIST_PARAMETERS).map(purpose => [purpose, z.string().min(1).optional()])),
  ),
  repositories: z.array(RepositorySeed),
}

/** The parsed documents by input. */
export type Documents = { [Name in keyof typeof SHAPES]: z.infer<(typeof SHAPES)[Name]> }

/** A document that was checked against a schema. */
export interface CheckedDocument<T = unknown> extends Pick<ParsedDocument, 'value' | 'textAt' | 'written'> {
  /** Undefined if there are problems. */
  data: T | undefined
  problems: Problem[]
  /** Where the workflow gives the part at a path. */
  originOf(path: Path): Origin
}

/**
 * Parses a YAML or JSON input. Reports all mistakes with their lines.
 *
 * @param text the text as in the workflow, untrimmed: leading white space is indentation, and leading lines count
 */
export const readInputDocument = <Name extends keyof Documents>(input: Name, text: string) =>
  readDocument(text, SHAPES[input] as unknown as z.ZodType<Documents[Name]>, ({ line }) => ({ input, line }))

/**
 * Parses a YAML or JSON text and checks it against a schema. Never quotes values, which may be secret.
 *
 * @param originAt where the workflow gives the part at a position of the text
 */
export function readDocument<T>(
  text: string,
  schema: z.ZodType<T>,
  originAt: (position: Position) => Origin,
): CheckedDocument<T> {
  const { faults, locate, ...parsed } = parseDocument(text)
  const originOf = (path: Path) => originAt(locate(path))
  const { data, error } = faults.length === 0 ? schema.safeParse(parsed.value, { error: describe }) : {}
  const mistakes = (error?.issues ?? []).flatMap(({ path, message, ...issue }) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => ({ path: [...path, key], message: unknownKey(schema, [...path, key]) }))
      : { path, message: path.length === 0 ? words(message) : say`${formatPath(path)} ${words(message)}` },
  )
  const problems = [
    ...faults.map(fault => ({ ...originAt(fault), message: words(fault.message) })),
    ...mistakes.map(({ path, message }) => ({ ...originOf(path), message })),
  ]
  return { ...parsed, data, problems, originOf }
}

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
}

/** The error map of every schema: messages for the author of the workflow. */
const describe: z.core.$ZodErrorMap = issue => {
  const { input } = issue
  if (issue.code === 'invalid_type') {
    if (input === undefined) return 'is required'
    // In YAML, `repo_ref: 1.10` is the number 1.1.
    const isUnquoted = issue.expected === 'string' && ['number', 'boolean'].includes(typeof input)
    return `must be ${TYPES[issue.expected]}, not ${typeName(input)}${isUnquoted ? '; put it in quotes' : ''}`
  }
  if (issue.code === 'invalid_value') return mustBeOneOf(issue.values.map(String), String(input))
  if (issue.code === 'invalid_union')
    return `must be a string, a number, true or false, not ${typeName(input)}`
  if (issue.code === 'too_small') return 'must not be empty'
  return issue.code === 'too_big' ? 'is too large a number' : undefined
}

function typeName(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is not finite'
  return TYPES[typeof value] ?? typeof value
}

const SET = 'is set by the service and is not part of a request'

/**
 * Explains an unknown key by the nearest known one, of its own mapping or of another one outside of lists. A key that is
 * similar to no other may be a value, such as a pasted secret, so it is not shown.
 */
function unknownKey(schema: z.ZodType, path: Path): Sentence {
  const parent = path.slice(0, -1)
  const known = [...keysOf(schemaAt(schema, parent), parent), ...pathsIn(schema)]
  const isOfRequest = known.some(([first]) => first === 'source_config')
  if (isOfRequest && isSetByService(path)) return say`${formatPath(path)} ${words(SET)}`
  const key = String(path.at(-1))
  const names = known.map(other => String(other.at(-1)))
  const [nearest = ''] = closest(key, names, 1)
  const what = isSimilar(key, nearest) ? say`${formatPath(path)} is` : say`this key is`
  return say`${what} not known here; the nearest known key is ${formatPath(known[names.indexOf(nearest)] ?? [])}`
}

/** The part of a schema at a path of a document; undefined if there is none. */
const schemaAt = (schema: z.ZodType, path: Path): z.ZodType | undefined =>
  path.reduce<z.ZodType | undefined>((current, step) => {
    if (current instanceof z.ZodObject) return unwrap(current.shape[String(step)])
    return current instanceof z.ZodArray ? unwrap(current.element as z.ZodType) : undefined
  }, unwrap(schema))

/** The paths of the keys of a mapping. */
const keysOf = (schema: z.ZodType | undefined, parent: Path): Path[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).map(key => [...parent, key]) : []

/** The paths of all keys outside of lists, nearest to the root first. */
function pathsIn(schema: z.ZodType, parent: Path = []): Path[] {
  const own = keysOf(schemaAt(schema, parent), parent)
  return [...own, ...own.flatMap(path => pathsIn(schema, path))]
}

/** A schema without its optional and nullable wrappers. */
function unwrap(schema: unknown): z.ZodType | undefined {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable) current = current.unwrap()
  return current instanceof z.ZodType ? current : undefined
}

/** The fields of a mapping in the shape of the create request, and why a field is no extra field. */
export function fieldsIn(value: unknown, parent: Path = []): { path: Path; mistake?: string }[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const path = [...parent, key]
    const known = schemaAt(CreateDeploymentRequest, path)
    if (known instanceof z.ZodObject && isObject(member)) return fieldsIn(member, path)
    if (known) return { path, mistake: 'is a field of the interface: set it through its own input or key' }
    return isSetByService(path) ? { path, mistake: SET } : { path }
  })
}
