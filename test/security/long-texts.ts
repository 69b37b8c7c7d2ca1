import { tries } from '../tries.ts'

/** The length of each text. Some readers see only a part of it. */
const LENGTH = tries(1_000_000)

/** Pieces that can make a text slow to read: brackets, escapes and delimiters. */
const PIECES = [
  ...[' ', '\n', '\r\n', '\t', '\0', '<!-- ', 'already exists ', 'é', '\u2028', '\u202e', '\ud800'],
  ...String.raw`a A1 0 _ - = : :: . , # ? / // @ \ \\ \u0061 \/ % %25 %61 & &# &#97; &amp; | * " '`.split(
    ' ',
  ),
  ...'` ``` < <a <a> <title <title> <h1> { [ {"a": [{ ]( ##[ ::error:: eyJ QUJD https:// git@ .git'.split(
    ' ',
  ),
]

const repeated = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length))

const nested = (count: number) => `${'{"message":'.repeat(count)}1${'}'.repeat(count)}`

/** Long texts: each piece repeated, alone, with a suffix and after a tag; large and nested JSON. */
export const LONG_TEXTS: [shape: string, text: string][] = [
  ...PIECES.flatMap((piece): [string, string][] => [
    [`${JSON.stringify(piece)} repeated`, repeated(piece)],
    [`${JSON.stringify(piece)} repeated, then x!`, `${repeated(piece)}x!`],
    [`<title>, then ${JSON.stringify(piece)} repeated`, `<title>${repeated(piece)}`],
  ]),
  ['an object with many keys', JSON.stringify(Object.fromEntries(Array(tries(80_000)).entries()))],
  [
    'many messages',
    JSON.stringify({ detail: Array(tries(20_000)).fill({ loc: ['body', 'name'], msg: 'no' }) }),
  ],
  ['a long path', JSON.stringify({ detail: [{ loc: Array(tries(200_000)).fill('a'), msg: 'no' }] })],
  ['messages by field', JSON.stringify({ errors: { [repeated('aB.')]: ['no'] } })],
  ['nested messages', nested(tries(90_000))],
]
