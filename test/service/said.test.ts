import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { refusedFields } from '../../src/report/refused-fields.ts'
import { readSaid } from '../../src/service/said.ts'
import { redactorOf } from '../secrets/redactor.ts'

/** The inputs that set two fields of the request. */
const INPUTS: Record<string, string> = { name: 'name', 'source_config.custom_url': 'custom_url' }

const BODIES: { from: string; body: string; says: string; inputs?: string[] }[] = parse(
  readFileSync('test/service/error-bodies.yml', 'utf8'),
)

test.each(BODIES)(
  'an error body of $from is read whole, with the inputs that it names',
  ({ body, says, inputs = [] }) => {
    const said = readSaid(body, String)
    expect(said.text).toBe(says)
    const fields = refusedFields(said.fields, path => {
      const input = INPUTS[path.slice(0, 2).join('.')] ?? INPUTS[String(path[0])]
      return input === undefined ? {} : { input }
    })
    expect(fields.flatMap(({ input }) => input ?? [])).toEqual(inputs)
  },
)

it.each(['$', '*'])('a message about the whole request, %s, is put on no input', path => {
  expect(refusedFields([{ path: [path], message: 'Bad' }], () => ({ input: 'config' }))).toEqual([])
})

it.each([
  [{ detail: '  ', message: 'This one' }, 'This one'],
  [{ message: 'Too long', errors: [{ field: 'name', message: 'Too long' }] }, 'name: Too long'],
  [{ hint: 'Use lower case', detail: 'No' }, 'hint: Use lower case; No'],
  [{ message: 'No', id: '4bf92f35-77b3-4da6-a3ce-929d0e0e4736', path: '/v2/deployments' }, 'No'],
  [{ message: 'Invalid', request: { install_command: 'npm run build' } }, 'Invalid'],
  [{ message: 'No', field: 'The name of it' }, 'No; field: The name of it'],
  [
    { reason: 'QUOTA', metadata: { service: 'x', help: 'Ask for more' } },
    'QUOTA; metadata.help: Ask for more',
  ],
  [{ status: 429, parts: [1, 2] }, '{"status":429,"parts":[1,2]}'],
  [{ name: 'taken', custom_url: 'in use' }, 'name: taken; custom_url: in use'],
  [
    { detail: 'Taken', existing: { zone: 'in the north', secrets: [{ name: 'A KEY', value: 'a value' }] } },
    'Taken; existing.zone: in the north; existing.secrets.name: A KEY',
  ],
  [{ secrets: [{ name: 'A', value: 'a value' }] }, 'secrets.name: A'],
  [
    { count: 1, shown: { secrets: [{ id: 7, value: 'a value' }] } },
    '{"count":1,"shown":{"secrets":[{"id":7,"value":"***"}]}}',
  ],
  [{ detail: ' ' }, '{"detail":" "}'],
  [null, ''],
])('the body %j says: %s', (body, text) => {
  expect(readSaid(JSON.stringify(body), String).text).toBe(text)
})

it.each([
  ['plain text', 'plain text'],
  ['', ''],
  [
    '<!-- a --><!doctype html><title>502 Bad\n &amp; &#39;G&#97;te&#X27;&apos;&#034;&lang;&#xFFFFFF;</title><p>',
    'an HTML page titled "502 Bad & \'Gate\'\'"&lang;&#xFFFFFF;"',
  ],
  ['<html><body>', 'an HTML page'],
  [
    '<html><title>502</title><a href="https://status.x.test/now?t=1#a">a</a><a href="/b">b</a><a href="https://x.test">',
    'an HTML page titled "502" https://status.x.test/now https://x.test',
  ],
  ['<html><title>a', 'an HTML page'],
  ['<html><title>A < B: no <b>go</b></title>', 'an HTML page titled "A < B: no <b>go</b>"'],
  ['<p>hello', '<p>hello'],
])('the body %s says: %s', (body, text) => {
  expect(readSaid(body, String)).toMatchObject({ text, fields: [] })
})

it('50 messages of an error body are kept, and the number of the others is said', () => {
  const detail = Array.from({ length: 60 }, (_, index) => ({ loc: [index], msg: 'no' }))
  const { fields, text } = readSaid(JSON.stringify({ detail }), String)
  expect(fields).toHaveLength(50)
  expect(text).toMatch(/49: no; and 10 more$/)
})

const SPACED = ['two  spaces', 'a\ttab', 'a no-break\u00a0space', 'two\nlines here']
const { redact } = redactorOf(...SPACED)

it.each(SPACED)('the secret %j is hidden before the white space around and in it is changed', secret => {
  const bodies = [
    `<html><title> Bad ${secret} \n value</title>`,
    `<html><title>Bad ${secret.replaceAll(/\s/g, space => `&#${space.charCodeAt(0)};`)} value</title>`,
    `  Bad ${secret} value`,
    JSON.stringify({ detail: `  Bad ${secret} value ` }),
    JSON.stringify({ detail: [{ loc: ['a'], msg: 'Bad', hint: `No ${secret}` }] }),
    JSON.stringify([1, { status: 5, id: secret }]),
  ]
  for (const body of bodies) {
    const { text } = readSaid(body, redact)
    expect(text).toContain('***')
    for (const part of secret.split(/\s+/)) expect(text).not.toContain(`${part} `)
    expect(text).not.toContain(secret.replace(/\s+/, ' '))
  }
})

const LONG = 'a-secret-of-thirty-two-letters-0'

it.each<[where: string, secret: string, bodyOf: (secret: string) => string]>([
  ['a text that is JSON', `{"key":"${LONG}"}`, secret => JSON.stringify({ error: secret })],
  ['a key', `${LONG}==`, secret => JSON.stringify({ errors: { [secret]: ['no'] } })],
  ['a path', `${LONG}==`, secret => JSON.stringify({ detail: [{ path: secret, msg: 'no' }] })],
  ['a title', `${LONG}<x`, secret => `<html><title>Bad ${secret}</title>`],
  ['XML', `<a>${LONG}</a>`, secret => `<error>${secret}</error>`],
  ['a long page', LONG, secret => `<html><!--${'x'.repeat(65_500)}--><title>${secret}</title>`],
])('of a secret that is taken apart to read %s no part remains', (_, secret, bodyOf) => {
  const { redact } = redactorOf(secret)
  const { text } = readSaid(bodyOf(secret), redact)
  expect(redact(text)).not.toContain(LONG.slice(0, 16))
})

it('what an error body says is bounded, and no secret at the bound is cut in two', () => {
  const secret = 'a-secret-of-some-length'
  const { redact } = redactorOf(secret)
  for (let at = 9970; at < 10_010; at++) {
    const { text } = readSaid(`${'x'.repeat(at)}${secret}${'y'.repeat(2_000_000)}`, redact)
    expect(text.length).toBeLessThan(10_100)
    expect(text).not.toContain('a-s')
  }
})
