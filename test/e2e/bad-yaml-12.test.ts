import { describe, expect, test } from 'vitest'
import { expectRefusalInProcess as expectRefusal, inConfig, type Problem } from './bad-inputs.ts'
import { create, posts, sandboxForTest } from './create.ts'

// YAML is parsed by the core schema of YAML 1.2. A value that JSON cannot represent is an error with its line.

const SPEC = 'source_config:\n  resource_spec:\n'

describe('YAML that JSON cannot represent is refused', () => {
  test.concurrent.each<[string, string, ...Problem]>([
    ['a set', `${SPEC}    labels: !!set {prod, eu}\n`, '3:13', 'tag'],
    ['an ordered map', `${SPEC}    labels: !!omap [a: b]\n`, '3:13', 'tag'],
    ['binary', `${SPEC}    labels: {a: !!binary aGk=}\n`, '3:17', 'tag'],
    ['a timestamp', `${SPEC}    labels: {a: !!timestamp 2001-01-01}\n`, '3:17', 'tag'],
    [
      'a tag with a prefix',
      `%TAG !e! tag:yaml.org,2002:\n---\n${SPEC}    labels: !e!set {a}\n`,
      '5:13',
      'tag',
    ],
    [
      'a number and the same string as keys',
      `${SPEC}    labels:\n      1: a\n      "1": b\n`,
      '5:7',
      'twice',
    ],
    ['a boolean and the same string as keys', `${SPEC}    labels: {true: a, "true": b}\n`, '3:23', 'twice'],
    ['a list as a key', `${SPEC}    labels:\n      ? [a, b]\n      : c\n`, '4:9', 'key'],
    ['YAML 1.1', '# ours\n%YAML 1.1\n---\nname: shop\n', '2:1', 'YAML 1.2'],
    ['YAML 1.3', '%YAML 1.3\n---\nname: shop\n', '1:7', 'YAML'],
    ['NaN', `${SPEC}    cpu: .nan\n`, '3:10', 'number'],
    ['infinity', `${SPEC}    labels: {a: .inf}\n`, '3:17', 'number'],
  ])('%s', (_title, text, ...problem) => expectRefusal(inConfig(text), problem))

  test.concurrent('in an input, with its line', () =>
    expectRefusal({ with: { resource_spec: 'cpu: 1\nlabels: !!set {prod, eu}' } }, [
      'resource_spec',
      'line 2',
      'tag',
    ]))

  test.concurrent('a merge key is a plain key', () =>
    expectRefusal(inConfig('source_config:\n  <<: {build_command: make}\n'), ['2:3', 'merge keys']))
})

test('words and numbers are parsed by YAML 1.2 and not by YAML 1.1', async () => {
  const sandbox = await sandboxForTest()
  const labels = '{a: yes, b: 12:30:45, c: 010, d: 0o17, 1.10: e, ~: f, "<<": g}'
  await create(sandbox, { name: 'shop', source: 'internal_template', resource_spec: `labels: ${labels}` })
  expect(posts(sandbox)).toMatchObject([
    {
      source_config: {
        resource_spec: {
          labels: { a: 'yes', b: '12:30:45', c: 10, d: 15, '1.10': 'e', '~': 'f', '<<': 'g' },
        },
      },
    },
  ])
})

test('one anchor can have 300 aliases', async () => {
  const sandbox = await sandboxForTest()
  const volumes = Array.from({ length: 300 }, (_, index) => `  - {name: v${index}, emptyDir: *empty}`)
  const resource_spec = ['labels: &empty {}', 'volumes:', ...volumes].join('\n')
  const run = await create(sandbox, { name: 'shop', source: 'internal_template', resource_spec })
  expect(run.errors).toEqual([])
  expect(posts(sandbox)).toHaveLength(1)
})
