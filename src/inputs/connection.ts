import { unescape as percentDecoded } from 'node:querystring'
import * as z from 'zod/mini'
import { textAt } from '../base/json.ts'
import { hasHost, isPlainBeyondLoopback } from '../service/http.ts'
import { type Connection, LIST_PARAMETERS } from '../service/operations.ts'
import { each } from '../service/request.ts'
import { AbsoluteUrl, Duration, Flag, type Inputs } from './inputs.ts'

const ListParameters = z
  .strictObject(
    each(z.optional(z.string().check(z.minLength(1))), Object.keys(LIST_PARAMETERS).join(' ')),
  )
  .check(
    z.refine(own => {
      const names = Object.values({ ...LIST_PARAMETERS, ...own })
      return new Set(names).size === names.length
    }, 'one name has two purposes'),
  )

/**
 * Reads the connection inputs. Masks the credentials in them and in the proxy variables, even if they are invalid.
 *
 * @returns undefined if `base_url` is not a URL
 */
export async function readConnection(inputs: Inputs): Promise<Connection | undefined> {
  maskProxies(inputs)
  const base_url = readBaseUrl(inputs)
  const oidc_audience = readAudience(inputs)
  const given = [...keyIn(inputs), ...headersIn('headers', inputs)]
  const { headers, hasCredential } = readHeaders(given, inputs)
  if (oidc_audience && headers['authorization'] !== undefined)
    inputs.refuse('oidc_audience', 'sets `Authorization`, which is given otherwise')
  const names = await inputs.document('list_parameters', ListParameters)
  const others = {
    headers,
    oidc_audience,
    hasCredential: hasCredential || oidc_audience !== undefined,
    request_timeout: inputs.value('request_timeout', Duration, 30_000),
    list_parameters: { ...LIST_PARAMETERS, ...names },
  }
  return base_url && { base_url, ...others }
}

/** The audience of the job's OIDC token. Checks that the runner has an address that gives this token. */
function readAudience(inputs: Inputs): string | undefined {
  const audience = inputs.text('oidc_audience')
  if (audience && !hasHost(inputs.env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? ''))
    inputs.refuse(
      'oidc_audience',
      'needs the permission `id-token: write` of the job, with which the runner sets a URL in `ACTIONS_ID_TOKEN_REQUEST_URL`: there is none',
    )
  return audience
}

function readBaseUrl(inputs: Inputs): URL | undefined {
  const url = URL.parse(inputs.value('base_url', AbsoluteUrl, ''))
  const isAllowed = inputs.value('allow_http', Flag, false)
  if (!inputs.text('base_url'))
    inputs.refuse('base_url', 'is required: the absolute URL of the service')
  if (!url) return undefined
  url.pathname = url.pathname.replace(/\/*$/, '/')
  if (!isAllowed && isPlainBeyondLoopback(url))
    inputs.refuse(
      'base_url',
      'would send credentials and secrets in the clear: use https://, or set `allow_http: true`',
    )
  return url
}

/** Names of headers whose value is a credential, such as `x-api-key`. A line without a name counts, as it may be one, too. */
const CREDENTIAL =
  /^$|(^|[-_])(auth|authorization|key|apikey|token|secret|cookie|password|signature|credentials?)($|[-_])/i

/** Headers that only the HTTP client may set. */
const RESERVED =
  /^(content-length|transfer-encoding|connection|keep-alive|upgrade|expect|proxy-authorization)$/

/** A value without its credential: `Bearer ${{ secrets.X }}` is only `Bearer` if X is not set. */
const SCHEME_ONLY = /^(bearer|basic|token|digest|apikey|api-key)?$/i

interface Header {
  /** In lower case. */
  name: string
  value: string
  input: string
  line?: number
}

/** Headers, and whether there is a credential in them. */
interface Headers {
  /** By their names in lower case. */
  headers: Record<string, string>
  hasCredential: boolean
}

/** Checks headers, and masks the credentials in them, whole and without a scheme such as `Bearer`. */
function readHeaders(given: Header[], { mask, refuse }: Inputs): Headers {
  const headers: Record<string, string> = {}
  let hasCredential = false
  for (const header of given) {
    const { name, value, input, line } = header
    if (!name && !value) continue
    const isCredential = input === 'api_key' || CREDENTIAL.test(name)
    if (isCredential) {
      const what = `the header ${name} of \`${input}\``
      mask(value, what)
      mask(value.replace(/^[\w-]+\s+/, ''), what)
      hasCredential = true
    }
    const wrong = wrongIn(header, headers)
    if (wrong) refuse(input, wrong, line)
    else if (isCredential && SCHEME_ONLY.test(value))
      refuse(input, `sets the header ${name}, whose credential is empty`, line)
    headers[name] = value
  }
  return { headers, hasCredential }
}

/** Masks the passwords of proxies, as written and percent-decoded, even of an unused proxy, or of an address that is not a URL. */
function maskProxies({ env, mask }: Inputs): void {
  for (const name of Object.keys(env)) {
    if (!/^(https?|all)_proxy$/i.test(name)) continue
    // The scheme may be missing, and that of http needs no slashes.
    const rest = textAt(env, name)
      .trim()
      .replace(/^(https?:[\\/]*|\w+:[\\/]{2})/i, '')
    // A password may hold `@`, and so may a path, so it may end at any of them.
    for (const { index } of rest.matchAll(/(?<=:.*)@/gs)) {
      const password = rest.slice(rest.indexOf(':') + 1, index)
      for (const form of [password, percentDecoded(password)]) mask(form, `the password of ${name}`)
    }
  }
}

/** The header that carries `api_key`, if there is one. */
function keyIn({ text }: Inputs): Header[] {
  const value = text('api_key')
  const name = (text('api_key_header') ?? 'X-Api-Key').toLowerCase()
  return value ? [{ name, value, input: 'api_key' }] : []
}

/** The headers of an input, one `Name: value` per line. An empty line gives a header without name and value. */
const headersIn = (input: string, inputs: Inputs): Header[] =>
  inputs
    .raw(input)
    .split('\n')
    .map((text, index) => {
      const [, name = '', value = text] = /^([^:]+):(.*)$/s.exec(text) ?? []
      return {
        name: name.trim().toLowerCase(),
        value: value.trim(),
        input,
        line: index + 1,
      }
    })

/** The headers that only the health check sends. */
export interface HealthHeaders {
  /** By their names in lower case. */
  health_headers: Record<string, string>
  /** Whether they have a credential, which may not go over `http://` beyond loopback. */
  healthNeedsHttps: boolean
}

/** Reads `health_headers`, and masks the credentials in them. */
export function readHealthHeaders(inputs: Inputs): HealthHeaders {
  const { headers, hasCredential } = readHeaders(headersIn('health_headers', inputs), inputs)
  return {
    health_headers: headers,
    healthNeedsHttps: hasCredential && !inputs.value('allow_http', Flag, false),
  }
}

/** Why HTTP cannot carry a header together with the others; undefined if it can. */
function wrongIn({ name, value }: Header, others: Record<string, string>): string | undefined {
  if (name === '') return 'must be of the form `Name: value`'
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name))
    return 'has a name that no HTTP header can have (for `api_key`, it is in `api_key_header`)'
  if (RESERVED.test(name)) return 'sets a header that HTTP sets by itself'
  if (!/^[\t\x20-\x7e]*$/.test(value))
    return 'has a value that HTTP cannot carry: a line break, or a character beyond ASCII'
  return Object.hasOwn(others, name) ? 'sets a header that is set already' : undefined
}
