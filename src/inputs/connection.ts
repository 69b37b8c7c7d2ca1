import type { Job } from '../github/job.ts'
import { readProxy } from '../http/proxies.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { asWritten } from '../secrets/urls.ts'
import { LIST_PARAMETERS } from '../service/client.ts'
import { OIDC_TOKEN } from '../service/failure.ts'
import { type Findings, type Inputs, openInputs, type Step } from './inputs.ts'
import {
  check,
  isPlainHttpBeyondLoopback,
  parseBaseUrl,
  parseBoolean,
  parseHeaderName,
  parseHeaderValue,
  parseTimeLimit,
} from './parse.ts'
import { EMPTY_STRING } from './problem.ts'

/** The address and credentials of the service. */
export interface Connection {
  /** Absolute, without a trailing slash; may have a path. */
  base_url: string
  /** The headers of every request. */
  headers: Record<string, string>
  /** The names of the headers that are credentials, and of the job's token. */
  credentials: string[]
  oidc_audience: string | undefined
  /** In milliseconds. */
  request_timeout: number
  list_parameters: typeof LIST_PARAMETERS
}

/** What an action reads. With problems, values may be missing. */
export interface Read<O> extends Findings {
  connection: Connection
  order: O
}

/** Reads all inputs of an action that creates nothing, and masks all secrets. `readOwn` reads the action's own inputs. */
export async function readServiceInputs<O>(
  readOwn: (inputs: Inputs) => O,
  step: Step,
): Promise<Read<O>> {
  const inputs = openInputs(step)
  const connection = await readConnection(inputs)
  return { connection, order: readOwn(inputs), ...inputs.finish() }
}

const PARSERS = {
  base_url: parseBaseUrl,
  allow_http: parseBoolean,
  oidc_audience: String,
  api_key_header: parseHeaderName,
  api_key: parseHeaderValue,
  request_timeout: parseTimeLimit,
}

const DEFAULTS = {
  allow_http: 'false',
  api_key_header: 'X-Api-Key',
  request_timeout: '30s',
}

/** Reads the connection inputs, and masks all credentials in them and in the environment, also if they are invalid. */
export async function readConnection(inputs: Inputs): Promise<Connection> {
  const { job, env, refuse, text } = inputs
  maskHeader(text('api_key') ?? '', words('api_key'), job)
  const values = inputs.read(PARSERS, DEFAULTS)
  const { base_url = '', oidc_audience, request_timeout } = values

  if (!text('base_url'))
    refuse(
      'base_url',
      words(`is required: the absolute URL of the service; ${EMPTY_STRING}`),
    )
  if (base_url && !values.allow_http && isPlainHttpBeyondLoopback(base_url))
    refuse(
      'base_url',
      say`would send credentials and secrets in the clear: use https://, or set allow_http to true`,
    )
  checkProxies(inputs)
  const tokens = env['ACTIONS_ID_TOKEN_REQUEST_URL']
  if (oidc_audience !== undefined && !tokens)
    refuse(
      'oidc_audience',
      say`needs the permission \`id-token: write\`, which this job lacks`,
    )
  return {
    base_url,
    ...readHeaders(inputs, values),
    oidc_audience,
    request_timeout,
    list_parameters: {
      ...LIST_PARAMETERS,
      ...(await inputs.document('list_parameters')),
    },
  }
}

/** Masks the credentials of the proxies, and refuses a proxy that cannot be read. */
function checkProxies({ env, maskUrls, refuse }: Inputs): void {
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'])
    maskUrls({ url: env[name] }, name)

  for (const scheme of ['http', 'https']) {
    const proxy = readProxy(scheme, env)
    if (proxy && proxy.uri === undefined)
      refuse(
        {},
        say`The environment variable ${words(proxy.variable)} must be a proxy such as http://host:port, host:port or user:password@host:port`,
      )
  }
}

/** What names the headers besides the input `headers`. */
interface HeaderInputs {
  api_key?: string | undefined
  api_key_header: string
  oidc_audience?: string | undefined
}

function readHeaders(
  inputs: Inputs,
  { api_key, api_key_header, oidc_audience }: HeaderInputs,
): Pick<Connection, 'headers' | 'credentials'> {
  const headers = new Map<string, string>()
  const credentials: string[] = []
  const taken = new Set(oidc_audience ? ['authorization'] : [])

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

  if (api_key)
    inputs.attempt('api_key_header', () => add(api_key_header, api_key, true))
  for (const [index, line] of inputs.raw('headers').split('\n').entries()) {
    if (line.trim() === '') continue
    const { name, value, isSecret } = readHeader(line)
    const what = say`the header ${name || 'without a name'}`
    if (isSecret) maskHeader(value, what, inputs.job)

    inputs.attempt({ input: 'headers', line: index + 1 }, () => {
      check(name !== '', 'must be of the form Name: value')
      add(parseHeaderName(name), parseHeaderValue(value), isSecret)
      // `Bearer ${{ secrets.X }}` with an undefined X leaves only the scheme.
      const isEmpty = /^(bearer|basic|token)?$/i.test(value)
      check(!isEmpty, `has no value; ${EMPTY_STRING}`)
    })
  }
  if (oidc_audience) credentials.push(OIDC_TOKEN)
  return { headers: Object.fromEntries(headers), credentials }
}

/** A header as a line of the input `headers` gives it. */
interface Header {
  /** Empty if the line has none. */
  name: string
  value: string
  isSecret: boolean
}

function readHeader(line: string): Header {
  const end = line.indexOf(':')
  const name = line.slice(0, Math.max(end, 0)).trim()
  // A line without a name cannot be sent, but may be a credential.
  const isSecret = name === '' || CREDENTIAL.test(name)
  return { name, value: line.slice(end + 1).trim(), isSecret }
}

/** The name of a header whose value is a credential, by one of its words. Other headers are plain. */
const CREDENTIAL =
  /(^|[-_])(auth|authorization|key|apikey|token|secret|cookie|password|signature|credentials?)($|[-_])/i

/** Masks the value of a header or a cookie, and each part that is a credential on its own. */
function maskHeader(value: string, what: Sentence, job: Job): void {
  const token = value.replace(/^[\w-]+\s+/, '')
  const last = value.split(/\s/).at(-1) ?? ''
  // Cookies, and the parameters of a scheme such as Digest.
  const parameters = token.split(/[;,]/).map(text =>
    text
      .replace(/^[^=]*=/, '')
      .trim()
      .replace(/^"|"$/g, ''),
  )
  const parts = [value, token, last, ...parameters]
  if (/^basic\s/i.test(value)) {
    const both = Buffer.from(token, 'base64').toString('utf8')
    // The user, and the password after the first colon.
    parts.push(both, ...both.split(/:(.*)/s))
  }
  for (const part of new Set(parts.flatMap(asWritten))) job.mask(part, what)
}
