import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listen } from '../harness/listen.ts'
import { answer } from '../harness/service.ts'
import type { AtEnd } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { errorOf, IMAGE, read, repositoryOrder, saidOf } from '../orders.ts'

/** The token service of a runner: it issues a new token for each request, and records what it was asked. */
async function openTokenService(atEnd: AtEnd) {
  const asked: { audience: string | null; authorization: string | undefined }[] = []
  const tokens: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    const { searchParams } = new URL(url, 'http://runner.example')
    asked.push({ audience: searchParams.get('audience'), authorization: headers.authorization })
    const value = `the-token-${tokens.length}`
    tokens.push(value)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ value }))
  })
  const { port, close } = await listen(server)
  atEnd(close)
  return { asked, tokens, env: tokenAt(`http://127.0.0.1:${port}/token?api-version=2.0`) }
}

const tokenAt = (ACTIONS_ID_TOKEN_REQUEST_URL: string) => ({
  ACTIONS_ID_TOKEN_REQUEST_URL,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'token-to-ask-with',
})

const AUDIENCE = 'https://deploy.example/a b&c'
const OIDC = { ...IMAGE, oidc_audience: AUDIENCE }

describe.concurrent('the OIDC token of the job', () => {
  test('is sent with each request beside a key, and masked', async ({ serve, create, atEnd }) => {
    const service = await serve({ api_key: 'key-of-the-service' })
    const { asked, tokens, env } = await openTokenService(atEnd)
    const inputs = { ...repositoryOrder(service), oidc_audience: AUDIENCE, api_key: 'key-of-the-service' }
    const { exitCode, masks, shown } = await create(service, inputs, { env })
    expect(exitCode).toBe(0)
    expect(asked[0]).toEqual({ audience: AUDIENCE, authorization: 'Bearer token-to-ask-with' })
    for (const { headers } of service.requests)
      expect(tokens).toContain(headers['authorization']?.replace('Bearer ', ''))
    expect(masks).toEqual(expect.arrayContaining(tokens))
    for (const secret of [...tokens, 'token-to-ask-with']) expect(shown).not.toContain(secret)
  })

  test('that is refused for a create is renewed once, a second later', async ({ serve, create, atEnd }) => {
    const service = await serve()
    const { env } = await openTokenService(atEnd)
    service.override('create', 1, answer(401, { detail: 'Token is not yet valid' }))
    const { exitCode, outputs } = await create(service, OIDC, { env })
    expect({ exitCode, created: outputs['created'] }).toEqual({ exitCode: 0, created: 'true' })
    const [first, second] = service.of('create')
    expect(second?.headers['authorization']).not.toBe(first?.headers['authorization'])
    expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(990)
    expect(service.deployments).toHaveLength(1)
  })

  // biome-ignore format: a table
  test.for([['create', 403, 'forbidden'], ['wait', 400, 'rejected']] as const)('that is denied ends a %s at once, as %d', async ([action, status, code], { serve, run }) => {
    const service = await serve()
    service.override('other', 'each', answer(status, { message: 'Not for you, token-to-ask-with' }))
    const inputs = action === 'create' ? OIDC : { name: 'shop', oidc_audience: AUDIENCE }
    const env = tokenAt(`${service.base_url}/token`)
    const ended = await run({ action, with: { base_url: service.base_url, ...inputs }, env })
    expect(ended).toMatchObject({ exitCode: 1, outputs: { error_code: code, http_status: `${status}` } })
    expect(errorOf(ended)).toMatch(/Not for you, \*\*\*.*`oidc_audience`.*`id-token: write`/s)
    expect(service.of('other').length).toBeLessThanOrEqual(2)
  })

  test('that is denied after a 401 ends a create, without a look for the name', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 1, answer(401, {}))
    for (const [call, status] of [200, 400].entries())
      service.override('other', call + 1, answer(status, { value: 'abcd' }))
    const { outputs } = await create(service, OIDC, { env: tokenAt(`${service.base_url}/token`) })
    expect([outputs['error_code'], outputs['created'], service.of('list').length]).toEqual(['rejected', 'false', 1])
  })

  it.each(['runner/token', 'https://h:99999', 'http:///token'])('needs an address, and %s is none', async address => {
    const { problems } = await read(OIDC, tokenAt(address))
    expect(saidOf(problems)).toMatch(/`oidc_audience`.*ACTIONS_ID_TOKEN_REQUEST_URL/)
  })

  it('needs a permission, which the error names', async () => {
    const { problems } = await read(OIDC)
    expect(problems).toHaveLength(1)
    expect(saidOf(problems)).toContain('id-token: write')
  })
})
