import type { Job } from '../github/job.ts'
import {
  secretParametersIn,
  secretsOfUser,
  type UrlUser,
  userOfProxy,
  userOfUrl,
  usersOfUrlsIn,
} from '../lib/url-credentials.ts'
import type { Inputs } from './inputs.ts'

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
export function maskCredentials(inputs: Inputs, job: Job, env: NodeJS.ProcessEnv): void {
  const secrets = [
    ...secretsOfHeader(inputs.text('api_key_header') ?? '', inputs.text('api_key') ?? ''),
    ...(inputs.text('headers') ?? '').split('\n').flatMap(secretsOfLine),
    ...PROXIES.flatMap(name => secretsOf(userOfProxy(env[name] ?? ''))),
    ...URL_INPUTS.flatMap(name => secretsOf(userOfUrl(inputs.text(name) ?? ''))),
    ...URL_INPUTS.flatMap(name => secretParametersIn(inputs.text(name) ?? '')),
    ...(inputs.text('oidc_audience') === undefined ? [] : [env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'] ?? '']),
  ]
  for (const secret of new Set(secrets)) job.mask(secret)
}

/** Masks the credentials of all URLs in a value, such as the fields of a request. */
export function maskUrls(value: unknown, job: Job): void {
  const text = JSON.stringify(value)
  for (const user of usersOfUrlsIn(text)) for (const secret of secretsOfUser(user)) job.mask(secret)
  for (const secret of secretParametersIn(text)) job.mask(secret)
}

const secretsOf = (user: UrlUser | undefined) => (user ? secretsOfUser(user) : [])

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
  return [value, value.replace(/^"|"$/g, '')]
}
