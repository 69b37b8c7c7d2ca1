import { readFileSync } from 'node:fs'
import { marked, type Token, type Tokens } from 'marked'

/** All tokens of a markdown text or of its parts; a token comes before those inside it. */
export function tokensIn(markdown: string | Token[]): Tokens.Generic[] {
  const found: Tokens.Generic[] = []
  void marked.walkTokens(typeof markdown === 'string' ? marked.lexer(markdown) : markdown, token => {
    found.push(token)
  })
  return found
}

/** The rows of the table of a page whose first column has this head: the text of each cell by the head of its column. */
export function tableIn(page: string, first: string): Record<string, string>[] {
  const tables = tokensIn(readFileSync(page, 'utf8')).filter(({ type }) => type === 'table') as Tokens.Table[]
  const table = tables.find(({ header }) => header[0]?.text === first)
  if (!table) throw new Error(`${page} has no table that begins with the column "${first}"`)
  const heads = table.header.map(({ tokens }) => plain(tokens))
  return table.rows.map(cells =>
    Object.fromEntries(cells.map(({ tokens }, index) => [heads[index], plain(tokens)])),
  )
}

/** The text of tokens without markup: `code` and [links](…) as their words. */
const plain = (tokens: Token[]): string =>
  tokens
    .map(token => ('tokens' in token && token.tokens ? plain(token.tokens) : token.raw.replaceAll('`', '')))
    .join('')
