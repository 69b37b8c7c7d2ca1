import { expect, it } from 'vitest'
import { posts, sandboxForTest, workspaceWith } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

// The variables of the reusable workflows: CREATE_DEPLOYMENT_SECRETS_POOL, through which deploy-many.yml gives every job the
// secrets of all services, and CREATE_DEPLOYMENT_DEFAULT_…, which completes what neither the inputs nor the file say.

const POOL = 'CREATE_DEPLOYMENT_SECRETS_POOL'
const CONFIG = 'name: shop\nsource: internal_template\nsecrets: [TOKEN]\n'
const TOKEN = 'token of the shop'

async function deploy(pool: string) {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': CONFIG })
  // The step's own environment does not count.
  const env = { [POOL]: pool, TOKEN: 'not this one' }
  const run = await create(sandbox, { config: 'deploy.yml' }, { workspace, env })
  return { run, sent: posts(sandbox).map(body => (body as { secrets: unknown }).secrets) }
}

const AS_JSON = { github_token: 'ghs_x', A: '', OTHER: 'other value', TOKEN }
it.each([
  ['lines', `OTHER=other value\nTOKEN=${TOKEN}\n`, TOKEN],
  ['a value of several lines', 'TOKEN<<END\none\n"two"\nEND\nOTHER=other value\n', 'one\n"two"'],
  ['JSON with the token of the job and an empty secret', JSON.stringify(AS_JSON), TOKEN],
])(
  'a service gets the secrets of a pool of %s that its file names, and all are masked',
  async (_, pool, value) => {
    const { run, sent } = await deploy(pool)
    expect(run).toMatchObject({ exitCode: 0, warnings: [] })
    expect(sent).toEqual([[{ name: 'TOKEN', value }]])
    expect(run.stdout).toContain('::add-mask::other value')
  },
)

it.each([
  ['a secret that is not in the pool', 'OTHER=other value', /^deploy.yml:3:11: .*TOKEN.*does not pass/],
  ['a secret of an empty pool', '', /^deploy.yml:3:11: .*TOKEN.*does not pass/],
  ['a secret that is empty in the pool', 'TOKEN=', /^deploy.yml:3:11: the value is empty/],
  ['a pool that cannot be read', `TOKEN=${TOKEN}\nsome pasted text`, /^Input `secrets`, line 2/],
])('%s is an error, which quotes nothing of the pool', async (_, pool, words) => {
  const { run, sent } = await deploy(pool)
  expect(sent).toEqual([])
  expect(run.outputs).toMatchObject({ error_code: 'invalid_input' })
  expect(run.errors).toMatchObject([{ message: expect.stringMatching(words) }])
  expect(run.stdout).not.toContain('pasted')
})

it('an unchanged service of a release of many is a notice, not a warning', async () => {
  const sandbox = await sandboxForTest()
  sandbox.seed({ name: 'shop', source: 'internal_template' })
  const inputs = { name: 'shop', source: 'internal_template' }
  const one = await create(sandbox, inputs)
  const [{ message = '' } = {}] = one.warnings
  expect(message).toContain('Nothing was deployed')
  const many = await create(sandbox, inputs, { env: { [POOL]: '' } })
  expect(many.warnings).toEqual([])
  expect(many.stdout).toContain('::notice title=Nothing was deployed::')
  expect(many.summary.startsWith('## ✅ Deployment adopted: nothing was deployed\n')).toBe(true)
})

const ofPreview = (branch: string) => ({
  CREATE_DEPLOYMENT_DEFAULT_SOURCE: 'repohost',
  CREATE_DEPLOYMENT_DEFAULT_REPO_REF: branch,
})

it.each([
  ['no file', undefined, {}, 'repohost', 'feature/cart'],
  ['a file that names a template', 'source: internal_template', {}, 'internal_template', undefined],
  ['a file that names a ref', 'source_revision_config: {repo_ref: next}', {}, 'repohost', 'next'],
  ['an input that names a branch', 'source: repohost', { repo_ref: 'next' }, 'repohost', 'next'],
])('a preview with %s keeps what the workflow says', async (_, file, inputs, source, repo_ref) => {
  const sandbox = await sandboxForTest()
  const { integration_id } = sandbox
  const isRepository = source === 'repohost'
  const workspace = await workspaceWith({ 'deploy.yml': file ?? '' })
  const given = {
    ...{ name: 'shop-pr-7', ...(file && { config: 'deploy.yml' }) },
    ...(isRepository && { integration_id, repository: 'acme/shop' }),
    ...inputs,
  }
  await create(sandbox, given, { workspace, env: ofPreview('feature/cart') })
  expect(posts(sandbox)).toMatchObject([{ source, source_revision_config: repo_ref ? { repo_ref } : {} }])
})

const LISTENER = '0b6fd9f1-54c7-4c55-9a42-5a8b6c1f0d3e'

it.each([
  ['without them', '{}', LISTENER, 'shops'],
  ['with its own', '{listener_id: null, listener_config: {k8s_namespace: own}}', null, 'own'],
])('settings for all services complete the file %s', async (_, own, listener_id, k8s_namespace) => {
  const sandbox = await sandboxForTest()
  const file = `name: shop\nsource: external_container\nsource_revision_config: {image_uri: shop}\nsource_config: ${own}`
  const workspace = await workspaceWith({ 'deploy.yml': file })
  const env = {
    CREATE_DEPLOYMENT_DEFAULT_INTEGRATION_ID: sandbox.integration_id,
    CREATE_DEPLOYMENT_DEFAULT_LISTENER_ID: LISTENER,
    CREATE_DEPLOYMENT_DEFAULT_K8S_NAMESPACE: ' shops ',
  }
  const run = await create(sandbox, { config: 'deploy.yml' }, { workspace, env })
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  expect(posts(sandbox)).toMatchObject([
    { source_config: { listener_id, listener_config: { k8s_namespace } } },
  ])
})

it('a setting for all services is the integration of a repository whose file sets none', async () => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': 'name: shop\nsource: repohost\n' })
  const deploy = (integration: string) => {
    const env = { CREATE_DEPLOYMENT_DEFAULT_INTEGRATION_ID: integration, GITHUB_REPOSITORY: 'acme/shop' }
    return create(sandbox, { config: 'deploy.yml' }, { workspace, env })
  }
  expect(await deploy('')).toMatchObject({ outputs: { error_code: 'invalid_input' } })
  expect(await deploy(sandbox.integration_id)).toMatchObject({ outputs: { created: 'true' } })
})
