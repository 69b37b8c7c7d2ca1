import { marked, type Token, type Tokens } from 'marked'

/** All tokens of a markdown text or of its parts; a token comes before those inside it. */
export function tokensIn(markdown: string | Token[]): Tokens.Generic[] {
  const found: Tokens.Generic[] = []
  void marked.walkTokens(typeof markdown === 'string' ? marked.lexer(markdown) : markdown, token => {
    found.push(token)
  })
  return found
}
