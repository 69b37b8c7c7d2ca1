import type { Job } from '../github/job.ts'
import { readProxies } from '../http/proxies.ts'
import type { Result } from '../lib/result.ts'
import { say, words } from '../lib/sentence.ts'
import { LIST_PARAMETERS, type ListParameters } from '../service/client.ts'
import { isCredential, maskCredentials } from './credentials.ts'
import { type Inputs, readInputs } from './inputs.ts'
import {
  isPlainHttpBeyondLoopback,
  parseBaseUrl,
  parseBoolean,
  parseHeaderName,
  parseHeaderValue,
  parseTimeLimit,
} from './parse.ts'
import { EMPTY_STRING, InvalidValue, type Problem } from './problem.ts'

/** The address and credentials of the service. `request_timeout` is in milliseconds. */
export interface Connection {
  base_url: string
  headers: Record<string, string>
  /** The names of the headers that carry a credential. */
  credentials: string[]
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
    inputs.refuse('base_url', words(`is required: the absolute URL of the service; ${EMPTY_STRING}`))
  }
  const allow_http = inputs.readOr('allow_http', parseBoolean, 'false')
  if (base_url !== undefined && !allow_http && isPlainHttpBeyondLoopback(base_url)) {
    const message = say`would send credentials and secrets in the clear: use https://, or set allow_http to true`
    inputs.refuse('base_url', message)
  }
  for (const variable of readProxies(env).unreadable) {
    const message = say`The environment variable ${words(variable)} must be a proxy such as http://host:port, host:port or user:password@host:port`
    inputs.problems.push({ message })
  }
  const connection = {
    ...readHeaders(inputs, job),
    oidc_audience: readOidcAudience(inputs, env),
    request_timeout: inputs.readOr('request_timeout', parseTimeLimit, '30s'),
    list_parameters: await readListParameters(inputs),
  }
  return base_url === undefined ? undefined : { base_url, ...connection }
}

/** The checked inputs of an action that asks the service; `order` holds its own ones. */
interface ServiceInputs<O> {
  connection: Connection
  order: O
  warnings: Problem[]
}

/**
 * Reads all inputs of an action that creates nothing, and masks all secrets. Sends nothing.
 *
 * @param readOwn reads the action's own inputs; undefined if there are problems that leave no order
 */
export async function readServiceInputs<O>(
  readOwn: (inputs: Inputs) => O | undefined,
  { job, env }: { job: Job; env: NodeJS.ProcessEnv },
): Promise<Result<ServiceInputs<O>, Problem[]>> {
  const inputs = readInputs(job, env)
  const { problems, warnings } = inputs
  const connection = await readConnection(inputs, job, env)
  const order = readOwn(inputs)
  inputs.checkUnknown()
  if (!connection || order === undefined || problems.length > 0) return { ok: false, error: problems }
  return { ok: true, value: { connection, order, warnings } }
}

/** Headers that frame the message or have a fixed value in the interface. */
const RESERVED =
  /^(content-length|content-type|content-encoding|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|proxy-.*)$/i

function readHeaders(inputs: Inputs, job: Job): Pick<Connection, 'headers' | 'credentials'> {
  const headers = new Map<string, string>()
  const taken = new Set<string>(inputs.text('oidc_audience') === undefined ? [] : ['authorization'])
  const apiKeyHeader = inputs.readOr('api_key_header', parseOwnHeaderName, 'X-Api-Key')
  const apiKey = inputs.read('api_key', parseHeaderValue)
  if (apiKey !== undefined) {
    if (taken.has(apiKeyHeader.toLowerCase())) {
      inputs.refuse('api_key_header', say`names a header that oidc_audience sets too`)
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
      inputs.refuse('headers', words(`line ${index + 1}: ${error.message}`))
    }
  }
  const isKey = (name: string) => apiKey !== undefined && name === apiKeyHeader
  const credentials = [...headers.keys()].filter(name => isKey(name) || isCredential(name))
  return { headers: Object.fromEntries(headers), credentials }
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
    inputs.refuse(
      'oidc_audience',
      say`needs the permission \`id-token: write\`, which this job does not have`,
    )
  }
  return audience
}

async function readListParameters(inputs: Inputs): Promise<ListParameters> {
  const renamed = await inputs.document('list_parameters')
  const given = Object.entries(renamed ?? {}).filter(([, name]) => name !== undefined)
  const names: ListParameters = { ...LIST_PARAMETERS, ...Object.fromEntries(given) }
  if (new Set(Object.values(names)).size < Object.values(names).length) {
    inputs.refuse('list_parameters', say`gives one name to two parameters`)
  }
  return names
}
