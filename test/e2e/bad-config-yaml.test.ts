import { describe, test } from 'vitest'
import { expectRefusal, inConfig, type Problem } from './bad-inputs.ts'

type Row = [title: string, lines: string[], ...problem: Problem]

describe('a config file that is not a mapping is an error', () => {
  test.concurrent.each<[string, string, ...Problem]>([
    ['an empty file', '', '1:1', 'mapping'],
    ['a comment', '# nothing yet\n', '1:1', 'mapping'],
    ['an empty document', '---\n', '1:4', 'mapping'],
    ['null', 'null\n', '1:1', 'mapping'],
    ['a list', '- name: shop\n', '1:1', 'mapping'],
    ['a list after a comment', '# ours\n\n  - name: shop\n', '3:3', 'mapping'],
    ['a word', 'shop\n', '1:1', 'mapping'],
    ['a number', '5\n', '1:1', 'mapping'],
    ['a list in JSON', '\n [{"name": "shop"}]', '2:2', 'mapping'],
  ])('%s', (_title, text, ...problem) => expectRefusal(inConfig(text), problem))
})

describe('a config file that is not valid YAML is an error', () => {
  const CONFIG = 'source_config:'
  test.concurrent.each<Row>([
    [
      'a key with less indentation than the one before',
      [CONFIG, '    custom_url: a', '  build_command: b'],
      '3:1',
      'indented',
    ],
    ['a tab as indentation', [CONFIG, '\tcustom_url: a'], '2:1', 'tab'],
    ['a tab after spaces', [CONFIG, '  listener_config:', '  \tk8s_namespace: a'], '3:3', 'tab'],
    ['a colon in a plain text', [CONFIG, '  build_command: echo a: b'], '2:18', 'YAML'],
    ['a reserved character', [CONFIG, '  custom_url: @shop'], '2:15', 'YAML'],
    ['a bracket that is not closed', [CONFIG, '  build_command: [a', 'name: shop'], '3:1', /closed|\]/],
    ['an additional brace', ['{"name": "shop"}}'], '1:17', 'YAML'],
    ['text after JSON', ['{"name": "shop"}', 'and more'], '2:1', 'YAML'],
    ['a missing comma in JSON', ['{"name": "shop"', ' "source": "repohost"}'], '2:2', 'YAML'],
    ['a duplicate key', ['name: shop', CONFIG, '  custom_url: a', 'name: store'], '4:1', 'twice'],
    ['a duplicate key in a nested mapping', [CONFIG, '  custom_url: a', '  custom_url: b'], '3:3', 'twice'],
    ['a duplicate key in JSON', ['{"name": "shop", "name": "store"}'], '1:18', 'twice'],
    ['a tag', ['name: shop', 'source_config: !include base.yml'], '2:16', 'tag'],
    ['a tag of another language', ['name: !!python/name:os.system shop'], '1:7', 'tag'],
    ['two documents', ['name: shop', '---', 'name: store'], '2:1', 'one document'],
    ['an alias without an anchor', [CONFIG, '  custom_url: a', '  build_command: *build'], '3:18', /alias/],
    ['an alias before its anchor', ['name: *n', 'custom_url: &n a'], '1:7', /alias/],
    ['an alias inside its anchor', [`${CONFIG} {resource_spec: {labels: &l {a: *l}}}`], '1:48', /alias/],
  ])('%s', (_title, lines, ...problem) => expectRefusal(inConfig(`${lines.join('\n')}\n`), problem))

  test.concurrent('aliases that multiply the size of the file are an error', () => {
    const doubled = Array.from({ length: 20 }, (_, n) => `      a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)
    const lines = [CONFIG, '  resource_spec:', '    labels:', '      a0: &a0 [x, x]', ...doubled]
    return expectRefusal(inConfig(lines.join('\n')), ['1:1', /alias/])
  })

  test.concurrent('two duplicate keys are two errors', () =>
    expectRefusal(
      inConfig('name: shop\nname: store\nsource_config:\n  custom_url: a\n  custom_url: b\n'),
      ['2:1', 'twice'],
      ['5:3', 'twice'],
    ))
})
