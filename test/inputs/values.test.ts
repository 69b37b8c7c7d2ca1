import { describe, expect } from 'vitest'
import { BUILDING } from '../harness/records.ts'
import { test } from '../harness/test.ts'
import { IMAGE, names, refuse, repositoryOf, textOf } from './orders.ts'

const DIGEST = `sha256:${'0a'.repeat(32)}`
const REFERENCES = '[{name: A, secret_name: b, secret_key: c}]'
const NO_BOOLEANS = ['yes', '1', 'TrUe', 'null', 'on']
const NO_DURATIONS = ['5 minutes', '1d', '-1s', '1m30s', 'soon']

/** Values that are refused, for inputs that do not depend on each other. */
const REFUSED: Record<string, string[]> = {
  dry_run: NO_BOOLEANS,
  build_on_push: NO_BOOLEANS,
  request_timeout: NO_DURATIONS,
  wait_timeout: NO_DURATIONS,
  wait_for: ['READY', 'done', 'true', 'healthy', 'null'],
  if_exists: ['ignore', 'Match', 'adopt', 'true', 'update'],
  health_url: ['host/ok', 'https:///ok', 'https://ci:hunt3r@host/ok', '//host/ok', 'ftp://host/ok'],
  custom_url: ['https://', 'https:///x', 'http://', 'https:///', 'https://?a'],
  resource_spec: ['cpu: two', '- cpu: 1', '{cpu: 1', 'volumes: {}', 'min_scale: "1"'],
}
const MORE_REFUSED: typeof REFUSED = {
  image_uri: ['host/app v1', 'host/app:', 'host/', `host/app:@${DIGEST}`, 'host/app@', 'host/app@sha256:'],
  repo_ref: ['refs/heads/', 'feature/', 'refs/tags/'],
  source: ['', 'git', 'RepoHost', 'external-container'],
  name: ['', ' \n '],
  list_parameters: ['limit: n\noffset: n', 'offset: limit', '- limit', 'limit: {a: b}'],
  headers: ['X-Gateway', 'X Gateway: a', ': a', 'X-A: …', 'X-A: a\u0007b', 'X-A: 1\nx-a: 2'],
  secret_references: ['name: A', '- {name: A, secret_name: 5, secret_key: c}', '[A]'],
  allow_http: NO_BOOLEANS,
  health_contains: ['without a health_url'],
}

/** The steps that have the first value of each input, the second of each, and so on. */
const inSteps = (values: Record<string, string[]>) =>
  [0, 1, 2, 3, 4, 5].map(index => {
    const step = Object.entries(values).map(([input, { [index]: value }]) => [input, value] as const)
    return Object.fromEntries(step.filter((one): one is [string, string] => one[1] !== undefined))
  })

/** Wrong values, each with the input that the error names and the other inputs of its step. */
const TEMPLATE = { source: 'internal_template', image_uri: '' }
const REPOHOST = { source: 'repohost', image_uri: '', integration_id: 'i-1' }
// biome-ignore format: a table
const ALONE: [named: string, values: string[], others?: Record<string, string>][] = [
  ['base_url', ['', 'api.example', '//api.example/a', 'https:///api', 'https:/api', 'https:api', 'https://']],
  ['base_url', ['ftp://api.example', 'https://ci:hunt3r@api.example', 'http://api.example', 'http://localhost.example']],
  ['integration_id', ['', 'a/b', '..', '.'], REPOHOST],
  ['image_uri', ['']],
  ['secret_references', [REFERENCES], TEMPLATE],
  ['commit', ['0a'.repeat(20)]],
  ['commit', ['0a1b2c3'], REPOHOST],
  ['repository', ['https:///acme/shop', 'https://'], REPOHOST],
  ['github_token', [''], { comment: 'true' }],
  ['comment', ['yes'], { github_token: 'a-token' }],
  ['api_key', ['hunt3r\nhunt3r', 'hunt3r…']],
  ['api_key', ['Bearer '], { api_key_header: 'Authorization' }],
  ['headers', ['Authorization: Bearer ', 'Authorization: basic']],
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
  ...IMAGES.map((image_uri): [{ image_uri: string }, Sent] => [{ image_uri }, { source_revision_config: { image_uri } }]),
  // Which source needs which other field is the service's to say.
  [{ source: 'internal_container', image_uri: '' }, { source_revision_config: {} }],
  [{ source: 'internal_template', build_command: 'make' }, { source_config: { build_command: 'make' } }],
  // Some runners pass the inputs of a composite action on.
  [{ timeout: '5', env: 'x', 'dry-run': 'true' }, { source_config: {} }],
  [{ secret_references: REFERENCES }, { secret_references: [REFERENCE] }],
]

describe.concurrent('values of inputs', () => {
  test.for([...inSteps(REFUSED), ...inSteps(MORE_REFUSED)].filter(step => Object.keys(step).length > 0))(
    'are refused, each with an error that names its input: %j',
    async (inputs, { serve, create }) => {
      const { errors } = await refuse({ serve, create }, { ...IMAGE, ...inputs })
      const said = errors.map(error => textOf([error]))
      const unsaid = Object.keys(inputs).filter(input => !said.some(text => names(text, input)))
      expect({ unsaid, errors: errors.length }).toEqual({ unsaid: [], errors: Object.keys(inputs).length })
    },
  )

  const steps = ALONE.flatMap(([named, values, others]) =>
    values.map(value => ({ ...others, [named]: value })),
  )
  test.for(steps)('are refused: %j', async (inputs, { serve, create }) => {
    const { errors } = await refuse({ serve, create }, { ...IMAGE, ...inputs })
    expect(errors).toHaveLength(1)
    expect(names(textOf(errors), Object.keys(inputs).at(-1) ?? '')).toBe(true)
  })

  test.for(SENT)('%j are sent as %j, without a warning', async ([inputs, sent], { serve, create }) => {
    const service = await serve()
    const { exitCode, errors, warnings } = await create(service, { ...IMAGE, ...inputs })
    expect({ exitCode, errors, warnings }).toEqual({ exitCode: 0, errors: [], warnings: [] })
    const { source = IMAGE.source, image_uri = IMAGE.image_uri } = inputs
    const revision = { ...(image_uri && { image_uri }), ...sent.source_revision_config }
    const whole = { source_config: {}, secrets: [], ...sent, source_revision_config: revision }
    expect(service.of('create').map(({ body }) => body)).toEqual([{ name: 'shop', source, ...whole }])
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

  // biome-ignore format: a table
  test.for([['90', 90], ['1500ms', 1.5], ['45s', 45], ['15m', 900], ['1h', 3600],
  ] as const)('a wait_timeout of %s lasts %d seconds', async ([wait_timeout, seconds], { serve, create }) => {
    const service = await serve({ created: BUILDING })
    const { outputs } = await create(service, { ...IMAGE, wait_for: 'active', wait_timeout })
    expect(outputs['error_code']).toBe('wait_timeout')
    const last = (service.requests.at(-1)?.time ?? 0) - (service.of('create')[0]?.time ?? 0)
    expect(last).toBeLessThanOrEqual((seconds + 10) * 1000)
    expect(last).toBeGreaterThan((seconds - 20) * 1000)
  })

  test('warn of a name that looks like a mistake, and it is sent', async ({ serve, create }) => {
    const service = await serve()
    const suspects = ['-shop', 'shop-', 'shop-$TAG']
    for (const name of suspects) {
      const { exitCode, warnings } = await create(service, { ...IMAGE, name })
      expect(exitCode).toBe(0)
      expect(warnings).toHaveLength(1)
      expect(textOf(warnings)).toContain(name)
    }
    expect(service.deployments.map(({ name }) => name)).toEqual(suspects)
  })

  test('of all actions follow the same rules', async ({ serve, run }) => {
    const { base_url, requests } = await serve()
    const wrong = [
      ['wait', { id: 'a/b', wait_for: 'done', commit: '0a1b', health_url: 'x' }],
      ['wait', { id: 'd-1', name: 'shop' }],
      ['list', { offset: '-1', max_results: 'all', request_timeout: 'x', allow_http: 'no' }],
      ['repositories', { integration_id: '..', api_key: 'Bearer' }],
    ] as const
    for (const [action, inputs] of wrong) {
      const { outputs, errors } = await run({ action, with: { base_url, ...inputs } })
      expect(outputs['error_code']).toBe('invalid_input')
      for (const input of Object.keys(inputs)) expect(names(textOf(errors), input)).toBe(true)
    }
    expect(requests).toEqual([])
  })

  // biome-ignore format: a table
  test.for([
    [{}, 'trunk'], [{ repo_ref: 'refs/heads/next/1' }, 'next/1'], [{ repo_ref: 'refs/tags/v1' }, 'refs/tags/v1'],
  ] as const)('name the repository, and its ref by %j: %s', async ([inputs, repo_ref], { serve, create }) => {
    const repositories = [{ name: 'other' }, { name: 'cart', default_branch: 'trunk' }]
    const service = await serve({ repositories })
    const repository = 'https://github.com/ACME/cart.git/'
    await create(service, { ...repositoryOf(service), ...inputs, repository })
    const { host_integration_id: integration_id, url: repo_url } =
      service.repositories[1] ?? expect.unreachable()
    expect(service.of('create')[0]?.body).toEqual({
      ...{ name: 'shop', source: 'repohost', secrets: [] },
      ...{ source_config: { integration_id, repo_url }, source_revision_config: { repo_ref } },
    })
  })
})
