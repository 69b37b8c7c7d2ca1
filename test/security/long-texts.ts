/** The length of each text: as much as a megabyte, of which some readers see a part. */
const LENGTH = 1_000_000

/** What foreign texts are made of where someone wants them to be slow to read: brackets, escapes, ends and beginnings. */
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

/** Each piece over and over. */
export const SOME_TEXTS = PIECES.map((piece): [shape: string, text: string] => [
  JSON.stringify(piece),
  repeated(piece),
])

/** Long texts: each piece over and over, alone and with something before it or behind it, and nested. */
export const LONG_TEXTS: [shape: string, text: string][] = [
  ...SOME_TEXTS,
  ...PIECES.map((piece): [string, string] => [`${JSON.stringify(piece)} and an end`, `${repeated(piece)}x!`]),
  ...PIECES.map((piece): [string, string] => [
    `<title> and ${JSON.stringify(piece)}`,
    `<title>${repeated(piece)}`,
  ]),
  [
    'an object with many keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [index, index]))),
  ],
  [
    'a list of messages',
    JSON.stringify({ detail: Array(20_000).fill({ loc: ['body', 'name'], msg: 'no' }) }),
  ],
  ['a message with a long path', JSON.stringify({ detail: [{ loc: Array(200_000).fill('a'), msg: 'no' }] })],
  ['messages by field', JSON.stringify({ errors: { [repeated('aB.')]: ['no'] } })],
  ['messages in messages', `${'{"message":'.repeat(90_000)}1${'}'.repeat(90_000)}`],
]

function repeated(piece: string): string {
  return piece.repeat(Math.ceil(LENGTH / piece.length))
}
