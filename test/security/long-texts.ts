import { tries } from '../tries.ts'

/** The length of each text. Some readers see only a part of it. */
const LENGTH = tries(1_000_000)

/** Pieces that can make a text slow to read: brackets, escapes and delimiters. */
const PIECES = [
  ...[
    ' ',
    '\n',
    '\r\n',
    '\t',
    '\0',
    'a',
    'A1',
    '0',
    '_',
    '-',
    '=',
    ':',
    '::',
    '.',
    ',',
    '#',
    '?',
    '/',
    '//',
    '@',
  ],
  ...[
    '\\',
    '\\\\',
    '\\u0061',
    '\\/',
    '%',
    '%25',
    '%61',
    '&',
    '&#',
    '&#97;',
    '&amp;',
    '`',
    '```',
    '|',
    '*',
    '"',
    "'",
  ],
  ...[
    '<',
    '<a',
    '<a>',
    '<title',
    '<title>',
    '<h1',
    '<h1>',
    '<!--',
    '{',
    '[',
    '{"a":',
    '[{',
    '](',
    '##[',
    '::error::',
  ],
  ...[
    'already exists ',
    'name ',
    'é',
    '\u2028',
    '\u202e',
    '\ud800',
    'eyJ',
    'QUJD',
    'https://',
    'git@',
    '.git',
  ],
]

/** Each piece, repeated. */
export const SOME_TEXTS = PIECES.map((piece): [shape: string, text: string] => [
  `${JSON.stringify(piece)} repeated`,
  repeated(piece),
])

/** Long texts: each piece repeated, alone, with a suffix and after a tag; large and nested JSON. */
export const LONG_TEXTS: [shape: string, text: string][] = [
  ...SOME_TEXTS,
  ...PIECES.map((piece): [string, string] => [
    `${JSON.stringify(piece)} repeated, then x!`,
    `${repeated(piece)}x!`,
  ]),
  ...PIECES.map((piece): [string, string] => [
    `<title>, then ${JSON.stringify(piece)} repeated`,
    `<title>${repeated(piece)}`,
  ]),
  [
    'an object with many keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: tries(80_000) }, (_, index) => [index, index]))),
  ],
  [
    'a list of messages',
    JSON.stringify({ detail: Array(tries(20_000)).fill({ loc: ['body', 'name'], msg: 'no' }) }),
  ],
  [
    'a message with a long path',
    JSON.stringify({ detail: [{ loc: Array(tries(200_000)).fill('a'), msg: 'no' }] }),
  ],
  ['messages by field', JSON.stringify({ errors: { [repeated('aB.')]: ['no'] } })],
  ['nested messages', `${'{"message":'.repeat(tries(90_000))}1${'}'.repeat(tries(90_000))}`],
]

function repeated(piece: string): string {
  return piece.repeat(Math.ceil(LENGTH / piece.length))
}
