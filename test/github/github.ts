import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../harness/listen.ts'
import type { AtEnd } from '../harness/step.ts'

export interface Comment {
  /** The number in REST; GraphQL's id is `IC_` and this number. */
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
  /** What it was asked, as `query 7`, `create 7` or `update 1001`, by either API. */
  asked: string[]
  /** The value of `authorization` in all requests. */
  tokens: Set<string>
  /** A status with which it answers everything from now on. */
  refuse(status: number): void
}

type Fields = Record<string, unknown>

const PULL = 7
const PAGE = 100
/** The longest comment that GitHub accepts. */
const LONGEST = 65_536

/** GitHub's API for comments, of which the action may use REST or GraphQL to write, as on GitHub Enterprise Server. */
export async function openGitHub(atEnd: AtEnd, comments: Comment[] = []): Promise<GitHub> {
  const asked: string[] = []
  const tokens = new Set<string>()
  let refused: number | undefined

  /** Creates or updates a comment, which only its author may do. */
  function write(body: unknown, id?: number): { status: number; comment?: Comment } {
    asked.push(id === undefined ? `create ${PULL}` : `update ${id}`)
    const old = comments.find(one => one.id === id)
    if (typeof body !== 'string' || body.length > LONGEST) return { status: 422 }
    if (id !== undefined && !old?.viewerDidAuthor) return { status: 403 }
    const comment = old ?? { id: 1001 + comments.length, body, viewerDidAuthor: true }
    comment.body = body
    if (old === undefined) comments.push(comment)
    return { status: old ? 200 : 201, comment }
  }

  function graphql(query: string, variables: Fields): unknown {
    const values = flat(variables)
    if (query.trimStart().startsWith('mutation')) {
      const id = [...values.values()].map(value => /^IC_(\d+)$/.exec(String(value))?.[1]).find(Boolean)
      const { comment } = write(values.get('body'), id === undefined ? undefined : Number(id))
      if (comment === undefined) return { errors: [{ type: 'FORBIDDEN', message: 'Not allowed' }] }
      const node = nodeOf(comment)
      return { data: { addComment: { commentEdge: { node } }, updateIssueComment: { issueComment: node } } }
    }
    const number = [...values.values()].find(value => typeof value === 'number' && value !== PAGE)
    asked.push(`query ${number}`)
    if (number !== PULL)
      return { data: { repository: { pullRequest: null } }, errors: [{ type: 'NOT_FOUND' }] }
    const pull = { id: `PR_${PULL}`, comments: pageOf([...values.values()]) }
    return { data: { repository: { pullRequest: pull } } }
  }

  function pageOf(values: unknown[]) {
    const cursor = values.map(value => /^cursor:(\d+)$/.exec(String(value))?.[1]).find(Boolean)
    const begin = Number(cursor ?? 0)
    const pageInfo = { hasNextPage: begin + PAGE < comments.length, endCursor: `cursor:${begin + PAGE}` }
    return { nodes: comments.slice(begin, begin + PAGE).map(nodeOf), pageInfo }
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { method = '', url = '', headers } = incoming
    tokens.add(String(headers.authorization))
    const { query = '', variables = {}, body } = JSON.parse((await text(incoming)) || '{}') as Fields
    const id = /^\/api\/v3\/repos\/acme\/shop\/issues\/comments\/(\d+)$/.exec(url)?.[1]
    if (refused !== undefined) send(refused, { message: 'Refused' })
    else if (method === 'POST' && url === '/api/graphql')
      send(200, graphql(String(query), variables as Fields))
    else if (method === 'POST' && url === `/api/v3/repos/acme/shop/issues/${PULL}/comments`) {
      const { status, comment } = write(body)
      send(status, comment ?? { message: 'Validation Failed' })
    } else if (method === 'PATCH' && id !== undefined) {
      const { status, comment } = write(body, Number(id))
      send(status, comment ?? { message: 'Not allowed' })
    } else send(404, { message: `${method} ${url}` })
  }

  const { port, close } = await listen(createServer((incoming, outgoing) => void answer(incoming, outgoing)))
  atEnd(close)
  const api = `http://127.0.0.1:${port}/api`
  const env = { GITHUB_API_URL: `${api}/v3`, GITHUB_GRAPHQL_URL: `${api}/graphql` }
  return {
    ...{ env, comments, asked, tokens },
    refuse(status) {
      refused = status
    },
  }
}

const nodeOf = ({ id, body, viewerDidAuthor }: Comment) => ({
  ...{ id: `IC_${id}`, databaseId: id, fullDatabaseId: `${id}`, body, viewerDidAuthor },
  url: `https://github.com/acme/shop/pull/${PULL}#issuecomment-${id}`,
})

/** The members of a record and of the records in it. */
function flat(fields: Fields): Map<string, unknown> {
  return new Map(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'object' && value !== null ? [...flat(value as Fields)] : [[name, value]],
    ),
  )
}
