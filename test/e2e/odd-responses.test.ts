import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { describe, expect, it, type TestContext } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { listen } from '../listen.ts'

const INPUTS = { name: 'shop', source: 'internal_template' }

/** A service that accepts taken names and sends its own response to the create request. */
async function serviceThat(
  { onTestFinished }: TestContext,
  answer: (response: ServerResponse, created: string) => void,
) {
  const requests: IncomingMessage[] = []
  const deployments: Record<string, unknown>[] = []
  const listener: RequestListener = async (request, response) => {
    requests.push(request)
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.method !== 'POST') {
      const isFirstPage = !/[?&]offset=[1-9]|\/hidden\//.test(request.url ?? '')
      response.end(JSON.stringify({ resources: isFirstPage ? deployments : [], offset: 0 }))
      return
    }
    const created = { ...JSON.parse(body), id: `id-${deployments.length + 1}`, status: 'READY' }
    answer(response, JSON.stringify(created))
    if (response.statusCode < 300) deployments.push(created)
  }
  const base_url = `http://127.0.0.1:${await listen(createServer(listener), onTestFinished)}`
  const posts = () => requests.filter(({ method }) => method === 'POST').length
  return { base_url, posts, requests }
}

describe.concurrent('the status of a response to a create request is used', () => {
  it.for<[string, (response: ServerResponse) => void]>([
    [
      'not in the encoding that its header names',
      response => response.writeHead(401, { 'content-encoding': 'gzip' }).end('{}'),
    ],
    [
      'cut short',
      response => response.writeHead(401, { 'content-length': 9 }).write('{', () => response.destroy()),
    ],
  ])('if its body is %s: a 401 fails the run, and the request is sent once', async ([_, answer], context) => {
    const { base_url, posts } = await serviceThat(context, answer)
    const run = await runStep({ with: { ...INPUTS, base_url } })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'unauthorized', http_status: '401' } })
    expect(posts()).toBe(1)
  })

  it.for<[string, (response: ServerResponse, created: string) => void]>([
    [
      'not in the encoding that its header names',
      (response, created) => response.writeHead(201, { 'content-encoding': 'br' }).end(created),
    ],
    [
      'cut short',
      (response, created) =>
        response
          .writeHead(201, { 'content-length': 999 })
          .write(created.slice(0, 9), () => response.destroy()),
    ],
  ])(
    'if its body is %s: after a 201 the deployment is found, and the request is sent once',
    async ([_, answer], context) => {
      const { base_url, posts } = await serviceThat(context, answer)
      const run = await runStep({ with: { ...INPUTS, base_url } })
      expect(run).toMatchObject({ exitCode: 0, outputs: { id: 'id-1' } })
      expect(posts()).toBe(1)
    },
  )
})

it.concurrent.for<[unknown]>([[null], [5]])(
  'a created deployment with the name %j fails the run and sets the output id',
  async ([name], context) => {
    const { base_url } = await serviceThat(context, (response, created) =>
      response.writeHead(201).end(JSON.stringify({ ...JSON.parse(created), name })),
    )
    const run = await runStep({ with: { ...INPUTS, base_url } })
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { error_code: 'unexpected_response', id: 'id-1', created: 'true' },
    })
  },
)

it.concurrent('the output created is empty if a successful response is unreadable and no deployment appears', async context => {
  // The list never contains the deployment.
  const { base_url, posts } = await serviceThat(context, response => response.writeHead(201).end())
  const seen = `${base_url}/hidden`
  const run = await runStep({ with: { ...INPUTS, base_url: seen } })
  expect(run).toMatchObject({
    exitCode: 1,
    outputs: { error_code: 'unexpected_response', http_status: '201', created: '', id: '' },
  })
  expect(run.stdout).toContain('a rerun is safe')
  expect(run.stdout).not.toContain('nothing was created')
  expect(posts()).toBe(1)
})

it.concurrent('unrequested interim responses are ignored', async ({ onTestFinished }) => {
  const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
  const respond = (body: unknown) => {
    const text = JSON.stringify(body)
    return `${interim}HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  }
  let posts = 0
  const created = { id: 'id-1', name: 'shop', status: 'READY' }
  const server = createTcpServer(socket =>
    socket
      .on('error', () => {})
      .on('data', data => {
        if (!/^(GET|POST)/.test(data.toString('latin1'))) return
        if (data.toString('latin1').startsWith('POST')) posts++
        const isPost = data.toString('latin1').startsWith('POST')
        const isListed = posts > 0 && /[?&]offset=0/.test(data.toString('latin1'))
        socket.write(respond(isPost ? created : { resources: isListed ? [created] : [], offset: 0 }))
      }),
  )
  const run = await runStep({
    with: { ...INPUTS, base_url: `http://127.0.0.1:${await listen(server, onTestFinished)}` },
  })
  expect(run).toMatchObject({ exitCode: 0, outputs: { created: 'true', id: 'id-1' } })
  expect(posts).toBe(1)
  expect(run.stdout).not.toContain('trying again')
})

it.concurrent('headers of the workflow replace those of the action in upper or lower case', async context => {
  const { base_url, requests } = await serviceThat(context, (response, created) =>
    response.writeHead(201).end(created),
  )
  const headers = 'user-agent: deploy-bot\nACCEPT: application/vnd.service+json'
  expect(await runStep({ with: { ...INPUTS, base_url, headers } })).toMatchObject({ exitCode: 0 })
  for (const { rawHeaders } of requests) {
    const sent = rawHeaders.map(text => text.toLowerCase())
    expect(sent.filter(text => text === 'user-agent' || text === 'accept')).toHaveLength(2)
    expect(sent).toEqual(expect.arrayContaining(['deploy-bot', 'application/vnd.service+json']))
  }
})
