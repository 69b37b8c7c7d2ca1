import { describe, expect, test } from 'vitest'
import { type BadStep, expectRefusal, type Problem } from './bad-inputs.ts'
import { create, sandboxForTest } from './create.ts'

const SOURCES = [
  'repohost',
  'external_container',
  'internal_container',
  'internal_source',
  'internal_template',
] as const
const ID = '3f0e2f6c-9d3c-4f4e-8a43-6f6c3c2a1b10'

test('the step without mistakes is accepted', async () => {
  const sandbox = await sandboxForTest()
  const good = {
    allow_http: 'TRUE',
    build_on_push: 'False',
    dry_run: 'True',
    request_timeout: '1500ms',
    wait_timeout: '0',
    integration_id: ID.toUpperCase(),
    if_exists: 'reuse',
    wait_for: 'active',
  }
  const { exitCode, errors } = await create(sandbox, { name: 'shop', source: 'internal_template', ...good })
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] })
})

describe.each(['allow_http', 'build_on_push', 'dry_run'])('%s is an error if it is not a boolean', input => {
  test.concurrent.each(['yes', 'on', '1', 'TrUe', 'no', 'null', 'true # always'])('%s', word =>
    expectRefusal({ with: { [input]: word } }, [input, 'true or false']),
  )
})

describe.each(['request_timeout', 'wait_timeout'])('%s is an error if it is not a duration', input => {
  test.concurrent.each([
    ['5 minutes', '15m'],
    ['-1s', '15m'],
    ['+1s', '15m'],
    ['1d', '15m'],
    ['1e3', '15m'],
    ['0x10', '15m'],
    ['1,5s', '15m'],
    ['30S', '15m'],
    ['1m30s', '15m'],
    ['Infinity', '15m'],
    ['1000h', 'too long'],
    ['99999999999999999999', 'too long'],
  ])('%s', (duration, words) => expectRefusal({ with: { [input]: duration } }, [input, words]))
})

test.concurrent.each(['0', '0s', '0ms', '0.0'])('a request_timeout of %s is an error', request_timeout =>
  expectRefusal({ with: { request_timeout } }, ['request_timeout', 'longer than 0']),
)

describe('a value that is not one of the words is an error', () => {
  test.concurrent.each<[string, string, readonly string[]]>([
    ['source', 'git', SOURCES],
    ['source', 'RepoHost', SOURCES],
    ['if_exists', 'ignore', ['match', 'fail', 'reuse']],
    ['if_exists', 'Match', ['match', 'fail', 'reuse']],
    ['wait_for', 'done', ['none', 'ready', 'active']],
    ['wait_for', 'READY', ['none', 'ready', 'active']],
  ])('%s: %s', (input, word, words) => expectRefusal({ with: { [input]: word } }, [input, ...words]))
})

describe('a value that is not a UUID is an error', () => {
  test.concurrent.each(
    ['integration_id', 'listener_id'].flatMap(input => [
      [input, 'acme/shop'],
      [input, ID.replaceAll('-', '')],
      [input, ID.replace('3', 'g')],
      [input, `{${ID}}`],
      [input, `${ID} ${ID}`],
    ]),
  )('%s: %s', (input = '', text = '') => expectRefusal({ with: { [input]: text } }, [input, 'UUID']))

  test.concurrent('and is not reported as missing', () =>
    expectRefusal({ with: { source: 'repohost', repository: 'acme/shop', integration_id: 'acme' } }, [
      'integration_id',
      'UUID',
    ]))
})

describe('a missing input is an error', () => {
  test.concurrent.each<[string, BadStep['with'], ...Problem[]]>([
    ['name', { name: '' }, ['name', 'required']],
    ['name with only white space', { name: ' \n\t' }, ['name', 'required']],
    ['source', { source: '' }, ['source', 'required']],
    ['name and source', { name: '', source: '' }, ['name', 'required'], ['source', 'required']],
    [
      'integration_id of repohost',
      { source: 'repohost', repository: 'acme/shop' },
      ['integration_id', 'required', 'repohost'],
    ],
    [
      'image_uri of external_container',
      { source: 'external_container' },
      ['image_uri', 'required', 'external_container'],
    ],
    [
      'repository without GITHUB_REPOSITORY',
      { source: 'repohost', integration_id: ID },
      ['repository', 'required', 'GITHUB_REPOSITORY'],
    ],
  ])('%s', (_title, inputs = {}, ...problems) => expectRefusal({ with: inputs }, ...problems))
})
