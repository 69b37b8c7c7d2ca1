import { test } from 'vitest'
import { expectRefusal, type Problem } from './bad-inputs.ts'

/** A few lines that stand for ten thousand items. */
const BOMB = [
  'labels:',
  '  a: &a [x, x, x, x, x, x, x, x, x, x]',
  '  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]',
  '  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]',
  '  d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]',
].join('\n')

test.concurrent.each<[string, string, ...Problem[1][]]>([
  ['a colon in a plain text', 'cpu: 1\nservice_account_name: a: b', 'line 2', 'YAML'],
  ['a character that is reserved', 'cpu: 1\nservice_account_name: @deploy', 'line 2', 'YAML'],
  ['a bracket that is not closed', 'cpu: 1\nvolumes: [', 'line 2', /closed|\]/],
  ['a brace that is not closed', '{"cpu": 1', 'line 1', /YAML|closed/],
  ['text behind JSON', '{"cpu": 1} and more', 'line 1', 'YAML'],
  ['less indented than its neighbour', 'labels:\n    a: b\n  c: d', 'line 3', 'indented'],
  ['more indented than its neighbour', 'cpu: 1\n  min_scale: 2', 'YAML'],
  ['indented by a tab', 'cpu: 1\nlabels:\n\ta: b', 'line 3', 'tab'],
  ['a key twice', 'cpu: 1\nmin_scale: 1\ncpu: 2', 'line 3', 'twice'],
  ['a key twice, further in', 'labels:\n  a: b\n  a: c', 'line 3', 'twice'],
  ['a tag', 'cpu: 1\nservice_account_name: !env ACCOUNT', 'line 2', 'tag'],
  ['two documents', 'cpu: 1\n---\ncpu: 2', 'line 2', 'one document'],
  ['an alias of nothing', 'cpu: 1\nservice_account_name: *deploy', 'line 2', /alias/],
  ['an alias of what it stands in', 'cpu: 1\nlabels: &all\n  a: *all', /alias/],
  ['aliases of aliases', BOMB, /alias/],
])('resource_spec is refused: %s', (_title, resource_spec, ...words) =>
  expectRefusal({ with: { resource_spec } }, ['resource_spec', ...words]),
)

test.concurrent('two duplicate keys in resource_spec are two errors', () =>
  expectRefusal(
    { with: { resource_spec: 'cpu: 1\ncpu: 2\nlabels:\n  a: b\n  a: c' } },
    ['resource_spec', 'line 2', 'twice'],
    ['resource_spec', 'line 5', 'twice'],
  ))

test.concurrent.each([
  ['lists', `labels: {a: ${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['mappings', `labels: ${'{a: '.repeat(5000)}1${'}'.repeat(5000)}`],
])('resource_spec with deeply nested %s is an error', (_title, resource_spec) =>
  expectRefusal({ with: { resource_spec } }, ['resource_spec']),
)
