import { test } from 'vitest'
import { expectRefusalInProcess as expectRefusal, type Problem } from './bad-inputs.ts'

test.concurrent.each<[string, string, ...Problem[1][]]>([
  ['not YAML', 'limit: first\nname: a: b', 'line 2', 'YAML'],
  ['a quote that is not closed', 'limit: "first', 'line 1', 'YAML'],
  ['a bracket that is not closed', 'limit: first\nname: [', 'line 2', /closed|\]/],
  ['a tab as indentation', 'name:\n\tx: y', 'line 2', 'tab'],
  ['a duplicate key', 'limit: first\nname: a\nlimit: max', 'line 3', 'twice'],
  ['two documents', 'limit: first\n---\nname: search', 'line 2', 'one document'],
  ['an unknown tag', 'limit: !param first', 'line 1', 'tag'],
  ['an alias without an anchor', 'limit: first\nname: *search', 'line 2', /alias/],
  ['a list', '- limit', 'mapping', 'list'],
  ['a word', 'limit', 'mapping', 'string'],
  ['only a comment', '# none', 'mapping', 'nothing'],
  ['an unknown key', 'limit: first\noffest: skip', 'line 2', 'offest', 'nearest', 'offset'],
  ['a key in another case', 'Name: search', 'line 1', 'Name', 'nearest', 'name'],
  ['an unknown key in JSON', '{\n  "limits": "first"\n}', 'line 2', 'limits', 'nearest', 'limit'],
  ['an empty name', 'limit: first\nname: ""', 'line 2', 'name', 'empty'],
  ['a missing name', 'limit: first\nname:', 'line 2', 'name', 'nothing'],
  ['a number', 'name: 5', 'line 1', 'name', 'string', 'quotes'],
  ['a boolean', 'name: true', 'line 1', 'name', 'string', 'quotes'],
  ['a list as a name', 'name: [search]', 'line 1', 'name', 'string', 'list'],
  ['two equal names', 'limit: page\noffset: page', 'two parameters'],
  ['a name that is the default of another parameter', 'name: status', 'two parameters'],
  ['a number after a blank line', '\n\nlimit: first\nname: 5', 'line 4', 'name'],
])('list_parameters is refused: %s', (_title, list_parameters, ...words) =>
  expectRefusal({ with: { list_parameters } }, ['list_parameters', ...words]),
)

test.concurrent('every error in list_parameters is reported', () =>
  expectRefusal(
    { with: { list_parameters: 'limit: 1\nofset: skip\nstatus: {}' } },
    ['list_parameters', 'line 1', 'limit'],
    ['list_parameters', 'line 2', 'ofset', 'offset'],
    ['list_parameters', 'line 3', 'status', 'mapping'],
  ))
