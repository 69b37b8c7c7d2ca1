import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../harness/listen.ts'
import type { AtEnd } from '../harness/step.ts'

export interface Comment {
  /** GraphQL's id is `IC_` and this number. */
  id: number
  body: string
  /** Whether the token's own user wrote it. */
  viewerDidAuthor: boolean
}

export interface GitHub {
  /** The variables of a job that lead to it. */
  env: Record<string, string>
  /** The comments of pull request 7 of acme/shop. */
  comments: Comment[]
  /** What it was asked, as `query 7`, `create 7` or `update 1001`. */
  asked: string[]
  /** The value of `authorization` in all requests. */
  tokens: Set<string>
  /** A status with which it answers everything from now on. */
  refuse(status: number): void
}

const PULL = 7
const PAGE = 100
/** The longest comment that GitHub accepts. */
const LONGEST = 65_536

interface Asked {
  query?: string
  variables?: { number?: number; after?: string | null; id?: string; body?: string }
  body?: string
}

/** GitHub's API for comments, as the action uses it: GraphQL to find and update one, REST to create one. */
export async function openGitHub(atEnd: AtEnd, comments: Comment[] = []): Promise<GitHub> {
  const asked: string[] = []
  const tokens = new Set<string>()
  let refused: number | undefined

  function update(node: string, body: string) {
    const id = Number(node.replace('IC_', ''))
    asked.push(`update ${id}`)
    const comment = comments.find(one => one.id === id)
    // Only its author may do this.
    if (!comment?.viewerDidAuthor || body.length > LONGEST) return { errors: [{ type: 'FORBIDDEN' }] }
    comment.body = body
    return { data: { updateIssueComment: { issueComment: { id: node } } } }
  }

  function find(number: number, after: string | null) {
    asked.push(`query ${number}`)
    if (number !== PULL) return { data: { repository: { pullRequest: null } }, errors: [{ type: 'NOT_FOUND' }] }
    const [begin, end] = [Number(after ?? 0), Number(after ?? 0) + PAGE]
    const nodes = comments.slice(begin, end).map(({ id, ...others }) => ({ ...others, id: `IC_${id}` }))
    const pageInfo = { hasNextPage: end < comments.length, endCursor: String(end) }
    return { data: { repository: { pullRequest: { comments: { nodes, pageInfo } } } } }
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { method = '', url = '', headers } = incoming
    tokens.add(String(headers.authorization))
    const { query = '', variables = {}, body = '' }: Asked = JSON.parse(await text(incoming))
    const { id = '', number = 0, after = null } = variables
    if (refused !== undefined) send(refused, { message: 'Refused' })
    else if (url === '/api/graphql')
      send(200, query.startsWith('mutation') ? update(id, variables.body ?? '') : find(number, after))
    else if (method === 'POST' && url === `/api/v3/repos/acme/shop/issues/${PULL}/comments`) {
      asked.push(`create ${PULL}`)
      if (body.length > LONGEST) return void send(422, { message: 'Validation Failed' })
      comments.push({ id: 1001 + comments.length, body, viewerDidAuthor: true })
      send(201, {})
    } else send(404, { message: `${method} ${url}` })
  }

  const { port, close } = await listen(createServer((incoming, outgoing) => void answer(incoming, outgoing)))
  atEnd(close)
  const api = `http://127.0.0.1:${port}/api`
  const env = { GITHUB_API_URL: `${api}/v3`, GITHUB_GRAPHQL_URL: `${api}/graphql` }
  const refuse = (status: number) => {
    refused = status
  }
  return { env, comments, asked, tokens, refuse }
}
