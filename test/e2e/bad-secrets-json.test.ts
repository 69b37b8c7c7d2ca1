import { describe, test } from 'vitest'
import { expectRefusal, type Problem } from './bad-inputs.ts'

const hidden = ['hunt3r-two', 'dead-b33f']

const refuses = (lines: string[], ...problems: Problem[]) =>
  expectRefusal({ with: { secrets: lines.join('\n') }, hidden }, ...problems)

describe('secrets that begin like JSON but are not valid JSON are an error', () => {
  test.concurrent.each<[string, string[], string]>([
    ['an additional comma', ['{', '  "A": "hunt3r-two",', '}'], 'line 3'],
    ['a missing comma', ['{', '  "A": "hunt3r-two"', '  "B": "dead-b33f"', '}'], 'line 3'],
    ['single quotes', ['{', "  'A': 'hunt3r-two'", '}'], 'line 2'],
    ['no quotes', ['{', '', '  "A": hunt3r-two', '}'], 'line 3'],
    ['a name without quotes', ['{', '  "A": "dead-b33f",', '  B: "hunt3r-two"', '}'], 'line 3'],
    ['a comment', ['{', '  # ours', '  "A": "hunt3r-two"', '}'], 'line 2'],
    ['a value of two lines', ['{', '  "A": "hunt3r-two', 'dead-b33f"', '}'], 'line 2'],
    ['text after it', ['{"A": "hunt3r-two"}', 'B=dead-b33f'], 'line 2'],
    ['a second object', ['{"A": "hunt3r-two"}', '{"B": "dead-b33f"}'], 'line 2'],
    ['no end', ['{', '  "A": "hunt3r-two"'], 'line 2'],
    ['no end of a value', ['{', '  "A": "hunt3r-two'], 'line 2'],
    ['a value that was not escaped', ['{"A": "hunt3r-two"dead-b33f"}'], 'line 1'],
    ['braces of a template', ['{{ hunt3r-two }}'], 'line 1'],
    ['doubled braces', ['{{"A": "hunt3r-two"}}'], 'line 1'],
    ['an expression that is not evaluated', ['', '{ hunt3r-two }'], 'line 2'],
  ])('%s', (_title, lines, line) => refuses(lines, ['secrets', line, 'not valid JSON']))

  test.concurrent('deeply nested objects', () =>
    refuses([`${'{"A": '.repeat(5000)}"hunt3r-two"${'}'.repeat(5000)}`], ['secrets', 'line 1']))
})

describe('a JSON object in secrets is refused if it has', () => {
  test.concurrent.each<[string, string[], ...Problem[1][]]>([
    ['a number', ['{', '  "A": "hunt3r-two",', '  "B": 12345', '}'], 'line 3', 'must be a string'],
    ['a boolean', ['{"A": true}'], 'line 1', 'must be a string'],
    ['null', ['{', '', '  "A": null', '}'], 'line 3', 'must be a string'],
    ['an object', ['{', '  "A": {"value": "hunt3r-two"}', '}'], 'line 2', 'must be a string'],
    ['a list', ['{"A": ["hunt3r-two"]}'], 'line 1', 'must be a string'],
    ['an empty value', ['{"A": "hunt3r-two",', ' "B": ""}'], 'line 2', 'empty'],
    ['an empty name', ['{', '  "": "hunt3r-two"', '}'], 'line 2', 'name', 'empty'],
    [
      'a duplicate name',
      ['{"A": "hunt3r-two",', ' "B": "b-value",', ' "A": "dead-b33f"}'],
      'line 3',
      'twice',
    ],
    ['an escaped duplicate name', ['{"A": "hunt3r-two",', ' "\\u0041": "dead-b33f"}'], 'line 2', 'twice'],
  ])('%s', (_title, lines, ...words) => refuses(lines, ['secrets', ...words]))

  test.concurrent('several errors', () =>
    refuses(
      ['{', '  "A": 1,', '  "B": "hunt3r-two",', '  "C": "",', '  "B": "dead-b33f"', '}'],
      ['secrets', 'line 2', 'must be a string'],
      ['secrets', 'line 4', 'empty'],
      ['secrets', 'line 5', 'twice'],
    ))

  test.concurrent('several errors in one duplicate name', () =>
    refuses(
      ['{"A": "",', ' "A": "hunt3r-two"}'],
      ['secrets', 'line 1', 'empty'],
      ['secrets', 'line 2', 'twice'],
    ))
})

test.concurrent('secrets cannot be a JSON list', () =>
  refuses(['["hunt3r-two"]'], ['secrets', 'line 1', 'NAME=value']))
