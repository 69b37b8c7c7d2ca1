import * as z from 'zod'
import { bySimilarity } from '../lib/closest.ts'
import { formatPath, isObject, type Path, valueAt } from '../lib/json.ts'
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
import { mustBeOneOf, VARIABLE_NAME } from './parse.ts'
import type { Origin, Report } from './problem.ts'
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
  const fields = fieldsIn(value)
  for (const { path, mistake } of fields)
    if (mistake) addIssue({ code: 'custom', path, message: mistake })

  const unknown = fields.filter(({ mistake }) => !mistake)
  const [first] = unknown
  const paths = unknown.map(({ path }) => formatPath(path)).join(', ')
  const sent = say`sends these fields unchecked, because this version of the action does not know them: ${paths}`
  if (first) addIssue({ code: 'custom', path: first.path, params: { sent } })
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

/** A value in place of a name is the most likely mistake, and leaks the secret. */
const NAMES = 'must hold only names of environment variables, and no values'

/** The shape of the create request with all fields optional, secret names instead of secrets, and extra fields. */
export const ConfigFile = CreateDeploymentRequest.partial().extend({
  secrets: z.array(z.string(NAMES).regex(VARIABLE_NAME, NAMES)).optional(),
  variables: Variables.optional(),
  extra_fields: ExtraFields.optional(),
  $schema: z.unknown().optional(),
})

const SHAPES = {
  config: ConfigFile,
  resource_spec: ResourceSpec,
  secret_references: z.array(SecretReference),
  extra_fields: ExtraFields,
  secrets: z.record(z.string(), z.string()),
  variables: Variables,
  list_parameters: ParameterNames,
  repositories: z.array(RepositorySeed),
}

/** The documents by the input that has them or names their file. */
export type Documents = {
  [Name in keyof typeof SHAPES]: z.infer<(typeof SHAPES)[Name]>
}

/** A document that was checked against a shape. */
export interface CheckedDocument<T> extends Omit<ParsedDocument, 'locate'> {
  /** The value if it has the shape. */
  data: T | undefined
  originOf(path: Path): Origin
}

/**
 * Parses a YAML or JSON text and checks it against the shape of its input. Reports in sentences of which only the values
 * may quote the text, which is untrimmed: leading white space is indentation, and leading lines count.
 */
export function readDocument<Name extends keyof Documents>(
  input: Name,
  text: string,
  report: Report,
  originAt: (at: Position) => Origin = ({ line }) => ({ input, line }),
): CheckedDocument<Documents[Name]> {
  let isValid = true
  function refuse(origin: Origin, message: Sentence): void {
    isValid = false
    report.refuse(origin, message)
  }
  const { locate, ...document } = parseDocument(text, (at, message) =>
    refuse(originAt(at), message),
  )
  const originOf = (path: Path) => originAt(locate(path))
  const mistakes = isValid ? mistakesIn(document.value, SHAPES[input]) : []
  for (const { path, message, isSent } of mistakes)
    (isSent ? report.warn : refuse)(originOf(path), message)
  // No shape changes a value, and a copy would lack a key `__proto__`.
  const whole = document.value as Documents[Name]
  return { ...document, data: isValid ? whole : undefined, originOf }
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
  return (error?.issues ?? []).flatMap(({ path, message, ...issue }) => {
    if (issue.code === 'unrecognized_keys') {
      const known = message.split(', ')
      return issue.keys.map(key => unknownKey([...path, key], known, shape))
    }
    if (issue.code === 'custom' && issue.params)
      return { path, message: issue.params['sent'] as Sentence, isSent: true }
    return { path, message: about(path, message) }
  })
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

/** The words for another type or another word, and the known keys beside an unknown one. Others stand at the shape. */
const describe: z.core.$ZodErrorMap = ({ input, inst, ...issue }) => {
  if (issue.code === 'unrecognized_keys')
    return Object.keys((inst as z.ZodObject).shape).join(', ')
  if (issue.code === 'invalid_value')
    return mustBeOneOf(issue.values.map(String), String(input))
  if (issue.code !== 'invalid_type') return undefined
  if (input === undefined) return 'is required'
  if (input === null) return 'is empty: remove it, or give it a value'
  return `must be ${TYPES[issue.expected]}`
}

const SET = 'is set by the service and is not part of a request'
const OF_INTERFACE =
  'is a field of the interface: set it through its own input or key'

/** Explains an unknown key at a path, beside which other keys are known. */
function unknownKey(path: Path, known: string[], shape: z.ZodType): Mistake {
  if (shape === ConfigFile && isSetByService(path))
    return { path, message: about(path, SET) }

  const parent = path.slice(0, -1)
  const key = String(path.at(-1))
  const [nearest] = bySimilarity(key, known)
  // At least half of the key stays.
  const isNear = nearest && nearest.distance * 2 <= key.length
  const hint = isNear
    ? say`the nearest known key is ${formatPath([...parent, nearest.candidate])}`
    : words(`the known keys are ${known.join(', ')}`)
  const message = say`${formatPath(path)} is not known here; ${hint}`

  if (parent.some(step => OPEN_LISTS.includes(step)))
    return {
      path,
      message: say`${message}; it is sent unchecked`,
      isSent: true,
    }
  // Extra fields are merged into mappings, and not into lists.
  const isInList = parent.some(step => typeof step === 'number')
  if (isInList || shape === ParameterNames) return { path, message }
  return {
    path,
    message: say`${message}; if it is a field of the service, send it by \`extra_fields\``,
  }
}

/** A field of a mapping, and why it is no extra field. */
interface ExtraField {
  path: string[]
  mistake?: string
}

/** The fields of a mapping in the shape of the create request, or of a part of it at a path. */
function fieldsIn(
  value: Record<string, unknown>,
  { shape }: z.ZodObject = CreateDeploymentRequest,
  parent: string[] = [],
): ExtraField[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const path = [...parent, key]
    const known = valueAt(shape, [key])
    const inner = withoutNull(known)
    if (inner instanceof z.ZodObject && isObject(member))
      return fieldsIn(member, inner, path)
    if (known) return { path, mistake: OF_INTERFACE }
    return isSetByService(path) ? { path, mistake: SET } : { path }
  })
}

function withoutNull(shape: unknown): unknown {
  const isOuter =
    shape instanceof z.ZodOptional || shape instanceof z.ZodNullable
  return isOuter ? withoutNull(shape.unwrap()) : shape
}
