import * as z from 'zod'
import { bySimilarity } from '../lib/closest.ts'
import { formatPath, isObject, type Path } from '../lib/json.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { LIST_PARAMETERS } from '../service/client.ts'
import {
  CreateDeploymentRequest,
  OPEN_LISTS,
  OpenObject,
  ResourceSpec,
  SecretReference,
} from '../service/requests.ts'
import { isSetByService } from '../service/responses.ts'
import { mustBeOneOf } from './parse.ts'
import type { Origin, Problem } from './problem.ts'
import { type ParsedDocument, type Position, parseDocument } from './yaml.ts'

// The shapes of YAML and JSON texts. Loaded only if a workflow has one.

/** Plain settings of the deployment by name. */
export const Variables = z.record(
  z.string(),
  z.union(
    [z.string(), z.number(), z.boolean()],
    'must be a string, a number, true or false',
  ),
)

/** Fields that the interface does not have, in the shape of the create request. */
export const ExtraFields = OpenObject.superRefine((value, { addIssue }) => {
  for (const { path, mistake } of fieldsIn(value)) {
    if (mistake !== undefined)
      addIssue({ code: 'custom', path: [...path], message: mistake })
  }
})

const Word = z.string().min(1, 'must not be empty')

const RepositorySeed = z.strictObject({
  owner: Word,
  name: Word,
  url: z.string().exactOptional(),
  default_branch: z.string().exactOptional(),
  host_integration_id: z.string().exactOptional(),
  id: z.int().exactOptional(),
})

const ParameterNames = z.strictObject(
  Object.fromEntries(
    Object.keys(LIST_PARAMETERS).map(purpose => [purpose, Word.optional()]),
  ),
)

const SHAPES = {
  resource_spec: ResourceSpec,
  secret_references: z.array(SecretReference),
  extra_fields: ExtraFields,
  secrets: z.record(z.string(), z.string()),
  variables: Variables,
  list_parameters: ParameterNames,
  repositories: z.array(RepositorySeed),
}

/** The parsed documents by input. */
export type Documents = {
  [Name in keyof typeof SHAPES]: z.infer<(typeof SHAPES)[Name]>
}

/** A document that was checked against a shape. */
export interface CheckedDocument<T>
  extends Pick<ParsedDocument, 'value' | 'textAt' | 'written'> {
  /** The value if it has the shape. */
  data: T | undefined
  /** In sentences of which only the values may quote the text. */
  problems: Problem[]
  warnings: Problem[]
  originOf(path: Path): Origin
}

/** Parses a YAML or JSON input, which is untrimmed: leading white space is indentation, and leading lines count. */
export function readInputDocument<Name extends keyof Documents>(
  input: Name,
  text: string,
): CheckedDocument<Documents[Name]> {
  const shape = SHAPES[input] as unknown as z.ZodType<Documents[Name]>
  return readDocument(text, shape, ({ line }) => ({ input, line }))
}

/** Parses a YAML or JSON text and checks it against a shape. */
export function readDocument<T>(
  text: string,
  shape: z.ZodType<T>,
  originAt: (position: Position) => Origin,
): CheckedDocument<T> {
  const { value, faults, textAt, written, locate } = parseDocument(text)
  const originOf = (path: Path) => originAt(locate(path))
  const mistakes = faults.length === 0 ? mistakesIn(value, shape) : []
  const problems = faults.map(fault => ({
    ...originAt(fault),
    message: fault.message,
  }))
  const warnings: Problem[] = []
  for (const { path, message, isSent } of mistakes) {
    const list = isSent ? warnings : problems
    list.push({ ...originOf(path), message })
  }
  return {
    value,
    // No shape changes a value, and a copy would lack a key `__proto__`.
    data: problems.length === 0 ? (value as T) : undefined,
    problems,
    warnings,
    textAt,
    written,
    originOf,
  }
}

/** What is wrong with a part of a value. */
interface Mistake {
  path: Path
  message: Sentence
  /** Whether it is sent all the same. */
  isSent?: boolean
}

/** What a shape does not allow. */
function mistakesIn(value: unknown, shape: z.ZodType): Mistake[] {
  const { error } = shape.safeParse(value, { error: describe })
  return (error?.issues ?? []).flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => unknownKey(shape, [...issue.path, key]))
      : [{ path: issue.path, message: about(issue.path, issue.message) }],
  )
}

const about = (path: Path, message: string): Sentence =>
  path.length === 0
    ? words(message)
    : say`${formatPath(path)} ${words(message)}`

/** A value that YAML does not read as text needs quotes, such as `1.10` or `{version}`. */
const TYPES: Record<string, string> = {
  string: 'a string: put it in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
}

/** The words for what has another type or is another word. Others stand at the shape. */
const describe: z.core.$ZodErrorMap = issue => {
  if (issue.code === 'invalid_value')
    return mustBeOneOf(issue.values.map(String), String(issue.input))
  if (issue.code !== 'invalid_type') return undefined
  if (issue.input === undefined) return 'is required'
  return issue.input === null
    ? 'is empty: remove it, or give it a value'
    : `must be ${TYPES[issue.expected]}`
}

const SET = 'is set by the service and is not part of a request'
const OF_INTERFACE =
  'is a field of the interface: set it through its own input or key'

/** Explains an unknown key. */
function unknownKey(shape: z.ZodType, path: Path): Mistake {
  const isOfRequest = shapeAt(shape, ['source_config']) !== undefined
  if (isOfRequest && isSetByService(path))
    return { path, message: about(path, SET) }

  const parent = path.slice(0, -1)
  const hint = knownKeys(shape, parent, String(path.at(-1)))
  const message = say`${formatPath(path)} is not known here; ${hint}`
  if (parent.some(step => OPEN_LISTS.includes(step)))
    return {
      path,
      message: say`${message}; it is sent unchecked`,
      isSent: true,
    }

  const mayBeExtra = isOfRequest || shape === ResourceSpec
  // Extra fields are merged into mappings, and not into lists.
  const isInList = path.some(step => typeof step === 'number')
  if (isInList || !mayBeExtra) return { path, message }
  return {
    path,
    message: say`${message}; if it is a field of the service, send it by \`extra_fields\``,
  }
}

/** The known key of a mapping that is nearest to a key, or all of them where none is near. */
function knownKeys(shape: z.ZodType, parent: Path, key: string): Sentence {
  const mapping = shapeAt(shape, parent)
  const known = mapping instanceof z.ZodObject ? Object.keys(mapping.shape) : []
  const [nearest] = bySimilarity(key, known)
  // At least half of the key stays.
  return nearest && nearest.distance * 2 <= key.length
    ? say`the nearest known key is ${formatPath([...parent, nearest.candidate])}`
    : words(`the known keys are ${known.join(', ')}`)
}

function shapeAt(shape: z.ZodType, path: Path): z.ZodType | undefined {
  let current = unwrap(shape)
  for (const step of path) {
    if (current instanceof z.ZodObject)
      current = unwrap(current.shape[String(step)])
    else if (current instanceof z.ZodArray) current = unwrap(current.element)
    else return undefined
  }
  return current
}

function unwrap(shape: unknown): z.ZodType | undefined {
  let current = shape
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable)
    current = current.unwrap()
  return current instanceof z.ZodType ? current : undefined
}

/** A field of a mapping, and why it is no extra field. */
interface ExtraField {
  path: Path
  mistake?: string
}

/** The fields of a mapping in the shape of the create request. */
export function fieldsIn(value: unknown, parent: Path = []): ExtraField[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const path = [...parent, key]
    const known = shapeAt(CreateDeploymentRequest, path)
    if (known instanceof z.ZodObject && isObject(member))
      return fieldsIn(member, path)
    if (known) return { path, mistake: OF_INTERFACE }
    return isSetByService(path) ? { path, mistake: SET } : { path }
  })
}
