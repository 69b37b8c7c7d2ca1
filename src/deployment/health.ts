import { posix } from 'node:path'
import type { Goal } from '../inputs/order.ts'
import { cut, type Redact } from '../report/text.ts'
import type { Deployment } from '../service/deployment.ts'
import { failureIn } from '../service/failure.ts'
import {
  type Exchange,
  type Net,
  type Response,
  targetOf,
} from '../service/http.ts'

const LONGEST_LINE = 300

/** What a health URL answered. */
export interface Health {
  isHealthy: boolean
  /** `https://host/ok answered 503: starting`, without the query, which may hold a token. */
  words: string
}

/** Asks a health URL; resolves to undefined as long as a path has no address. The request carries none of our credentials. */
export type AskHealth = (
  goal: Goal,
  deployment: Deployment,
  until: number,
) => Promise<Health | undefined>

/** Opens the check of health: the URL must answer 2xx, with the wanted text. Redirects are not followed. */
export const openHealth =
  (exchange: Exchange, net: Net): AskHealth =>
  async ({ health_url = '', health_contains = '' }, { custom_url }, until) => {
    const url = urlOf(health_url, custom_url)
    if (!url) return undefined
    const address = url.origin + url.pathname
    try {
      const response = await exchange({ method: 'GET', url, headers, until })
      return readHealth(response, url, health_contains, net.redacted)
    } catch (error) {
      const { message } = failureIn(error)
      return unhealthy(`${address} gave no answer: ${message}`)
    }
  }

const headers = { accept: '*/*', 'user-agent': 'create-deployment-action' }

function readHealth(
  { status, headers, text }: Response,
  url: URL,
  wanted: string,
  redacted: Redact,
): Health {
  const [line = ''] = /\S.*/.exec(redacted(text)) ?? []
  const target =
    status >= 300 && status < 400
      ? ` and points to ${targetOf(headers, url)}`
      : ''
  const said = line && `: ${cut(line, LONGEST_LINE)}`
  const words = `${url.origin + url.pathname} answered ${status}${target}${said}`
  if (status < 200 || status > 299) return unhealthy(words)
  return text.includes(wanted)
    ? { isHealthy: true, words }
    : unhealthy(
        `${words} (without "${wanted}", the text of \`health_contains\`)`,
      )
}

const unhealthy = (words: string): Health => ({ isHealthy: false, words })

/** The URL to ask: an absolute one as it is, or a path on the deployment's address. Undefined if that is not known yet. */
export function urlOf(health_url: string, custom_url: string): URL | undefined {
  if (!health_url.startsWith('/')) return URL.parse(health_url) ?? undefined
  // Some services return only the host.
  const address = /^https?:\/\//i.test(custom_url)
    ? custom_url
    : `https://${custom_url}`
  const url = URL.parse(address)
  if (!url || custom_url === '') return undefined
  const asked = new URL(`http://host${health_url}`)
  url.pathname = posix.join(url.pathname, asked.pathname)
  url.search = asked.search
  return Object.assign(url, { username: '', password: '', hash: '' })
}
