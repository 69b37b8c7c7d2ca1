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

const Word = z.string().min(1, 'must not be empty')

/** Plain settings of the deployment by name. */
const Variables = z.record(
  Word,
  z.union(
    [z.string(), z.number(), z.boolean()],
    'must be a string, a number, true or false',
  ),
)

const SET = 'is set by the service and is not part of a request'
const OF_INTERFACE =
  'is a field of the interface: set it through its own input or key'

/** Fields that the interface does not have, in the shape of the create request. */
const ExtraFields = OpenObject.superRefine((value, { addIssue }) => {
  const refuse = (path: string[], message: string) =>
    addIssue({ code: 'custom', path, message })
  const extra = extraIn(value, CreateDeploymentRequest, [], refuse)
  const [path] = extra
  const paths = extra.map(formatPath).join(', ')
  const sent = say`sends these fields unchecked, because this version of the action does not know them: ${paths}`
  if (path) addIssue({ code: 'custom', path, params: { sent } })
})

/** The extra fields in a mapping that has a shape at a path. Refuses all others. */
function extraIn(
  value: Record<string, unknown>,
  { shape }: z.ZodObject,
  parent: string[],
  refuse: (path: string[], message: string) => void,
): string[][] {
  return Object.entries(value).flatMap(([key, member]) => {
    const path = [...parent, key]
    const known = withoutNull(valueAt(shape, [key]))
    if (known instanceof z.ZodObject && isObject(member))
      return extraIn(member, known, path, refuse)
    if (!known && !isSetByService(path)) return [path]
    refuse(path, known ? OF_INTERFACE : SET)
    return []
  })
}

function withoutNull(shape: unknown): unknown {
  const isOuter =
    shape instanceof z.ZodOptional || shape instanceof z.ZodNullable
  return isOuter ? withoutNull(shape.unwrap()) : shape
}

const OptionalText = z.string().exactOptional()

const RepositorySeed = z.strictObject({
  owner: Word,
  name: Word,
  url: OptionalText,
  default_branch: OptionalText,
  host_integration_id: OptionalText,
  id: z.int().exactOptional(),
})

const ParameterNames = z
  .strictObject(
    Object.fromEntries(
      Object.keys(LIST_PARAMETERS).map(purpose => [purpose, Word.optional()]),
    ),
  )
  .refine(areDistinct, 'names one parameter for two purposes')

function areDistinct(own: object): boolean {
  const names = Object.values({ ...LIST_PARAMETERS, ...own })
  return new Set(names).size === names.length
}

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
  secrets: z.record(Word, z.string()),
  variables: Variables,
  list_parameters: ParameterNames,
  repositories: z.array(RepositorySeed),
}

/** The documents by the input that has them or names their file. */
export type Documents = {
  [Name in keyof typeof SHAPES]: z.infer<(typeof SHAPES)[Name]>
}

/** A document that is checked against a shape. */
interface Document extends Omit<ParsedDocument, 'locate'> {
  /** Where a part of the value stands. */
  originOf(path: Path): Origin
  /** Writes down a mistake in a part, whose path begins the sentence. */
  refuse(path: Path, message: Sentence): void
  warn(path: Path, message: Sentence): void
}

export interface CheckedDocument<T = unknown> extends Document {
  /** The value if it has the shape. */
  data: T | undefined
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
  const before = report.problems.length
  const { locate, ...parsed } = parseDocument(text, (at, message) =>
    report.refuse(originAt(at), message),
  )
  const originOf = (path: Path) => originAt(locate(path))
  const document: Document = {
    ...parsed,
    originOf,
    refuse(path, message) {
      if (parsed.partAt(path)?.isRefused) return
      const place = formatPath(path)
      report.refuse(originOf(path), place ? say`${place} ${message}` : message)
    },
    warn: (path, message) => report.warn(originOf(path), message),
  }
  if (parsed.value !== undefined) checkShape(document, input)
  const isValid = report.problems.length === before
  // No shape changes a value, and a copy would lack a key `__proto__`.
  const whole = parsed.value as Documents[Name]
  return { ...document, data: isValid ? whole : undefined }
}

/** Checks the value of a document against the shape of its input. */
function checkShape(document: Document, input: keyof Documents): void {
  const shape = SHAPES[input]
  const { error } = shape.safeParse(document.value, { error: describe })
  for (const { path, message, ...issue } of error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys)
        explainKey([...path, key], message.split(', '), input, document)
    else if (issue.code === 'custom' && issue.params)
      document.warn(path, issue.params['sent'])
    else document.refuse(path, words(message))
  }
}

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
  if (issue.code === 'invalid_key') return 'must have a name'
  if (issue.code !== 'invalid_type') return undefined
  if (input === undefined) return 'is required'
  if (input === null) return 'is empty: remove it, or give it a value'
  return `must be ${TYPES[issue.expected]}`
}

/** Explains an unknown key, beside which other keys are known. */
function explainKey(
  path: Path,
  known: string[],
  input: keyof Documents,
  { refuse, warn }: Document,
): void {
  const parent = path.slice(0, -1)
  const explanation = say`is not known here; ${hintAt(parent, String(path.at(-1)), known)}`
  // Extra fields are merged into mappings, and not into lists.
  const isInList = parent.some(step => typeof step === 'number')
  if (input === 'config' && isSetByService(path)) refuse(path, words(SET))
  else if (parent.some(step => OPEN_LISTS.includes(step)))
    warn(path, say`${formatPath(path)} ${explanation}; it is sent unchecked`)
  else if (isInList || input === 'list_parameters') refuse(path, explanation)
  else
    refuse(
      path,
      say`${explanation}; if it is a field of the service, send it by \`extra_fields\``,
    )
}

/** The known key that an unknown one is nearest to, or all known keys of the mapping. */
function hintAt(parent: Path, key: string, known: string[]): Sentence {
  const [nearest] = bySimilarity(key, known)
  // At least half of the key stays.
  const isNear = nearest && nearest.distance * 2 <= key.length
  return isNear
    ? say`the nearest known key is ${formatPath([...parent, nearest.candidate])}`
    : words(`the known keys are ${known.join(', ')}`)
}
