/** HTML entity names of ASCII, Latin-1 and common typographic characters, with their code points. */
export const ENTITIES: ReadonlyMap<string, number> = new Map([
  ...named(
    0x21,
    'excl quot num dollar percnt amp apos lpar rpar ast plus comma - period sol',
    'QUOT - - - AMP - - - midast',
  ),
  ...named(0x3a, 'colon semi lt equals gt quest commat', '- - LT - GT'),
  ...named(0x5b, 'lsqb bsol rsqb Hat lowbar grave', 'lbrack - rbrack - UnderBar DiacriticalGrave'),
  ...named(0x7b, 'lcub verbar rcub', 'lbrace vert rbrace', '- VerticalLine'),
  ...named(0x09, 'Tab NewLine'),
  ...named(
    0xa0,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute',
  ),
  ...named(0xb5, 'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest'),
  ...named(0xc0, 'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute'),
  ...named(
    0xce,
    'Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml',
  ),
  ...named(0xdd, 'Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc'),
  ...named(
    0xeb,
    'euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave',
  ),
  ...named(0xfa, 'uacute ucirc uuml yacute thorn yuml'),
  ...named(0x2013, 'ndash mdash - - - lsquo rsquo sbquo - ldquo rdquo bdquo'),
  ...named(0x20ac, 'euro'),
])

/** Names of consecutive code points; `-` for a code point without a name. */
function named(first: number, ...lists: string[]): [string, number][] {
  return lists.flatMap(list =>
    list
      .split(' ')
      .flatMap((name, index): [string, number][] => (name === '-' ? [] : [[name, first + index]])),
  )
}
