import { describe, test } from 'vitest'
import { expectRefusal, type Problem } from './bad-inputs.ts'

const hidden = ['hunt3r-two', 'cafe-b4be', 'dead-b33f']
const env = { TOKEN: 'cafe-b4be', EMPTY: '' }

const refuses = (lines: string[], ...problems: Problem[]) =>
  expectRefusal({ with: { secrets: lines.join('\n') }, env, hidden }, ...problems)

describe('an invalid line of secrets is an error', () => {
  test.concurrent.each<[string, string[], ...Problem[1][]]>([
    ['without a name', ['A=a-value', '=hunt3r-two'], 'line 2', 'NAME=value'],
    ['with a colon', ['TOKEN: hunt3r-two'], 'line 1', 'NAME=value'],
    ['with a hyphen in the name', ['# ours', '', 'MY-TOKEN=hunt3r-two'], 'line 3', 'NAME=value'],
    ['with a digit in front', ['1TOKEN=hunt3r-two'], 'line 1', 'NAME=value'],
    ['with a space before the equals sign', ['A_TOKEN =hunt3r-two'], 'line 1', 'NAME=value'],
    ['with a space in front', ['A=a-value', ' B=hunt3r-two'], 'line 2', 'NAME=value'],
    ['in the syntax of a shell', ['export A=hunt3r-two'], 'line 1', 'NAME=value'],
    ['that is a text', ['hunt3r-two dead-b33f'], 'line 1', 'NAME=value'],
    ['that is a list item', ['- TOKEN'], 'line 1', 'NAME'],
    ['with one angle bracket', ['A<hunt3r-two'], 'line 1', 'NAME<<END'],
    ['with a bad name and more lines', ['MY-KEY<<END', 'hunt3r-two x', 'END'], 'line 1', 'NAME<<END'],
    ['with a name given before', ['A=hunt3r-two', '# again', 'A=dead-b33f'], 'line 3', 'twice'],
    ['with a name from the environment given before', ['TOKEN', 'TOKEN=dead-b33f'], 'line 2', 'twice'],
    [
      'with a name given before as more lines',
      ['A=hunt3r-two', 'A<<END', 'dead-b33f', 'END'],
      'line 2',
      'twice',
    ],
    ['that names an unset variable', ['TOKEN', 'OTHER'], 'line 2', 'environment variable', 'not set'],
    ['that names an empty variable', ['TOKEN', 'EMPTY'], 'line 2', 'empty'],
    ['that names a property of every object', ['TOKEN', 'constructor'], 'line 2', 'not set'],
    ['with an empty value', ['TOKEN', '', 'A='], 'line 3', 'empty'],
    ['with an empty block', ['TOKEN', 'A<<END', 'END'], 'line 2', 'empty'],
    ['that has no end', ['B=b-value', 'A<<END', 'hunt3r-two', 'END ', 'dead-b33f'], 'line 2', 'missing'],
    ['that has an end in another case', ['A<<END', 'hunt3r-two', 'end'], 'line 1', 'missing'],
    ['that lacks the word for the end', ['A<<', 'hunt3r-two'], 'line 1', 'word', 'missing'],
  ])('%s', (_title, lines, ...words) => refuses(lines, ['secrets', ...words]))
})

test.concurrent('an error in secrets counts all lines, also blank lines and lines with CRLF', () =>
  refuses(['\r', '# ours\r', 'A=hunt3r-two\r', '\r', 'B C\r'], ['secrets', 'line 5', 'NAME=value']))

test.concurrent('an error in secrets has the right line number after a value of several lines', () =>
  refuses(
    ['A<<END', 'hunt3r-two', '', 'B=', 'END', 'B=', 'C='],
    ['secrets', 'line 6', 'empty'],
    ['secrets', 'line 7', 'empty'],
  ))

describe('a private key that is pasted after an equals sign in secrets is an error', () => {
  const LINES = [
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
    'MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu',
    'NMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s+CLOyS56YyCFGeJZ',
  ]
  const pieces = LINES.flatMap(line => [line, line.slice(0, 16), line.slice(-16)])
  const pem = (...end: string[]) => ['-----BEGIN PRIVATE KEY-----', ...LINES, ...end]

  test.concurrent('all lines after the first are one error, which shows none of them', () =>
    expectRefusal(
      { with: { secrets: `KEY=${pem('qgP8lQ==', '-----END PRIVATE KEY-----').join('\n')}` }, hidden: pieces },
      ['secrets', 'lines 2 to 6', 'NAME<<END', 'several lines'],
    ))

  test.concurrent('a line of base64 padding is not accepted as a secret', () =>
    expectRefusal({ with: { secrets: `KEY=${LINES[0]}\nqgP8lQ==` }, hidden: pieces }, [
      'secrets',
      'line 2',
      'NAME<<END',
    ]))

  test.concurrent('with more lines than annotations it is one error, and later errors are reported too', () => {
    const many = Array.from({ length: 24 }, (_, index) => `${index}/${LINES[1]}`)
    return expectRefusal(
      { with: { secrets: ['KEY=begin', ...many, '', 'B='].join('\n') }, hidden: pieces },
      ['secrets', 'lines 2 to 25', 'NAME<<END'],
      ['secrets', 'line 27', 'empty'],
    )
  })

  test.concurrent('two lines with the same error are two errors', () =>
    refuses(['export A=b', 'export B=c'], ['secrets', 'line 1'], ['secrets', 'line 2']))
})

test.concurrent('an indented END in secrets is an error with its line', () =>
  refuses(
    ['A<<END', '  hunt3r-two', '  END', 'dead-b33f'],
    ['secrets', 'line 1', 'missing', 'line 3', 'white space'],
  ))
