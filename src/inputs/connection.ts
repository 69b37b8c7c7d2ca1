import type { Job } from '../github/job.ts'
import { readProxy } from '../http/proxies.ts'
import type { Result } from '../lib/result.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { asWritten, credentialsIn } from '../secrets/urls.ts'
import { LIST_PARAMETERS } from '../service/client.ts'
import { type Inputs, readInputs } from './inputs.ts'
import {
  isPlainHttpBeyondLoopback,
  parseBaseUrl,
  parseBoolean,
  parseHeaderName,
  parseHeaderValue,
  parseTimeLimit,
} from './parse.ts'
import { check, EMPTY_STRING, type Problem } from './problem.ts'

/** The address and credentials of the service. */
export interface Connection {
  /** Absolute, without a trailing slash; may have a path. */
  base_url: string
  /** The headers of every request. */
  headers: Record<string, string>
  /** The names of the headers that are credentials. */
  credentials: string[]
  oidc_audience: string | undefined
  /** In milliseconds. */
  request_timeout: number
  list_parameters: typeof LIST_PARAMETERS
}

interface ServiceInputs<O> {
  connection: Connection
  order: O
  warnings: Problem[]
}

/** Reads all inputs of an action that creates nothing, and masks all secrets. `readOwn` reads the action's own inputs. */
export async function readServiceInputs<O>(
  readOwn: (inputs: Inputs) => O | undefined,
  { job, env }: { job: Job; env: NodeJS.ProcessEnv },
): Promise<Result<ServiceInputs<O>, Problem[]>> {
  const inputs = readInputs(job, env)
  const { problems, warnings } = inputs
  const connection = await readConnection(inputs)
  const order = readOwn(inputs)
  inputs.checkUnknown()

  if (!connection || order === undefined || problems.length > 0)
    return { ok: false, error: problems }
  return { ok: true, value: { connection, order, warnings } }
}

/**
 * Reads the connection inputs, and masks all credentials in them and in the environment, also if they are invalid.
 * Undefined if `base_url` is missing or invalid.
 */
export async function readConnection(
  inputs: Inputs,
): Promise<Connection | undefined> {
  const base_url = readBaseUrl(inputs)
  checkProxies(inputs)
  const oidc_audience = readAudience(inputs)
  const headers = readHeaders(inputs, oidc_audience)
  const list_parameters = await readListParameters(inputs)
  const request_timeout = inputs.readOr(
    'request_timeout',
    parseTimeLimit,
    '30s',
  )

  if (base_url === undefined) return undefined
  return {
    base_url,
    ...headers,
    oidc_audience,
    request_timeout,
    list_parameters,
  }
}

function readBaseUrl(inputs: Inputs): string | undefined {
  const origin = { input: 'base_url' }
  const base_url = inputs.read('base_url', parseBaseUrl)
  if (inputs.text('base_url') === undefined)
    inputs.refuse(
      origin,
      words(`is required: the absolute URL of the service; ${EMPTY_STRING}`),
    )
  const allow_http = inputs.readOr('allow_http', parseBoolean, 'false')
  if (base_url && !allow_http && isPlainHttpBeyondLoopback(base_url))
    inputs.refuse(
      origin,
      say`would send credentials and secrets in the clear: use https://, or set allow_http to true`,
    )
  return base_url
}

/** Masks the credentials of the proxies, and refuses a proxy that cannot be read. */
function checkProxies({ job, env, refuse }: Inputs): void {
  for (const scheme of ['http', 'https'] as const) {
    for (const name of [`${scheme}_proxy`, `${scheme}_proxy`.toUpperCase()])
      for (const part of credentialsIn({ url: env[name] }))
        job.mask(part, say`the user or password in ${name}`)

    const proxy = readProxy(scheme, env)
    if (proxy && proxy.uri === undefined)
      refuse(
        {},
        say`The environment variable ${words(proxy.variable)} must be a proxy such as http://host:port, host:port or user:password@host:port`,
      )
  }
}

function readAudience(inputs: Inputs): string | undefined {
  const {
    ACTIONS_ID_TOKEN_REQUEST_URL: url,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
  } = inputs.env
  const audience = inputs.text('oidc_audience')
  if (audience !== undefined && !(url && token))
    inputs.refuse(
      { input: 'oidc_audience' },
      say`needs the permission \`id-token: write\`, which this job lacks`,
    )
  return audience
}

async function readListParameters(
  inputs: Inputs,
): Promise<Connection['list_parameters']> {
  const asked = await inputs.document('list_parameters')
  const parameters = { ...LIST_PARAMETERS, ...asked }
  const names = Object.values(parameters)
  // One of the two would be lost.
  if (new Set(names).size < names.length)
    inputs.refuse(
      { input: 'list_parameters' },
      say`gives two parameters the same name`,
    )
  return parameters
}

function readHeaders(
  inputs: Inputs,
  audience: string | undefined,
): Pick<Connection, 'headers' | 'credentials'> {
  const { job } = inputs
  const headers = new Map<string, string>()
  const credentials: string[] = []
  const taken = new Set(audience === undefined ? [] : ['authorization'])

  function add(name: string, value: string, isSecret: boolean): void {
    const key = name.toLowerCase()
    check(
      !taken.has(key),
      'sets a header that another line, api_key or oidc_audience sets too',
    )
    taken.add(key)
    headers.set(name, value)
    if (isSecret) credentials.push(name)
  }

  const keyHeader = inputs.readOr(
    'api_key_header',
    parseHeaderName,
    'X-Api-Key',
  )
  maskParts(inputs.text('api_key') ?? '', words('api_key'), job)
  const key = inputs.read('api_key', parseHeaderValue)
  if (key)
    inputs.attempt({ input: 'api_key_header' }, () => add(keyHeader, key, true))

  for (const [index, line] of inputs.raw('headers').split('\n').entries()) {
    if (line.trim() === '') continue
    const end = line.indexOf(':')
    const name = line.slice(0, Math.max(end, 0)).trim()
    const value = line.slice(end + 1).trim()
    // A line without a name cannot be sent, but may be a credential.
    const isSecret = name === '' || CREDENTIAL.test(name)
    if (isSecret)
      maskParts(value, say`the header ${name || 'without a name'}`, job)

    inputs.attempt({ input: 'headers', line: index + 1 }, () => {
      check(name !== '', 'must be of the form Name: value')
      add(parseHeaderName(name), parseHeaderValue(value), isSecret)
      // `Bearer ${{ secrets.X }}` with an undefined X leaves only the scheme.
      const isEmpty = /^(bearer|basic|token)?$/i.test(value)
      check(!isEmpty, `has no value; ${EMPTY_STRING}`)
    })
  }
  return { headers: Object.fromEntries(headers), credentials }
}

/** The name of a header whose value is a credential, by one of its words. Other headers are plain. */
const CREDENTIAL =
  /(^|[-_])(auth|authorization|key|apikey|token|secret|cookie|password|signature|credentials?)($|[-_])/i

/** Masks the value of a header or a cookie, and each part that is a credential on its own. */
function maskParts(header: string, what: Sentence, job: Job): void {
  const value = header.trim()
  const token = value.replace(/^[\w-]+\s+/, '')
  const last = value.split(/\s/).at(-1) ?? ''
  // Cookies, and the parameters of a scheme such as Digest.
  const parameters = token
    .split(/[;,]/)
    .map(text => text.slice(text.indexOf('=') + 1).trim())
    .map(text => text.replace(/^"|"$/g, ''))

  const parts = [value, token, last, ...parameters]
  if (/^basic\s/i.test(value)) parts.push(...partsOfBasic(token))
  for (const part of new Set(parts.flatMap(asWritten))) job.mask(part, what)
}

/** The user, the password and both. */
function partsOfBasic(token: string): string[] {
  const both = Buffer.from(token, 'base64').toString('utf8')
  const [user = ''] = both.split(':', 1)
  return [both, user, both.slice(`${user}:`.length)]
}
