import { describe, expect, it } from 'vitest'
import { test } from '../harness/test.ts'
import { errorOf, HIDDEN, IMAGE, names, read, refuse, saidOf } from '../orders.ts'

const DIGEST = `sha256:${'0a'.repeat(32)}`
const REFERENCES = '[{name: A, secret_name: b, secret_key: c}]'
const NO_BOOLEANS = ['yes', '1', 'TrUe', 'null', 'on']
const NO_DURATIONS = ['5 minutes', '1d', '-1s', '1m30s', 'soon', '0', '0s', '0.0m', '0ms']
const NO_HOSTS = ['', 'api.example', '//api.example/a', 'https:///api', 'https:/api', 'https:api', 'https://']
const PLAIN_HTTP = ['http://api.example', 'http://localhost.example']
const TEMPLATE = { source: 'internal_template', image_uri: '' }
const REPOHOST = { source: 'repohost', image_uri: '', integration_id: 'i-1' }

/** Wrong values, each with the input that the error names and the other inputs of its step. */
// biome-ignore format: a table
const REFUSED: [named: string, values: string[], others?: Record<string, string>][] = [
  ['dry_run', NO_BOOLEANS],
  ['build_on_push', NO_BOOLEANS],
  ['allow_http', NO_BOOLEANS],
  ['request_timeout', NO_DURATIONS],
  ['wait_timeout', NO_DURATIONS],
  ['wait_for', ['READY', 'done', 'true', 'healthy', 'null']],
  ['if_exists', ['ignore', 'Match', 'adopt', 'true', 'update']],
  ['health_url', ['host/ok', 'https:///ok', 'https://ci:hunt3r@host/ok', '//host/ok', 'ftp://host/ok']],
  ['health_contains', ['without a health_url']],
  ['health_headers', ['X-A: without a health_url']],
  ['health_headers', ['X-Gateway', 'X A: a', 'X-A: …', 'X-A: 1\nx-a: 2', 'Cookie:', 'Host-Token: bearer', 'Expect: a'], { health_url: '/ok' }],
  ['health_headers', ['Authorization: Bearer hunt3r', 'X-Api-Key: hunt3r'], { health_url: 'http://shop.example/ok' }],
  ['health_url', PLAIN_HTTP, { health_headers: 'X-Region: eu\nCookie: hunt3r=1' }],
  ['custom_url', ['https://', 'https:///x', 'http://', 'https:///', 'https://?a', 'ftp:///a']],
  ['resource_spec', ['cpu: two', '- cpu: 1', '{cpu: 1', 'volumes: {}', 'min_scale: "1"']],
  ['image_uri', ['', 'host/app v1', 'host/app:', 'host/', `host/app:@${DIGEST}`, 'host/app@', 'host/app@sha256:']],
  ['repo_ref', ['refs/heads/', 'feature/', 'refs/tags/']],
  ['source', ['', 'git', 'RepoHost', 'external-container', 'constructor']],
  ['source', [''], { commit: '0a'.repeat(20) }],
  ['source', [''], { secret_references: REFERENCES }],
  ['name', ['', ' \n ', 'shop\nv1', 'shop\r\nv1', 'shop\u2028v1', 'shop\rv1']],
  ['list_parameters', ['limit: n\noffset: n', 'offset: limit', '- limit', 'limit: {a: b}']],
  ['headers', ['X-Gateway', 'X Gateway: a', ': a', 'X-A: …', 'X-A: a\u0007b', 'X-A: 1\nx-a: 2']],
  ['headers', ['Authorization: Bearer ', 'Authorization: basic']],
  ['secret_references', ['name: A', '- {name: A, secret_name: 5, secret_key: c}', '[A]']],
  ['secret_references', [REFERENCES], TEMPLATE],
  ['base_url', [...NO_HOSTS, ...PLAIN_HTTP, 'ftp://api.example', 'https://ci:hunt3r@api.example']],
  ['integration_id', ['', 'a/b', '..', '.'], REPOHOST],
  ['commit', ['0a'.repeat(20)]],
  ['commit', ['0a1b2c3'], REPOHOST],
  ['repository', ['https:///acme/shop', 'https://', 'ssh:///acme/shop'], REPOHOST],
  ['github_token', [''], { comment: 'true' }],
  ['comment', ['yes'], { github_token: 'a-token' }],
  ['api_key', ['hunt3r\nhunt3r', 'hunt3r…']],
  ['api_key', ['Bearer '], { api_key_header: 'Authorization' }],
  ['api_key_header', ['X Api Key', 'X-A: hunt3r'], { api_key: 'a-key' }],
]

interface Sent extends Record<string, unknown> {
  source_revision_config?: object
}
const IMAGES = ['host:5000/a/app', 'app:v1', `app@${DIGEST}`, `app:v1@${DIGEST}`]
const REFERENCE = { name: 'A', secret_name: 'b', secret_key: 'c' }
// biome-ignore format: a table
const SENT: [inputs: Record<string, string>, sent: Sent][] = [
  [{ build_on_push: 'true' }, { source_config: { build_on_push: true } }],
  [{ build_on_push: 'True' }, { source_config: { build_on_push: true } }],
  [{ build_on_push: 'FALSE', request_timeout: '30000ms' }, { source_config: { build_on_push: false } }],
  [{ build_on_push: '', wait_timeout: '', dry_run: '', if_exists: '' }, { source_config: {} }],
  [{ custom_url: 'shop.example' }, { source_config: { custom_url: 'shop.example' } }],
  [{ custom_url: 'https://a.example/a b' }, { source_config: { custom_url: 'https://a.example/a b' } }],
  ...IMAGES.map((image_uri): [{ image_uri: string }, Sent] => [{ image_uri }, { source_revision_config: { image_uri } }]),
  // Which source needs which other field is the service's to say.
  [{ source: 'internal_container', image_uri: '' }, { source_revision_config: {} }],
  [{ source: 'internal_template', build_command: 'make' }, { source_config: { build_command: 'make' } }],
  ...['https://a.example', 'http://localhost:1/ok', 'http://127.0.0.1', '/ok'].map((health_url): [Record<string, string>, Sent] =>
    [{ health_url, health_headers: 'Cookie: session=1' }, { source_config: {} }]),
  [{ health_url: 'http://a.example', health_headers: 'X-Region: eu' }, { source_config: {} }],
  [{ health_url: 'http://a.example', health_headers: 'X-Token: a-token', allow_http: 'True' }, { source_config: {} }],
  // Some runners pass the inputs of a composite action on.
  [{ timeout: '5', env: 'x', 'dry-run': 'true' }, { source_config: {} }],
  [{ secret_references: REFERENCES }, { secret_references: [REFERENCE] }],
]

describe('values of inputs', () => {
  it.for(REFUSED)('are refused, each with an error that names its input: %s %j', async ([named, values, others]) => {
    for (const value of values) {
      const { problems } = await read({ ...IMAGE, ...others, [named]: value })
      expect([value, problems.length, names(saidOf(problems), named)]).toEqual([value, 1, true])
      expect(saidOf(problems)).not.toMatch(HIDDEN)
    }
  })

  it.for(SENT)('%j are sent as %j, without a warning', async ([inputs, sent]) => {
    const { order, problems, warnings } = await read({ ...IMAGE, ...inputs })
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
    const { source = IMAGE.source, image_uri = IMAGE.image_uri } = inputs
    const revision = { ...(image_uri && { image_uri }), ...sent.source_revision_config }
    const whole = { source_config: {}, secrets: [], ...sent, source_revision_config: revision }
    expect(order?.requested).toEqual({ name: 'shop', source, ...whole })
  })

  it('what is left out is the default', async () => {
    const { order, connection } = await read(IMAGE)
    expect(order).toMatchObject({ if_exists: 'match', wait_for: 'none', wait_timeout: 1_800_000, dry_run: false })
    expect(connection).toMatchObject({ request_timeout: 30_000, oidc_audience: undefined, headers: {} })
  })

  // biome-ignore format: a table
  it.for([['90', 90], ['1500ms', 1.5], ['45s', 45], ['15m', 900], ['1h', 3600],
  ] as const)('a duration of %s lasts %d seconds', async ([text, seconds]) => { const { order, connection } = await read({ ...IMAGE, wait_timeout: text, request_timeout: text })
    expect([order?.wait_timeout, connection?.request_timeout]).toEqual([seconds * 1000, seconds * 1000])
  })

  it('name a repository where the runner names none', async () => {
    const { problems } = await read({ ...IMAGE, ...REPOHOST }, { GITHUB_REPOSITORY: '' })
    expect([problems.length, names(saidOf(problems), 'repository')]).toEqual([1, true])
  })

  it.for(['-shop', 'shop-', 'shop-$TAG'])('warn of the name %s, and it is sent', async name => {
    const { order, problems, warnings } = await read({ ...IMAGE, name })
    expect([problems, order?.requested.name]).toEqual([[], name])
    expect(warnings).toEqual([expect.stringContaining(name)])
  })

  test('fill the fields of the request that have their names', async ({ serve, create }) => {
    const service = await serve()
    const commands = { install_command: 'npm ci', build_command: 'make' }
    const config = { custom_url: 'https://shop.example', listener_id: 'l-1', ...commands }
    const paths = { graph_config_path: 'graph.json', source_tarball_path: 'a.tar.gz' }
    const revision = { ...paths, image_uri: 'app:1', repo_ref: 'main' }
    const SPEC = { cpu: 0.5, min_scale: 1 }
    const flat = { name: 'shop', source: 'internal_source', ...config, ...revision }
    await create(service, { ...flat, k8s_namespace: 'shops', resource_spec: JSON.stringify(SPEC) })
    expect(service.of('create')[0]?.body).toEqual({
      ...{ name: 'shop', source: 'internal_source', source_revision_config: revision, secrets: [] },
      ...{ source_config: { ...config, listener_config: { k8s_namespace: 'shops' }, resource_spec: SPEC } },
    })
    expect(service.of('create')[0]?.headers['content-type']).toBe('application/json')
  })

  test('of all actions follow the same rules', async ({ serve, run }) => {
    const { base_url, requests } = await serve()
    const wrong = [
      ['wait', { id: 'a/b', wait_for: 'done', commit: '0a1b', health_url: 'x' }],
      ['wait', { id: 'd-1', name: 'shop' }],
      ['wait', { health_contains: 'ok' }],
      ['wait', { name: 'shop\nv1', wait_timeout: '0' }],
      ['list', { name: 'shop\rv1', request_timeout: '0m' }],
      ['list', { offset: '-1', max_results: 'all', request_timeout: 'x', allow_http: 'no' }],
      ['repositories', { integration_id: '..', api_key: 'Bearer' }],
      ['repositories', { integration_id: '' }],
    ] as const
    for (const [action, inputs] of wrong) {
      const { outputs, errors } = await run({ action, with: { base_url, ...inputs } })
      expect(outputs['error_code']).toBe('invalid_input')
      for (const input of Object.keys(inputs)) expect(names(errorOf({ errors }), input)).toBe(true)
    }
    expect(requests).toEqual([])
  })

  /** Sixteen inputs that are wrong at once. */
  const WRONG = {
    ...{ name: '', source: 'git', dry_run: 'yes', build_on_push: 'no', wait_for: 'READY', if_exists: 'adopt' },
    ...{ request_timeout: 'soon', wait_timeout: '1d', health_url: 'host/ok', repo_ref: 'main/' },
    ...{ repository: 'https://', custom_url: 'https://', resource_spec: '- cpu', secrets: 'A B', variables: 'info' },
    list_parameters: 'offset: limit',
  }

  test('that are wrong at once are told in ten errors, which GitHub keeps', async ({ serve, create }) => {
    const { errors, summary, outputs, stderr } = await refuse({ serve, create }, WRONG)
    expect(errors).toHaveLength(10)
    const inputs = Object.keys(WRONG)
    const [tenth] = errors.slice(-1)
    const inFirst = inputs.filter(input => errors.slice(0, 9).some(error => names(error.message, input)))
    const inTenth = inputs.filter(input => tenth && names(tenth.message, input))
    expect(new Set([...inFirst, ...inTenth])).toEqual(new Set(inputs))
    expect(inTenth.length).toBeGreaterThan(5)
    for (const input of inputs) expect(names(summary, input)).toBe(true)
    for (const { message } of errors) expect(message.length).toBeLessThanOrEqual(4000)
    expect(outputs['error_message']).toMatch(/[^.]\. Input `/)
    expect({ id: outputs['id'], stderr }).toEqual({ id: '', stderr: '' })
  })
})
