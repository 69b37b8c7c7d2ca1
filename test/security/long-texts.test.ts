import { expect, it } from 'vitest'
import { isAlike } from '../../src/deployment/list.ts'
import { matchRepository, repositoryKey } from '../../src/deployment/repository.ts'
import { readProxy } from '../../src/http/proxies.ts'
import { openInputs } from '../../src/inputs/inputs.ts'
import {
  parseBaseUrl,
  parseDuration,
  parseHeaderName,
  parseHeaderValue,
  parseIdentifiers,
} from '../../src/inputs/parse.ts'
import { readEntries } from '../../src/inputs/secrets.ts'
import { bySimilarity } from '../../src/lib/closest.ts'
import { plainLine } from '../../src/lib/text.ts'
import { escaped } from '../../src/report/markup.ts'
import { credentialsIn, withoutUsers } from '../../src/secrets/urls.ts'
import { retryAfterOf } from '../../src/service/failure.ts'
import { readSaid } from '../../src/service/said.ts'
import { redactorOf } from '../secrets/redactor.ts'
import { tries } from '../tries.ts'
import { jobWith, runInProcess } from './in-process.ts'

// Each function that reads foreign text gets its worst inputs. A reader that needs quadratic time would take minutes, and
// its test would time out.

const LENGTH = tries(200_000)

/** Pieces that can make a text slow to read: brackets, delimiters, escapes and parts of encodings. */
const PIECES = [
  ...[' ', '\n', '\r\n', '\t', '\0', 'a\r\n', '<!-- ', 'already exists ', '`', '```'],
  ...['é', '😀', '\u2028', '\u202e', '\ud800'],
  ...String.raw`a A1 0 _ - = : :: . , # ? / // @ \ \\ \u0061 \u005c \/ % %25 %252525 %61 & &# &#97; &amp; &amp;amp;
    &#x00000 %5cu0026amp%3b+\"&#37;41 ://user@ ://user:password@ | * " ' < <a <a> <title <title> <h1> { [ {"a": [{ ](
    ##[ ::error:: eyJ QUJD Wm05NA== 666f78 a-secret-of-the-run- https:// git@ .git`.split(/\s+/),
]

const REPEATED = PIECES.map(piece => piece.repeat(Math.ceil(LENGTH / piece.length)))

const TEXTS = [
  ...REPEATED.map((text, index) => [text, `${text}x!`, `<title>${text}`][index % 3] ?? ''),
  JSON.stringify(Object.fromEntries(Array(tries(80_000)).entries())),
  JSON.stringify({ detail: Array(tries(20_000)).fill({ loc: ['body', 'name'], msg: 'no' }) }),
  JSON.stringify({ detail: [{ loc: Array(tries(200_000)).fill('a'), msg: 'no' }] }),
  JSON.stringify({ errors: { ['aB.'.repeat(LENGTH)]: ['no'] } }),
  `${'{"message":'.repeat(tries(90_000))}1${'}'.repeat(tries(90_000))}`,
]

it.each<[string, (text: string) => unknown]>([
  ['the message of a response', text => readSaid(text, redact)],
  ['a message in JSON', text => readSaid(JSON.stringify({ message: text, [text]: [text] }), redact)],
  ['a listed name', text => isAlike(text, `${text}x`)],
  ['Retry-After', text => retryAfterOf({ headers: { 'retry-after': text } }, 0)],
  ['a repository', text => repositoryKey(text)],
  ['listed repositories', text => matchRepository([{ url: text, owner: text, name: 'a' }], 'acme/shop')],
  ['the closest name', text => bySimilarity(text, [text, 'shop', `${text}x`])],
  ['a line of the log and of markup', text => [plainLine(text), escaped(text)]],
  [
    'a URL',
    text => [[...credentialsIn({ text, url: text })], withoutUsers(text, 'url'), withoutUsers(text, '')],
  ],
  ['a proxy', text => readProxy('https', { HTTPS_PROXY: text })],
  ['base_url', parseBaseUrl],
  ['base_url with a host', text => parseBaseUrl(`https://service.test/${text}`)],
  ['a duration', parseDuration],
  ['identifiers', parseIdentifiers],
  ['the name of a header', parseHeaderName],
  ['the value of a header', parseHeaderValue],
  ['secrets', text => readEntries('secrets', openInputs({ job: jobWith({}), env: {} }), text)],
  [
    'secrets after a name',
    text => readEntries('secrets', openInputs({ job: jobWith({}), env: {} }), `NAME=${text}\nX==`),
  ],
])('%s is read in linear time, however long and odd', async (_, read) => {
  for (const text of TEXTS) {
    try {
      await read(text)
    } catch (error) {
      expect(error).toMatchObject({ name: 'InvalidValue' })
    }
  }
})

const SECRETS = [
  'a-secret-of-the-run-and more',
  ...Array.from({ length: 1000 }, (_, index) => `a-secret-of-the-run-${index}`),
  'a'.repeat(10_000),
  `${'a'.repeat(10_000)}b`,
  Array.from({ length: 5000 }, (_, index) => `line ${index} of it`).join('\n'),
]

const { redact } = redactorOf(...SECRETS)

it('a long text is redacted in linear time', () => {
  for (const text of REPEATED) {
    const shown = redact(text)
    expect(SECRETS.some(secret => shown.includes(secret))).toBe(false)
  }
})

const INPUTS = {
  ...{ base_url: 'https://service.test', name: 'shop', source: 'internal_template' },
  secrets: 'TOKEN=s3cret-value',
}

it('a run reports a refusal, and a deployment, in linear time, however long and odd their texts are', async () => {
  const list = (resources: unknown[]) => ({ status: 200, text: JSON.stringify({ resources, offset: 0 }) })
  for (const piece of ['\r\n', '://user:password@', '%252525', 'QUJD', '<a>', '{']) {
    const text = piece.repeat(LENGTH / piece.length)
    const refused = await runInProcess(INPUTS, ({ method }) =>
      method === 'POST' ? { status: 400, text } : list([]),
    )
    expect(refused.outputs['error_code']).toBe('rejected')
    expect(refused.log.length + refused.summary.length).toBeLessThan(1_500_000)
    const source_config = { custom_url: text, [text]: text }
    const deployment = { id: 'id-1', name: 'shop', status: text, source_config }
    const adopted = await runInProcess(INPUTS, ({ url }) =>
      list(url.searchParams.get('offset') === '0' ? [deployment] : []),
    )
    expect(adopted.outputs['id']).toBe('id-1')
  }
})
