import { test } from 'vitest'
import { expectRefusal, type Problem } from './bad-inputs.ts'

/** A few lines that expand to ten thousand items. */
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
  ['text after JSON', '{"cpu": 1} and more', 'line 1', 'YAML'],
  ['a key with less indentation than the one before', 'labels:\n    a: b\n  c: d', 'line 3', 'indented'],
  ['a key with more indentation than the one before', 'cpu: 1\n  min_scale: 2', 'YAML'],
  ['a tab as indentation', 'cpu: 1\nlabels:\n\ta: b', 'line 3', 'tab'],
  ['a duplicate key', 'cpu: 1\nmin_scale: 1\ncpu: 2', 'line 3', 'twice'],
  ['a duplicate key in a nested mapping', 'labels:\n  a: b\n  a: c', 'line 3', 'twice'],
  ['a tag', 'cpu: 1\nservice_account_name: !env ACCOUNT', 'line 2', 'tag'],
  ['two documents', 'cpu: 1\n---\ncpu: 2', 'line 2', 'one document'],
  ['an alias without an anchor', 'cpu: 1\nservice_account_name: *deploy', 'line 2', /alias/],
  ['an alias inside its anchor', 'cpu: 1\nlabels: &all\n  a: *all', /alias/],
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
