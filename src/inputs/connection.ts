import querystring from 'node:querystring'
import type { Job } from '../github/job.ts'
import { readProxies } from '../http/proxies.ts'
import {
  eachUrlField,
  secretParametersIn,
  secretsOfUser,
  userOfProxy,
  usersOfUrl,
  usersOfUrlsIn,
} from '../lib/url-credentials.ts'
import { LIST_PARAMETERS, type ListParameters } from '../service/client.ts'
import type { Inputs } from './inputs.ts'
import {
  baseUrlAdvice,
  InvalidValue,
  isPlainHttpBeyondLoopback,
  parseBaseUrl,
  parseBoolean,
  parseHeaderName,
  parseHeaderValue,
  parseTimeLimit,
} from './parse.ts'

/** The address and credentials of the service. `request_timeout` is in milliseconds. */
export interface Connection {
  base_url: string
  headers: Record<string, string>
  oidc_audience: string | undefined
  request_timeout: number
  list_parameters: ListParameters
}

/**
 * Reads the connection inputs, which all actions except the sandbox share, and masks their credentials.
 *
 * @returns undefined if `base_url` is missing or invalid; `inputs.problems` then contains the reason
 */
export async function readConnection(
  inputs: Inputs,
  job: Job,
  env: NodeJS.ProcessEnv,
): Promise<Connection | undefined> {
  maskCredentials(inputs, job, env)
  const base_url = inputs.read('base_url', parseBaseUrl)
  if (inputs.text('base_url') === undefined) {
    inputs.problems.push({
      input: 'base_url',
      message: 'is required: the absolute URL of the service; an undefined `vars.X` is an empty string',
    })
  }
  const advice = base_url === undefined ? undefined : baseUrlAdvice(base_url)
  if (advice !== undefined) inputs.warnings.push({ input: 'base_url', message: advice })
  const allow_http = inputs.readOr('allow_http', parseBoolean, 'false')
  if (base_url !== undefined && !allow_http && isPlainHttpBeyondLoopback(base_url)) {
    const message = 'would send credentials and secrets in the clear: use https://, or set allow_http to true'
    inputs.problems.push({ input: 'base_url', message })
  }
  for (const variable of readProxies(env).unreadable) {
    const message = `The environment variable ${variable} must be a proxy such as http://host:port, host:port or user:password@host:port`
    inputs.problems.push({ message })
  }
  const connection = {
    headers: readHeaders(inputs, job),
    oidc_audience: readOidcAudience(inputs, env),
    request_timeout: inputs.readOr('request_timeout', parseTimeLimit, '30s'),
    list_parameters: await readListParameters(inputs),
  }
  return base_url === undefined ? undefined : { base_url, ...connection }
}

/** Headers that frame the message or have a fixed value in the interface. */
const RESERVED =
  /^(content-length|content-type|content-encoding|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i

function readHeaders(inputs: Inputs, job: Job): Record<string, string> {
  const headers = new Map<string, string>()
  const taken = new Set<string>(inputs.text('oidc_audience') === undefined ? [] : ['authorization'])
  const apiKeyHeader = inputs.readOr('api_key_header', parseOwnHeaderName, 'X-Api-Key')
  const apiKey = inputs.read('api_key', parseHeaderValue)
  if (apiKey !== undefined) {
    if (taken.has(apiKeyHeader.toLowerCase())) {
      inputs.problems.push({ input: 'api_key_header', message: 'names a header that oidc_audience sets too' })
    }
    taken.add(apiKeyHeader.toLowerCase())
    headers.set(apiKeyHeader, apiKey)
  }
  for (const [index, line] of job.input('headers').split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      const [name, value] = parseHeaderLine(line)
      if (taken.has(name.toLowerCase())) {
        throw new InvalidValue('sets a header that another line, api_key or oidc_audience sets too')
      }
      taken.add(name.toLowerCase())
      headers.set(name, value)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      inputs.problems.push({ input: 'headers', message: `line ${index + 1}: ${error.message}` })
    }
  }
  return Object.fromEntries(headers)
}

function parseOwnHeaderName(text: string): string {
  const name = parseHeaderName(text)
  if (RESERVED.test(name)) throw new InvalidValue("sets a header that is not the workflow's to set")
  return name
}

function parseHeaderLine(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  if (colon === -1) throw new InvalidValue('must be of the form Name: value')
  const name = parseOwnHeaderName(line.slice(0, colon).trim())
  const value = parseHeaderValue(line.slice(colon + 1).trim())
  // `Bearer ${{ secrets.X }}` with an undefined X leaves only the scheme.
  if (value === '' || /^(bearer|basic|token)$/i.test(value))
    throw new InvalidValue('has no value; an undefined `secrets.X` or `vars.X` is an empty string')
  return [name, value]
}

function readOidcAudience(inputs: Inputs, env: NodeJS.ProcessEnv): string | undefined {
  const audience = inputs.text('oidc_audience')
  if (audience === undefined) return undefined
  if (!env['ACTIONS_ID_TOKEN_REQUEST_URL'] || !env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']) {
    const message = 'needs the permission `id-token: write`, which this job does not have'
    inputs.problems.push({ input: 'oidc_audience', message })
  }
  return audience
}

async function readListParameters(inputs: Inputs): Promise<ListParameters> {
  const renamed = await inputs.document('list_parameters')
  const given = Object.entries(renamed ?? {}).filter(([, name]) => name !== undefined)
  const names: ListParameters = { ...LIST_PARAMETERS, ...Object.fromEntries(given) }
  if (new Set(Object.values(names)).size < Object.values(names).length) {
    inputs.problems.push({ input: 'list_parameters', message: 'gives one name to two parameters' })
  }
  return names
}

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap(name => [name, name.toLowerCase()])

/** Inputs that contain a URL. Every action masks credentials in all of them, even in those that it does not declare. */
export const URL_INPUTS = [
  'base_url',
  'repository',
  'custom_url',
  'health_url',
  'image_uri',
  'source_tarball_path',
]

/**
 * Masks the credentials in the inputs and the environment, and each of their parts. Call it before any check: an error
 * about an invalid credential must not print it.
 */
function maskCredentials(inputs: Inputs, job: Job, env: NodeJS.ProcessEnv): void {
  const secrets = [
    ...secretsOfHeader(inputs.text('api_key_header') ?? '', inputs.text('api_key') ?? ''),
    ...(inputs.text('headers') ?? '').split('\n').flatMap(secretsOfLine),
    ...PROXIES.flatMap(name => userOfProxy(env[name] ?? '') ?? []).flatMap(secretsOfUser),
    ...URL_INPUTS.flatMap(name => usersOfUrl(inputs.text(name) ?? '')).flatMap(secretsOfUser),
    ...URL_INPUTS.flatMap(name => secretParametersIn(inputs.text(name) ?? '')),
    ...(inputs.text('oidc_audience') === undefined ? [] : [env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? '']),
  ]
  for (const secret of new Set(secrets)) job.mask(secret)
}

/** Masks the credentials of all URLs in a value, such as the fields of a request. */
export function maskUrls(value: unknown, job: Job): void {
  const text = JSON.stringify(value)
  const users = [...usersOfUrlsIn(text)]
  eachUrlField(value, url => users.push(...usersOfUrl(url)))
  for (const user of users) for (const secret of secretsOfUser(user)) job.mask(secret)
  for (const secret of secretParametersIn(text)) job.mask(secret)
}

/** Headers that identify the caller but are not secret. The value of every other header is a credential. */
const IDENTIFYING = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'user-agent', 'traceparent', 'tracestate'],
  ...['request', 'correlation'].flatMap(name => [`${name}-id`, `x-${name}-id`]),
  ...['tenant', 'workspace', 'organization', 'organisation', 'org', 'project'].flatMap(name =>
    ['', 'x-'].flatMap(prefix => [`${prefix}${name}`, `${prefix}${name}-id`, `${prefix}${name}-name`]),
  ),
])

/** The secrets in a line of `headers`. A line that is not a header may be a credential as a whole. */
function secretsOfLine(line: string): string[] {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0)).trim()
  return IDENTIFYING.has(name.toLowerCase()) ? [] : secretsOfHeader(name, line.slice(colon + 1).trim())
}

/** The most words removed from the front of a value, one by one: a scheme may have several words. */
const MOST_WORDS = 8

/** A header's value and the parts of it that are credentials on their own. */
function secretsOfHeader(name: string, value: string): string[] {
  const secrets = [value]
  let rest = value
  for (let word = 0; word < MOST_WORDS; word++) {
    const space = rest.search(/\s/)
    if (space < 0) break
    const scheme = rest.slice(0, space)
    rest = rest.slice(space).trimStart()
    secrets.push(rest)
    if (scheme.toLowerCase() === 'basic') secrets.push(...secretsOfBasic(rest))
  }
  const parameters = /cookie/i.test(name) ? value.split(';') : value.replace(/^\S+\s/, '').split(',')
  return [...secrets, ...parameters.flatMap(secretsOfParameter)]
}

function secretsOfBasic(token: string): string[] {
  const decoded = Buffer.from(token, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 0 ? [] : [decoded, decoded.slice(0, colon), decoded.slice(colon + 1)]
}

/** The value of `name=value` or `name="value"`: a cookie, or a parameter of an authorization. */
function secretsOfParameter(text: string): string[] {
  const equals = text.indexOf('=')
  if (equals < 0) return []
  const value = text.slice(equals + 1).trim()
  const unquoted = value.replace(/^"|"$/g, '')
  return [value, unquoted, querystring.unescape(unquoted)]
}
