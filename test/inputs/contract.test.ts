import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readCreateInputs } from '../../src/inputs/order.ts'
import { sentence } from '../../src/inputs/problem.ts'
import { write } from '../../src/lib/sentence.ts'
import { silentJob } from '../github/job.ts'

// What the create action refuses, warns of, and accepts, one row for each clause of its contract.

const workspace = mkdtempSync(join(tmpdir(), 'workspace-'))
afterAll(() => rmSync(workspace, { recursive: true }))

interface Step {
  with?: Record<string, string>
  env?: Record<string, string>
  /** The text of the `config` file, with the name and source of a deployment unless it has them itself. */
  file?: string
}

interface Said {
  refused: string[]
  warned: string[]
}

/** Reads the inputs of a step that is valid but for its row: each problem or warning as one line. */
async function read(step: Step) {
  if (step.file !== undefined) writeFileSync(join(workspace, 'deploy.yml'), step.file)
  const inputs: Record<string, string> = {
    base_url: 'https://service.test',
    name: 'shop',
    source: 'internal_template',
    ...(step.file !== undefined && { config: 'deploy.yml' }),
    ...step.with,
  }
  const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])
  const env = { GITHUB_WORKSPACE: workspace, ...Object.fromEntries(given), ...step.env }
  return readCreateInputs(silentJob(inputs), env)
}

async function saidOf(step: Step): Promise<Said> {
  const answer = await read(step)
  const lines = (answer.ok ? answer.value.warnings : answer.error.problems).map(problem =>
    write(sentence(problem)),
  )
  return answer.ok ? { refused: [], warned: lines } : { refused: lines, warned: [] }
}

const REPOHOST = { source: 'repohost', repository: 'acme/shop', integration_id: 'i-1' }
const CONTAINER = { source: 'external_container', image_uri: 'host/app:v1' }
const REFERENCES = '[{name: A, secret_name: a, secret_key: b}]'
const SPEC = 'source_config: {resource_spec:'
const DIGEST = `sha256:${'0a'.repeat(32)}`

/** A clause, a step that breaks it, and the input or the place with words of each problem. */
type Row = [clause: string, step: Step, ...said: RegExp[]]

it.each<Row>([
  ['a missing name', { with: { name: '' } }, /^Input `name`: is required/],
  ['a missing source', { with: { source: ' ' } }, /^Input `source`: is required/],
  ['an unknown source', { with: { source: 'git' } }, /^Input `source`: must be one of repohost, /],
  ['an unknown source in the file', { file: 'source: git', with: { source: '' } }, /^deploy.yml:1:1: source/],
  ['a wrong type in an input', { with: { dry_run: 'yes' } }, /^Input `dry_run`: must be true or false/],
  ['a wrong type in the file', { file: 'name: 5' }, /^deploy.yml:1:1: name must be a string/],
  [
    'an unknown key with a near one',
    { file: '\nsource_config: {custom_ur: a}' },
    /^deploy.yml:2:17: source_config.custom_ur .* source_config.custom_url; .*extra_fields/,
  ],
  [
    'an unknown key with none near',
    { file: 'source_revision_config: {x: a}' },
    /:26: .*known keys are repo_ref, graph_config_path, image_uri, source_tarball_path;/,
  ],
  [
    'an unknown key of resource_spec',
    { with: { resource_spec: 'cpu: 1\nmin_scal: 1' } },
    /line 2: .*min_scale/,
  ],
  [
    'a key of the file that has the name of a list of resource_spec',
    { file: 'volumes: []' },
    /^deploy.yml:1:1: volumes is not known here/,
  ],
  [
    'repo_commit_sha in a request',
    { file: 'source_revision_config: {repo_commit_sha: a}' },
    /:26: .*set by the service/,
  ],
  [
    'secret_references without a container',
    { with: { secret_references: REFERENCES } },
    /^Input `secret_references`: .*external_container/,
  ],
  [
    'repohost without integration_id',
    { with: { ...REPOHOST, integration_id: '' } },
    /^Input `integration_id`: is required/,
  ],
  [
    'external_container without image_uri',
    { with: { ...CONTAINER, image_uri: '' } },
    /^Input `image_uri`: is required/,
  ],
  ['an input without its underscore', { with: { dryrun: 'x' } }, /`dryrun`.*did you mean `dry_run`\?/],
  ['an input with another sign', { with: { 'wait-for': 'x' } }, /`wait-for`.*did you mean `wait_for`\?/],
  ['an input with one letter off', { with: { image_url: 'x' } }, /`image_url`.*did you mean `image_uri`\?/],
  [
    'the beginning of an input',
    { with: { health: 'x' } },
    /`health`.*did you mean `health_url` or `health_contains`\?/,
  ],
  ['a part of a word of an input', { with: { env: 'x' } }, /`env`.*did you mean `environment`\?/],
  [
    'the end of an input',
    { with: { timeout: 'x' } },
    /`timeout`.*did you mean `\w+_timeout` or `\w+_timeout`\?/,
  ],
  ['two misspelt inputs', { with: { health: '/ok', timeout: '9m' } }, /`health`/, /`timeout`/],
  [
    'an image with white space',
    { with: { ...CONTAINER, image_uri: 'host/app v1' } },
    /^Input `image_uri`: .*white space/,
  ],
  [
    'an image that ends in a colon',
    { with: { ...CONTAINER, image_uri: 'host/app:' } },
    /^Input `image_uri`: ends in `:`/,
  ],
  [
    'an image that ends in a slash',
    { with: { ...CONTAINER, image_uri: 'host/' } },
    /^Input `image_uri`: ends in `.*\//,
  ],
  [
    'an image with an empty digest',
    { with: { ...CONTAINER, image_uri: 'host/app@' } },
    /^Input `image_uri`: .*digest/,
  ],
  [
    'an image with half a digest',
    { with: { ...CONTAINER, image_uri: 'host/app@sha256:' } },
    /^Input `image_uri`: .*digest/,
  ],
  ['an image with a short digest', { with: { ...CONTAINER, image_uri: 'host/app@sha256:abc' } }, /digest/],
  [
    'an image of the file',
    { file: 'source_revision_config:\n  image_uri: "host/app:"' },
    /^deploy.yml:2:3: .*ends in/,
  ],
  [
    'an id that is two dots',
    { with: { ...REPOHOST, integration_id: '..' } },
    /^Input `integration_id`: .*one step/,
  ],
  [
    'an id that is one dot',
    { with: { ...REPOHOST, integration_id: '.' } },
    /^Input `integration_id`: .*one step/,
  ],
  [
    'an id of two steps',
    { with: { ...REPOHOST, integration_id: 'a/b' } },
    /^Input `integration_id`: .*one step/,
  ],
  [
    'an id of two steps in the file',
    { file: 'source_config: {integration_id: ../x}', with: { source: 'repohost', repository: 'a/b' } },
    /^deploy.yml:1:17: .*one step/,
  ],
  [
    'a config that is not there',
    { with: { config: 'gone.yml' } },
    /^Input `config`: .*gone.yml does not exist/,
  ],
  ['a config outside the workspace', { with: { config: '../x.yml' } }, /^Input `config`: is outside/],
  ['an expression in the file', { file: `name: shop-\${{ vars.A }}` }, /^deploy.yml:1:1: .*expression/],
  ['the merge key', { file: 'source_config:\n  <<: {build_command: make}' }, /^deploy.yml:2:3: .*merge key/],
  [
    'the token of the job in secrets',
    { with: { secrets: '{"github_token": "ghs_secret"}' } },
    /^Input `secrets`, line 1: holds `github_token`/,
  ],
  [
    'health_contains without health_url',
    { with: { health_contains: 'ok' } },
    /^Input `health_contains`: needs `health_url`/,
  ],
  [
    'ACTIONS_… in secrets',
    { with: { secrets: 'ACTIONS_RUNTIME_TOKEN' }, env: { ACTIONS_RUNTIME_TOKEN: 'x' } },
    /line 1: .*belongs to the runner/,
  ],
  [
    'GITHUB_… in secrets of the file',
    { file: 'secrets: [GITHUB_TOKEN]', env: { GITHUB_TOKEN: 'x' } },
    /^deploy.yml:1:11: .*belongs to the runner/,
  ],
  ['INPUT_… in secrets', { with: { secrets: 'INPUT_API_KEY' } }, /line 1: .*belongs to the runner/],
  [
    'RUNNER_… in secrets',
    { with: { secrets: 'RUNNER_TEMP' }, env: { RUNNER_TEMP: '/tmp' } },
    /belongs to the runner/,
  ],
  ['a value in the list of secrets', { file: 'secrets: [TOKEN=hunt3r]' }, /^deploy.yml:1:11: .*no values/],
  ['secrets that are empty in the file', { file: 'secrets:' }, /^deploy.yml:1:1: secrets is empty/],
  ['variables that are empty in the file', { file: 'variables:' }, /^deploy.yml:1:1: variables is empty/],
  [
    'extra_fields that are empty in the file',
    { file: 'extra_fields:' },
    /^deploy.yml:1:1: extra_fields must be a mapping/,
  ],
  ['{version} without version', { file: 'name: shop-{version}' }, /^deploy.yml:1:1: .*\{version\}/],
  [
    'a field of the interface in extra_fields',
    { with: { extra_fields: 'name: store' } },
    /^Input `extra_fields`, line 1: .*own input/,
  ],
  [
    'a variable that is also a secret',
    { with: { secrets: 'A=a-value', variables: 'A=b' } },
    /^Input `variables`, line 1: .*also in/,
  ],
  ['an empty variable', { with: { variables: 'A=' } }, /^Input `variables`, line 1: the value is empty/],
  [
    'an empty variable of a mapping',
    { with: { variables: '---\nA: ""' } },
    /^Input `variables`, line 2: the value is empty/,
  ],
  [
    'an unknown placeholder',
    { with: { details_url: 'https://host/{x}' } },
    /^Input `details_url`: .*placeholders/,
  ],
  [
    'a details_url of another scheme',
    { with: { details_url: 'ftp://host/{id}' } },
    /^Input `details_url`: must be an absolute URL/,
  ],
  [
    'a duration of more than 120 hours',
    { with: { wait_timeout: '121h', wait_for: 'active' } },
    /^Input `wait_timeout`: must be 120h at most/,
  ],
  ['a word that is no boolean', { with: { comment: 'no' } }, /^Input `comment`: must be true or false/],
  [
    'a part of a commit',
    { with: { ...REPOHOST, commit: '0a1b2c3' } },
    /^Input `commit`: must be the full SHA/,
  ],
  ['a directive for YAML 1.1', { file: '%YAML 1.1\n---\nname: shop' }, /^deploy.yml:1:1: .*YAML 1.2/],
  ['a tag of YAML', { file: `${SPEC} {labels: {a: !!set {a}}}}` }, /^deploy.yml:1:45: .*[Uu]nresolved tag/],
  [
    'keys that are equal as text',
    { file: `${SPEC} {labels: {1: a, "1": b}}}` },
    /^deploy.yml:1:48: the key is given twice/,
  ],
  [
    'several mistakes at once',
    { file: 'nam: x\nsource_config: {custom_url: 5}', with: { dry_run: 'no', name: '' } },
    /dry_run/,
    /:2:17/,
    /:1:1/,
    /`name`/,
  ],
])('%s is refused at its input or line', async (_, step, ...said) => {
  const { refused } = await saidOf(step)
  expect(refused).toEqual(said.map(words => expect.stringMatching(words)))
})

it.each<Row>([
  ['an input that only ends like one', { with: { on: 'x' } }, /`on`.*no effect/],
  ['another unknown input', { with: { colour: 'x' } }, /`colour`.*no effect/],
  [
    'an unknown key of a volume',
    { file: `${SPEC} {volumes: [{empty_dir: {}}]}}` },
    /:44: .*volumes\[0\].empty_dir .*volumes\[0\].emptyDir/,
  ],
  [
    'an unknown key of a volume mount',
    { file: `${SPEC} {volume_mounts: [{mountpath: a}]}}` },
    /volume_mounts\[0\].mountPath/,
  ],
  [
    'an unknown key of an init container',
    { file: `${SPEC} {init_containers: [{images: a}]}}` },
    /init_containers\[0\].image;/,
  ],
  [
    'an unknown key of a sidecar',
    { file: `${SPEC} {sidecars: [{env: [{nam: B}]}]}}` },
    /sidecars\[0\].env\[0\].name/,
  ],
  ['a name that ends in a dash', { with: { name: 'shop-' } }, /^Input `name`: ends in `-`/],
  ['a name with a dollar sign', { with: { name: 'shop-$tag' } }, /^Input `name`: holds `\$`/],
  ['a name with white space', { with: { name: 'my shop' } }, /^Input `name`: .*white space/],
  ['a name with capitals', { with: { name: 'Shop' } }, /^Input `name`: .*capital/],
  ['a name of the file', { file: 'name: shop-', with: { name: '' } }, /^deploy.yml:1:1: ends in `-`/],
  [
    'wait_timeout and nothing to wait for',
    { with: { wait_timeout: '20m' } },
    /^Input `wait_timeout`: has no effect/,
  ],
  [
    'the api_key among the secrets',
    { with: { api_key: 'hunt3r', secrets: 'A=hunt3r' } },
    /^Input `secrets`, line 1: .*`api_key`/,
  ],
  [
    'build_on_push with a tag',
    { with: { ...REPOHOST, build_on_push: 'true', repo_ref: 'refs/tags/v1' } },
    /^Input `build_on_push`: .*tag/,
  ],
  [
    'fields that this version does not know',
    { with: { extra_fields: 'a: 1\nsource_config: {b: 2}' } },
    /^Input `extra_fields`: .*: a, source_config.b$/,
  ],
  [
    'a version that nothing uses',
    { file: 'name: shop', with: { version: 'v1' } },
    /^Input `version`: has no effect/,
  ],
  [
    'a secret that is too short to be hidden',
    { with: { secrets: 'A=abc' } },
    /^Input `secrets`, line 1: .*not masked/,
  ],
  [
    'github_token without a use',
    { with: { github_token: 'ghs_secret' } },
    /^Input `github_token`: has no effect/,
  ],
])('%s is sent with a warning', async (_, step, ...said) => {
  expect(await saidOf(step)).toEqual({ refused: [], warned: said.map(words => expect.stringMatching(words)) })
})

it.each<[string, Step]>([
  [
    'an image with a port, a tag and a digest',
    { with: { ...CONTAINER, image_uri: `host:5000/a/app:v1@${DIGEST}` } },
  ],
  [
    'a field that another source seems to need',
    { with: { image_uri: 'host/app:v1', repo_ref: 'main', build_command: 'make', integration_id: 'i-1' } },
  ],
  ['an id with dots and a colon', { with: { ...REPOHOST, integration_id: 'i..1:x' } }],
  ['a $schema key', { file: '$schema: https://host/x\nname: shop' }],
  ['a duration of 120 hours', { with: { wait_for: 'active', wait_timeout: '120h' } }],
  ['booleans of YAML 1.2', { with: { dry_run: 'True', build_on_push: 'FALSE' } }],
  ['a value under a name of the runner', { with: { secrets: 'GITHUB_TOKEN=a-value' } }],
  ['a merge key in quotes', { file: `${SPEC} {labels: {"<<": a}}}` }],
  ['variables after the start of a document', { with: { variables: '---\nA: info\n' } }],
  ['variables after an indented comment', { with: { variables: '  # ours\nA: info\n' } }],
  [
    'all placeholders',
    { with: { details_url: 'https://host/{id}/{name}/{tenant_id}?r={latest_revision_id}' } },
  ],
  [
    'variables of the environment that workflows may have',
    { env: { PREVIEW_BRANCH: 'x', SECRETS_POOL: 'A=b' } },
  ],
])('%s is accepted without a word', async (_, step) => {
  expect(await saidOf(step)).toEqual({ refused: [], warned: [] })
})

it.skipIf(process.platform === 'win32').each([
  ['a folder', (path: string) => mkdirSync(path)],
  ['a named pipe', (path: string) => execFileSync('mkfifo', [path])],
])('a config that is %s is refused at once', async (_, make) => {
  const path = join(workspace, 'odd')
  make(path)
  const { refused } = await saidOf({ with: { config: 'odd' } })
  rmSync(path, { recursive: true })
  expect(refused).toEqual([expect.stringMatching(/^Input `config`: .*no regular file/)])
})

it('a fragment of the health URL is not sent', async () => {
  const goal = async (health_url: string) => {
    const answer = await read({ with: { health_url, wait_for: 'active' } })
    return answer.ok ? answer.value.order.health_url : answer.error.problems
  }
  expect(await goal('/ok?a=b#top')).toBe('/ok?a=b')
  expect(await goal('https://host/ok#top')).toBe('https://host/ok')
})

it('a variable of a plausible name changes nothing of the request', async () => {
  const env = { PREVIEW_BRANCH: 'feature/cart', SECRETS_POOL: 'TOKEN=other', TOKEN: 'own-value' }
  const answer = await read({ file: 'secrets: [TOKEN]', with: REPOHOST, env })
  expect(answer).toMatchObject({
    ok: true,
    value: {
      order: { draft: { source_revision_config: {}, secrets: [{ name: 'TOKEN', value: 'own-value' }] } },
    },
  })
})
