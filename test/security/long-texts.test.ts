import { describe, expect, it } from 'vitest'
import { isAlike } from '../../src/deployment/list.ts'
import { matchRepository, repositoryKey, repositoryPath } from '../../src/deployment/repository.ts'
import { readProxies } from '../../src/http/proxies.ts'
import {
  parseBaseUrl,
  parseDuration,
  parseHeaderName,
  parseHeaderValue,
  parseIdentifiers,
} from '../../src/inputs/parse.ts'
import { parseSecrets } from '../../src/inputs/secrets.ts'
import { closest } from '../../src/lib/closest.ts'
import { plainLine } from '../../src/lib/text.ts'
import { retryAfterOf } from '../../src/service/failure.ts'
import { readSaid } from '../../src/service/said.ts'
import { runInProcess } from './in-process.ts'
import { LONG_TEXTS } from './long-texts.ts'

// A reader that needs quadratic time would take minutes for a megabyte, and its test would time out. The texts have
// this length with `TRIES=all`.

const READERS: [string, (text: string) => unknown][] = [
  ['the message of a response', readSaid],
  ['a message in JSON', text => readSaid(JSON.stringify({ message: text, [text]: [text] }))],
  [
    'a message with paths',
    text => readSaid(JSON.stringify(Array(3).fill({ path: [text], field: text, msg: 'No good' }))),
  ],
  ['a listed name', text => isAlike(text, `${text}x`)],
  ['Retry-After', text => retryAfterOf({ headers: { 'retry-after': text } }, 0)],
  ['a repository', repositoryKey],
  ['the path of a repository', repositoryPath],
  [
    'a list of repositories',
    text => matchRepository([{ url: text, owner: text, name: 'shop' }], 'acme/shop'),
  ],
  ['the closest name', text => closest(text, [text, 'shop', `${text}x`], 3)],
  ['a log line', plainLine],
  ['a proxy', text => readProxies({ HTTPS_PROXY: text, NO_PROXY: text })],
  ['base_url', parseBaseUrl],
  ['base_url with a host', text => parseBaseUrl(`https://service.test/${text}`)],
  ['a duration', parseDuration],
  ['identifiers', parseIdentifiers],
  ['the name of a header', parseHeaderName],
  ['the value of a header', parseHeaderValue],
  ['secrets', text => parseSecrets(text, {})],
  ['secrets after a name', text => parseSecrets(`NAME=${text}\nX==`, {})],
]

describe.each(READERS)('%s is read in linear time', (_, read) => {
  it('for each long text', async () => {
    for (const [, text] of LONG_TEXTS) {
      try {
        await read(text)
      } catch (error) {
        expect(error).toMatchObject({ name: 'InvalidValue' })
      }
    }
  })
})

const INPUTS = {
  base_url: 'https://service.test',
  name: 'shop',
  source: 'internal_template',
  secrets: 'TOKEN=s3cret-value',
}

it.each(LONG_TEXTS)(
  'a run reports a refusal, and a deployment, in linear time if a text is %s',
  async (_, text) => {
    const list = (resources: unknown[]) => ({ status: 200, text: JSON.stringify({ resources, offset: 0 }) })
    const refused = await runInProcess(INPUTS, ({ method }) =>
      method === 'POST' ? { status: 400, text } : list([]),
    )
    expect(refused.outputs['error_code']).toBe('rejected')
    expect(refused.log.length + refused.summary.length).toBeLessThan(1_500_000)
    const long = text.slice(0, 100_000)
    const deployment = {
      id: 'id-1',
      name: 'shop',
      status: long,
      source_config: { custom_url: long, [long]: long },
    }
    const adopted = await runInProcess(INPUTS, ({ url }) =>
      list(url.searchParams.get('offset') === '0' ? [deployment] : []),
    )
    expect(adopted.outputs['id']).toBe('id-1')
  },
)
