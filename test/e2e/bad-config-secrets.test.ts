import { describe, expect, test } from 'vitest'
import { type BadStep, expectRefusal, inConfig, type Problem } from './bad-inputs.ts'
import { create, posts, sandboxForTest, workspaceWith } from './create.ts'

const hidden = ['hunt3r-two', 'cafe-b4be']
const env = { TOKEN: 'cafe-b4be', EMPTY: '' }

const refuses = (lines: string[], ...problems: Problem[]) =>
  expectRefusal(inConfig(`${lines.join('\n')}\n`, { env, hidden }), ...problems)

describe('a value of a secret in the config file is an error', () => {
  test.concurrent.each<[string, string[], ...Problem]>([
    [
      'by name and value',
      ['secrets:', '  - name: TOKEN', '    value: hunt3r-two'],
      '2:5',
      'name alone',
      'environment',
    ],
    ['in a flow', ['secrets: [{name: TOKEN, value: hunt3r-two}]'], '1:11', 'name alone', 'environment'],
    [
      'in JSON',
      ['{"secrets":', ' [{"name": "TOKEN", "value": "hunt3r-two"}]}'],
      '2:3',
      'name alone',
      'environment',
    ],
    ['by one key', ['secrets:', '  - TOKEN: hunt3r-two'], '2:5', 'name alone', 'environment'],
    ['after an equals sign', ['secrets:', '  - TOKEN=hunt3r-two'], '2:5', 'name', 'environment'],
    ['as a text of several lines', ['secrets:', '  - |', '    TOKEN=hunt3r-two', '    B=c'], '2:5', 'name'],
    ['by a mapping', ['secrets:', '  TOKEN: hunt3r-two'], '2:3', 'secrets', 'list'],
    ['by a text', ['secrets: TOKEN=hunt3r-two'], '1:10', 'secrets', 'list'],
    ['by lines', ['secrets: |', '  TOKEN=hunt3r-two'], '1:10', 'secrets', 'list'],
    ['by a list in the list', ['secrets:', '  - [TOKEN, hunt3r-two]'], '2:5', 'name alone'],
    ['by a template', ['secrets:', '  - {{ hunt3r-two }}'], '2:5', 'name alone'],
    ['in invalid YAML', ['secrets:', '  - TOKEN: hunt3r-two: cafe-b4be'], '2:12', 'YAML'],
    ['in duplicate keys', ['secrets:', '  - {hunt3r-two: a, hunt3r-two: b}'], '2:21', 'twice'],
  ])('%s', (_title, lines, ...problem) => refuses(lines, problem))
})

describe('a secret of the config file without a value is an error', () => {
  test.concurrent.each<[string, string[], ...Problem]>([
    [
      'an unset variable',
      ['secrets:', '  - TOKEN', '  - OTHER'],
      '3:5',
      'secrets[1]',
      'environment variable OTHER',
      'not set',
    ],
    ['an empty variable', ['secrets:', '  - EMPTY'], '2:5', 'secrets[0]', 'empty'],
    ['a name that every object has', ['secrets:', '  - toString'], '2:5', 'secrets[0]', 'not set'],
    ['an expression', ['secrets: ["{{ secrets.TOKEN }}"]'], '1:11', 'secrets[0]', 'name'],
    ['an empty name', ['secrets: [""]'], '1:11', 'secrets[0]', 'name'],
    ['a name with a hyphen', ['secrets: [TOKEN, MY-TOKEN]'], '1:18', 'secrets[1]', 'must be the name'],
    ['a duplicate name', ['secrets:', '  - TOKEN', '  - TOKEN'], '3:5', 'secrets[1]', 'twice'],
    ['a number', ['secrets: [5]'], '1:11', 'secrets[0]', 'name'],
    ['an empty item', ['secrets:', '  - TOKEN', '  -'], '3:4', 'secrets[1]', 'name'],
  ])('%s', (_title, lines, ...problem) => refuses(lines, problem))
})

// Windows ignores the case in names of variables.
test.skipIf(process.platform === 'win32')(
  'a secret of the config file is an error if its variable has another case',
  () => refuses(['secrets: [token]'], ['1:11', 'secrets[0]', 'not set']),
)

test.concurrent('every invalid secret of the config file is reported', () =>
  refuses(
    ['secrets:', '  - TOKEN', '  - OTHER', '  - TOKEN', '  - A=hunt3r-two', '  - EMPTY'],
    ['3:5', 'secrets[1]', 'not set'],
    ['4:5', 'secrets[2]', 'twice'],
    ['5:5', 'secrets[3]', 'name'],
    ['6:5', 'secrets[4]', 'empty'],
  ))

test.concurrent('every invalid secret of the config file is reported, also next to one of a wrong type', () =>
  refuses(
    ['secrets:', '  - name: A', '    value: hunt3r-two', '  - OTHER', '  - EMPTY', '  - TOKEN', '  - TOKEN'],
    ['2:5', 'secrets[0]', 'name alone'],
    ['4:5', 'secrets[1]', 'not set'],
    ['5:5', 'secrets[2]', 'empty'],
    ['7:5', 'secrets[4]', 'twice'],
  ))

describe('a misplaced secret in the config file is an error that does not show it', () => {
  const twice: BadStep = { env, hidden, with: { secrets: 'TOKEN=hunt3r-two' } }

  test.concurrent('under an unknown key', () =>
    refuses(['secret:', '  TOKEN: hunt3r-two'], ['1:1', 'secret', 'nearest', 'secrets']))

  test.concurrent('while the input secrets is valid', () =>
    expectRefusal(inConfig('secrets: {TOKEN: cafe-b4be}\n', twice), ['1:10', 'secrets', 'list']))
})

test('a secret of the config file needs no variable if the input secrets gives its value', async () => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': 'secrets: [GIVEN, TOKEN, IN_JSON]\n' })
  const inputs = { name: 'shop', source: 'internal_template', config: 'deploy.yml' }
  const secrets = '{"GIVEN": "given-value", "IN_JSON": "json-value"}'
  const run = await create(sandbox, { ...inputs, secrets }, { workspace, env })
  expect(run.errors).toEqual([])
  expect(posts(sandbox)).toMatchObject([
    {
      secrets: [
        { name: 'TOKEN', value: 'cafe-b4be' },
        { name: 'GIVEN', value: 'given-value' },
        { name: 'IN_JSON', value: 'json-value' },
      ],
    },
  ])
})
