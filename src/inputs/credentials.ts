import type { Job } from '../github/job.ts'
import { type Sentence, say, words } from '../lib/sentence.ts'
import { asWritten, credentialsOfUrl, passwordsIn } from '../lib/url-credentials.ts'
import type { Inputs } from './inputs.ts'

/** Whether the value of a header is a credential, by its name. Other headers are plain. */
export const isCredential = (header: string): boolean =>
  /auth|key|token|secret|cookie|password|signature|credential/i.test(header)

/** The environment variables that may name a proxy, in either case. */
const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap(name => [name, name.toLowerCase()])

/**
 * Masks the credentials in the connection inputs and in the environment, and each of their parts. Call it before any
 * check: an error about an invalid credential must not print it.
 */
export function maskCredentials(inputs: Inputs, job: Job, env: NodeJS.ProcessEnv): void {
  maskParts(inputs.text('api_key') ?? '', words('api_key'), job)
  for (const line of (inputs.text('headers') ?? '').split('\n')) {
    const [name = ''] = line.split(':', 1)
    // A line without a name cannot be sent, but may be a credential.
    if (name === line) job.mask(line.trim(), words('a line of headers'))
    else if (isCredential(name)) maskParts(line.slice(name.length + 1), say`the header ${name.trim()}`, job)
  }
  maskUrls(inputs.text('base_url'), job)
  for (const name of PROXIES) {
    for (const part of credentialsOfUrl(env[name] ?? '')) job.mask(part, say`the user or password in ${name}`)
  }
}

/** Masks the value of a header or a cookie, and each part that is a credential on its own. */
function maskParts(header: string, what: Sentence, job: Job): void {
  const value = header.trim()
  const token = value.replace(/^[\w-]+\s+/, '')
  const last = value.split(/\s/).at(-1) ?? ''
  const basic = /^basic\s/i.test(value) ? Buffer.from(token, 'base64').toString('utf8') : ''
  const [user = ''] = basic.split(':', 1)
  // Cookies, and the parameters of a scheme such as Digest.
  const parameters = token.split(/[;,]/).map(text => text.slice(text.indexOf('=') + 1).trim())
  const unquoted = parameters.map(text => text.replace(/^"|"$/g, ''))
  const parts = [value, token, last, basic, user, basic.slice(user.length + 1), ...parameters, ...unquoted]
  for (const part of new Set(parts.flatMap(asWritten))) job.mask(part, what)
}

/** Masks the credentials of all URLs in the texts of a value, such as a request. */
export function maskUrls(value: unknown, job: Job): void {
  JSON.stringify(value, (_, member) => {
    if (typeof member === 'string') {
      for (const part of [...credentialsOfUrl(member), ...passwordsIn(member)]) {
        job.mask(part, words('the user or password in a URL of the inputs'))
      }
    }
    return member
  })
}
