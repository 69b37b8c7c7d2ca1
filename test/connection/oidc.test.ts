import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listen } from '../harness/listen.ts'
import { BUILDING } from '../harness/records.ts'
import { answer } from '../harness/service.ts'
import type { AtEnd } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { errorOf, IMAGE, read, repositoryOrder, saidOf } from '../orders.ts'

/** How long a token of the fake is valid, in milliseconds. */
const LIFETIME = 5 * 60_000

/** The token service of a runner: it issues a new token for each request, and records what it was asked. */
async function openTokenService(atEnd: AtEnd) {
  const asked: { audience: string | null; authorization: string | undefined }[] = []
  /** Each token, and when it ends by the step's clock. */
  const issued: { token: string; ends: number }[] = []
  const server = createServer(({ url = '', headers }, response) => {
    const { searchParams } = new URL(url, 'http://runner.example')
    asked.push({ audience: searchParams.get('audience'), authorization: headers.authorization })
    const begins = Number(headers['x-step-time'] ?? Date.now())
    const [iat, exp] = [begins, begins + LIFETIME].map(time => Math.floor(time / 1000))
    const claims = { iat, nbf: iat, exp, jti: issued.length }
    const inBase64 = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const token = [{ alg: 'none' }, claims, 'signature'].map(inBase64).join('.')
    issued.push({ token, ends: begins + LIFETIME })
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ value: token }))
  })
  const { port, close } = await listen(server)
  atEnd(close)
  return { asked, issued, env: tokenAt(`http://127.0.0.1:${port}/token?api-version=2.0`) }
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
    const { asked, issued, env } = await openTokenService(atEnd)
    const inputs = { ...repositoryOrder(service), oidc_audience: AUDIENCE, api_key: 'key-of-the-service' }
    const { exitCode, masks, shown } = await create(service, inputs, { env })
    expect(exitCode).toBe(0)
    expect(asked[0]).toEqual({ audience: AUDIENCE, authorization: 'Bearer token-to-ask-with' })
    const tokens = issued.map(({ token }) => token)
    for (const { headers } of service.requests)
      expect(tokens).toContain(headers['authorization']?.replace('Bearer ', ''))
    expect(masks).toEqual(expect.arrayContaining(tokens))
    for (const secret of [...tokens, 'token-to-ask-with']) expect(shown).not.toContain(secret)
  })

  test('is renewed while a wait lasts, before it ends', async ({ serve, create, atEnd }) => {
    const opened = Date.now()
    const service = await serve({ created: BUILDING })
    const { issued, env } = await openTokenService(atEnd)
    const { outputs } = await create(service, { ...OIDC, wait_for: 'active', wait_timeout: '20m' }, { env })
    expect(outputs['error_code']).toBe('wait_timeout')
    expect(issued.length).toBeGreaterThan(3)
    const expired = service.requests.filter(({ headers, time }) => {
      const token = issued.find(one => headers['authorization'] === `Bearer ${one.token}`)
      return token === undefined || opened + time > token.ends
    })
    expect(expired).toEqual([])
    // The runner is not asked for each request.
    expect(issued.length).toBeLessThan(service.requests.length / 4)
  })

  test.for(['list', 'create'] as const)(
    'that is refused for a %s is renewed once, a second later',
    async (operation, { serve, create, atEnd }) => {
      const service = await serve()
      const { env } = await openTokenService(atEnd)
      service.override(operation, 1, answer(401, { detail: 'Token is not yet valid' }))
      const { exitCode, outputs } = await create(service, OIDC, { env })
      expect({ exitCode, created: outputs['created'] }).toEqual({ exitCode: 0, created: 'true' })
      const [first, second] = service.of(operation)
      expect(second?.headers['authorization']).not.toBe(first?.headers['authorization'])
      expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(990)
      expect(service.deployments).toHaveLength(1)
    },
  )

  test('that is refused twice ends the run', async ({ serve, create, atEnd }) => {
    const service = await serve()
    const { env } = await openTokenService(atEnd)
    service.override('create', 'each', answer(401, { detail: 'No such issuer' }))
    const { outputs } = await create(service, OIDC, { env })
    expect(outputs).toMatchObject({ error_code: 'unauthorized', http_status: '401', created: 'false' })
    expect(service.of('create')).toHaveLength(2)
  })

  test.for<[status: number, error_code: string]>([
    ...([
      [400, 'rejected'],
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [404, 'not_found'],
    ] as [number, string][]),
  ])('that is denied with %i ends the run at once, as %s', async ([status, error_code], { serve, create }) => {
    const service = await serve()
    service.override('other', 'each', answer(status, { message: 'Not for you' }))
    const run = await create(service, OIDC, { env: tokenAt(`${service.base_url}/token`) })
    const outputs = { error_code, http_status: String(status), created: 'false' }
    expect(run).toMatchObject({ exitCode: 1, outputs })
    expect(errorOf(run)).toMatch(/Not for you.*`oidc_audience`.*`id-token: write`/s)
    // Both look-ups ask for one.
    expect(service.of('other').length).toBeLessThanOrEqual(2)
  })

  test.for<{ answers: [number, unknown]; code: string; status: string }>([
    { answers: [403, { message: 'Not for you' }], code: 'forbidden', status: '403' },
    { answers: [200, {}], code: 'wait_timeout', status: '' },
    { answers: [503, ''], code: 'wait_timeout', status: '' },
  ])('that cannot be renewed, by $answers, is a failure of the look that needs it', async (row, { serve, create }) => {
    const service = await serve({ created: BUILDING })
    service.override('other', 'each', ({ call }, respond) =>
      call > 1 ? respond(...row.answers) : respond(200, { value: `token-${call}` }),
    )
    const inputs = { ...OIDC, wait_for: 'active', wait_timeout: '6m' }
    const run = await create(service, inputs, { env: tokenAt(`${service.base_url}/token`) })
    expect(run.outputs).toMatchObject({ error_code: row.code, created: 'true', http_status: row.status })
    expect(service.of('other').length).toBeGreaterThan(3)
  })

  test('that is renewed in vain after a 401 has the code of the denial', async ({ serve, create }) => {
    const service = await serve()
    service.override('create', 'each', answer(401))
    service.override('other', 'each', ({ call }, respond) => respond(call > 1 ? 404 : 200, { value: `token-${call}` }))
    const run = await create(service, OIDC, { env: tokenAt(`${service.base_url}/token`) })
    expect(run.outputs).toMatchObject({ error_code: 'not_found', http_status: '404', created: 'false' })
    expect(service.of('create')).toHaveLength(1)
  })

  test.for<{ given: [number, string, Record<string, string>?]; names: RegExp }>([
    { given: [302, '', { location: 'https://login.example/' }], names: /login\.example.*`oidc_audience`/s },
    { given: [200, '{}'], names: /`oidc_audience`/ },
  ])('that is no answer, $given, is unexpected_response', async ({ given, names }, { serve, create }) => {
    const service = await serve()
    service.override('other', 'each', answer(...given))
    const run = await create(service, OIDC, { env: tokenAt(`${service.base_url}/token`) })
    expect(run.outputs).toMatchObject({ error_code: 'unexpected_response', created: 'false' })
    expect(errorOf(run)).toMatch(names)
  })

  it.each(['runner/token', 'https://', 'http:///token'])('needs an address, and %s is none', async address => {
    expect(saidOf((await read(OIDC, tokenAt(address))).problems)).toMatch(
      /`oidc_audience`.*ACTIONS_ID_TOKEN_REQUEST_URL/,
    )
  })

  it('needs a permission, which the error names', async () => {
    const { problems } = await read(OIDC)
    expect(problems).toHaveLength(1)
    expect(saidOf(problems)).toContain('id-token: write')
  })
})
