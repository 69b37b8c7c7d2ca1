import { marked, type Token, type Tokens } from 'marked'

/** Every token of a markdown text, or of a part of one, each before those inside it. */
export function tokensIn(markdown: string | Token[]): Tokens.Generic[] {
  const found: Tokens.Generic[] = []
  void marked.walkTokens(typeof markdown === 'string' ? marked.lexer(markdown) : markdown, token => {
    found.push(token)
  })
  return found
}
