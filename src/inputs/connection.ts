import type { Job } from '../github/job.ts'
import { readProxy } from '../http/proxies.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { asWritten, credentialsOfUrl } from '../secrets/urls.ts'
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
import { check, EMPTY_STRING } from './problem.ts'

/** The address and credentials of the service. */
export type Connection = NonNullable<Awaited<ReturnType<typeof readConnection>>>

/** Reads all inputs of an action that creates nothing, and masks all secrets. `readOwn` reads the action's own inputs. */
export async function readServiceInputs<O>(
  readOwn: (inputs: Inputs) => O | undefined,
  { job, env }: { job: Job; env: NodeJS.ProcessEnv },
) {
  const inputs = readInputs(job, env)
  const { problems, warnings } = inputs
  const connection = await readConnection(inputs)
  const order = readOwn(inputs)
  inputs.checkUnknown()
  if (!connection || order === undefined || problems.length > 0)
    return { ok: false as const, error: problems }
  return { ok: true as const, value: { connection, order, warnings } }
}

/**
 * Reads the connection inputs, and masks all credentials in them and in the environment, also if they are invalid.
 * Undefined if `base_url` is missing or invalid.
 */
export async function readConnection(inputs: Inputs) {
  const base_url = readBaseUrl(inputs)
  checkProxies(inputs)
  const {
    ACTIONS_ID_TOKEN_REQUEST_URL: tokenUrl,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
  } = inputs.env
  const oidc_audience = inputs.text('oidc_audience')
  if (oidc_audience && !(tokenUrl && token))
    inputs.refuse(
      'oidc_audience',
      say`needs the permission \`id-token: write\`, which this job lacks`,
    )
  const headers = readHeaders(inputs, oidc_audience)
  const list_parameters = {
    ...LIST_PARAMETERS,
    ...(await inputs.document('list_parameters')),
  }
  // One of the two would be lost.
  if (
    new Set(Object.values(list_parameters)).size <
    Object.keys(list_parameters).length
  )
    inputs.refuse(
      'list_parameters',
      words('gives two parameters the same name'),
    )
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
  const base_url = inputs.read('base_url', parseBaseUrl)
  if (inputs.text('base_url') === undefined)
    inputs.refuse(
      'base_url',
      words(`is required: the absolute URL of the service; ${EMPTY_STRING}`),
    )
  const allow_http = inputs.readOr('allow_http', parseBoolean, 'false')
  if (
    base_url !== undefined &&
    !allow_http &&
    isPlainHttpBeyondLoopback(base_url)
  ) {
    const message = say`would send credentials and secrets in the clear: use https://, or set allow_http to true`
    inputs.refuse('base_url', message)
  }
  return base_url
}

/** Masks the credentials of the proxies, and refuses a proxy that cannot be read. */
function checkProxies({ job, env, problems }: Inputs): void {
  for (const name of [
    'HTTPS_PROXY',
    'https_proxy',
    'HTTP_PROXY',
    'http_proxy',
  ]) {
    for (const part of credentialsOfUrl(env[name] ?? ''))
      job.mask(part, say`the user or password in ${name}`)
  }
  for (const scheme of ['http', 'https'] as const) {
    const proxy = readProxy(scheme, env)
    if (!proxy || proxy.uri !== undefined) continue
    const message = say`The environment variable ${words(proxy.variable)} must be a proxy such as http://host:port, host:port or user:password@host:port`
    problems.push({ message })
  }
}

/** The headers of every request, and the names of those that are credentials. */
function readHeaders(inputs: Inputs, audience: string | undefined) {
  const { job } = inputs
  const headers = new Map<string, string>()
  const taken = new Set(audience === undefined ? [] : ['authorization'])
  function add(name: string, value: string) {
    const key = name.toLowerCase()
    check(
      !taken.has(key),
      'sets a header that another line, api_key or oidc_audience sets too',
    )
    taken.add(key)
    headers.set(name, value)
  }
  const apiKeyHeader = inputs.readOr(
    'api_key_header',
    parseHeaderName,
    'X-Api-Key',
  )
  maskParts(inputs.text('api_key') ?? '', words('api_key'), job)
  const apiKey = inputs.read('api_key', parseHeaderValue)
  if (apiKey)
    inputs.attempt({ input: 'api_key_header' }, () => add(apiKeyHeader, apiKey))
  for (const [index, line] of inputs.raw('headers').split('\n').entries()) {
    const [start = ''] = line.split(':', 1)
    const [name, value] = [start.trim(), line.slice(start.length + 1).trim()]
    if (line.trim() === '') continue
    // A line without a name cannot be sent, but may be a credential.
    if (start === line) job.mask(name, words('a line of headers'))
    else if (isCredential(name, apiKeyHeader))
      maskParts(value, say`the header ${name}`, job)
    inputs.attempt({ input: 'headers', line: index + 1 }, () => {
      check(start !== line, 'must be of the form Name: value')
      add(parseHeaderName(name), parseHeaderValue(value))
      // `Bearer ${{ secrets.X }}` with an undefined X leaves only the scheme.
      check(
        !/^(bearer|basic|token)?$/i.test(value),
        `has no value; ${EMPTY_STRING}`,
      )
    })
  }
  const credentials = [...headers.keys()].filter(name =>
    isCredential(name, apiKeyHeader),
  )
  return { headers: Object.fromEntries(headers), credentials }
}

const CREDENTIAL =
  /^(auth|authorization|key|apikey|token|secret|cookie|password|signature|credentials?)$/i

/** Whether the value of a header is a credential, by the words of its name. Other headers are plain. */
const isCredential = (header: string, apiKeyHeader: string): boolean =>
  header.toLowerCase() === apiKeyHeader.toLowerCase() ||
  header.split(/[-_]/).some(word => CREDENTIAL.test(word))

/** Masks the value of a header or a cookie, and each part that is a credential on its own. */
function maskParts(header: string, what: Sentence, job: Job): void {
  const value = header.trim()
  const token = value.replace(/^[\w-]+\s+/, '')
  const last = value.split(/\s/).at(-1) ?? ''
  const basic = /^basic\s/i.test(value)
    ? Buffer.from(token, 'base64').toString('utf8')
    : ''
  const [user = ''] = basic.split(':', 1)
  // Cookies, and the parameters of a scheme such as Digest.
  const parameters = token
    .split(/[;,]/)
    .map(text => text.slice(text.indexOf('=') + 1).trim())
  const unquoted = parameters.map(text => text.replace(/^"|"$/g, ''))
  const parts = [
    value,
    token,
    last,
    basic,
    user,
    basic.slice(user.length + 1),
    ...parameters,
    ...unquoted,
  ]
  for (const part of new Set(parts.flatMap(asWritten))) job.mask(part, what)
}
