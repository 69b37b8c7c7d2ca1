import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
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
  /** Answers each request from now on, unless it returns false. */
  override(handler: Handler): void
}

/** @param take lets a request take effect */
type Handler = (call: string, outgoing: ServerResponse, take: () => unknown) => unknown

/** Answers a request. */
export function send(outgoing: ServerResponse, status: number, body: unknown, headers: OutgoingHttpHeaders = {}): void {
  const text = typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body)
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

const PULL = 7
const PAGE = 100
/** The longest comment that GitHub accepts. */
const LONGEST = 65_536

type Reply = [status: number, body: unknown]

interface Asked {
  query?: string
  variables?: { number?: number; after?: string | null; id?: string; body?: string }
}

/** GitHub's API for comments, as the action uses it: GraphQL alone. */
export async function openGitHub(atEnd: AtEnd, comments: Comment[] = []): Promise<GitHub> {
  const asked: string[] = []
  const tokens = new Set<string>()
  let handler: Handler = () => false

  function update(node: string, body: string): Reply {
    const comment = comments.find(({ id }) => node === `IC_${id}`)
    // Only its author may do this.
    if (!comment?.viewerDidAuthor || body.length > LONGEST) return [200, { errors: [{ type: 'FORBIDDEN' }] }]
    comment.body = body
    return [200, { data: { updateIssueComment: { clientMutationId: null } } }]
  }

  function find(number: number, after: string | null): Reply {
    const missing = { data: { repository: { pullRequest: null } }, errors: [{ type: 'NOT_FOUND' }] }
    if (number !== PULL) return [200, missing]
    const [begin, end] = [Number(after ?? 0), Number(after ?? 0) + PAGE]
    const nodes = comments.slice(begin, end).map(({ id, ...others }) => ({ ...others, id: `IC_${id}` }))
    const pageInfo = { hasNextPage: end < comments.length, endCursor: String(end) }
    return [200, { data: { repository: { pullRequest: { id: `PR_${PULL}`, comments: { nodes, pageInfo } } } } }]
  }

  function create(body: string): Reply {
    if (body.length > LONGEST) return [200, { errors: [{ type: 'UNPROCESSABLE' }] }]
    comments.push({ id: 1001 + comments.length, body, viewerDidAuthor: true })
    return [200, { data: { addComment: { clientMutationId: null } } }]
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming
    tokens.add(String(headers.authorization))
    const { query = '', variables = {} }: Asked = JSON.parse(await text(incoming))
    const { id = '', body = '', number = 0, after = null } = variables
    const calls: Record<string, [call: string, take: () => Reply]> = {
      addComment: [id.replace('PR_', 'create '), () => create(body)],
      updateIssueComment: [id.replace('IC_', 'update '), () => update(id, body)],
      repository: [`query ${number}`, () => find(number, after)],
    }
    const field = /{\s*(\w+)/.exec(query)?.[1] ?? ''
    const [call, take] = (`${method} ${url}` === 'POST /api/graphql' && calls[field]) || [
      url,
      (): Reply => [404, { message: 'Not Found' }],
    ]
    asked.push(call)
    if (handler(call, outgoing, take) === false) send(outgoing, ...take())
  }

  const { port, close } = await listen(createServer((incoming, outgoing) => void answer(incoming, outgoing)))
  atEnd(close)
  const api = `http://127.0.0.1:${port}/api`
  const env = { GITHUB_API_URL: `${api}/v3`, GITHUB_GRAPHQL_URL: `${api}/graphql` }
  const override = (given: Handler) => {
    handler = given
  }
  return { env, comments, asked, tokens, override }
}
