import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sentence } from '../../src/inputs/problem.ts'
import { write } from '../../src/lib/sentence.ts'
import { readStep, type Step } from './read-step.ts'

// What the create action refuses, warns of, and accepts, one row for each clause of its contract.

const workspace = mkdtempSync(join(tmpdir(), 'workspace-'))
afterAll(() => rmSync(workspace, { recursive: true }))

interface Answer {
  refused: string[]
  warned: string[]
}

async function saidOf(step: Step): Promise<Answer> {
  const answer = await readStep(step, workspace)
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

/** The place of a problem: an input, with its line, or a line and column of the `config` file. Or words of it. */
type Said = string | RegExp

/** A clause, a step that breaks it, and each problem. */
type Row = [clause: string, step: Step, ...said: Said[]]
type InputsRow = [clause: string, inputs: Record<string, string>, ...said: Said[]]
type FileRow = [clause: string, text: string, ...said: Said[]]

const withInputs = ([clause, inputs, ...said]: InputsRow): Row => [clause, { with: inputs }, ...said]
const withFile = ([clause, file, ...said]: FileRow): Row => [clause, { file }, ...said]

function matching(said: Said) {
  if (typeof said !== 'string') return expect.stringMatching(said)
  const [input, line] = said.split(', ')
  const ofInput = line ? `Input \`${input}\`, ${line}: ` : `Input \`${input}\`: `
  const place = /^\d/.test(said) ? `deploy.yml:${said}: ` : ofInput
  return expect.stringMatching(new RegExp(`^${place}`))
}

const REFUSED_INPUTS: InputsRow[] = [
  ['a missing name', { name: '' }, 'name'],
  ['a missing source', { source: ' ' }, 'source'],
  ['an unknown source', { source: 'git' }, 'source'],
  ['a wrong type in an input', { dry_run: 'yes' }, 'dry_run'],
  ['an unknown key of resource_spec', { resource_spec: 'cpu: 1\nmin_scal: 1' }, /line 2: .*min_scale/],
  ['secret_references without a container', { secret_references: REFERENCES }, 'secret_references'],
  ['repohost without integration_id', { ...REPOHOST, integration_id: '' }, 'integration_id'],
  ['external_container without image_uri', { ...CONTAINER, image_uri: '' }, 'image_uri'],
  ['an input without its underscore', { dryrun: 'x' }, /`dryrun`.*did you mean `dry_run`\?/],
  ['an input with another sign', { 'wait-for': 'x' }, /`wait-for`.*did you mean `wait_for`\?/],
  ['an input with one letter off', { image_url: 'x' }, /`image_url`.*did you mean `image_uri`\?/],
  [
    'the beginning of an input',
    { health: 'x' },
    /`health`.*did you mean `health_url` or `health_contains`\?/,
  ],
  ['a part of a word of an input', { env: 'x' }, /`env`.*did you mean `environment`\?/],
  ['the end of an input', { timeout: 'x' }, /`timeout`.*did you mean `\w+_timeout` or `\w+_timeout`\?/],
  ['two misspelt inputs', { health: '/ok', timeout: '9m' }, /`health`/, /`timeout`/],
  ['an image with white space', { ...CONTAINER, image_uri: 'host/app v1' }, 'image_uri'],
  ['an image that ends in a colon', { ...CONTAINER, image_uri: 'host/app:' }, 'image_uri'],
  ['an image that ends in a slash', { ...CONTAINER, image_uri: 'host/' }, 'image_uri'],
  ['an image with an empty digest', { ...CONTAINER, image_uri: 'host/app@' }, 'image_uri'],
  ['an image with half a digest', { ...CONTAINER, image_uri: 'host/app@sha256:' }, 'image_uri'],
  ['an image with a short digest', { ...CONTAINER, image_uri: 'host/app@sha256:abc' }, /digest/],
  ['an id that is two dots', { ...REPOHOST, integration_id: '..' }, 'integration_id'],
  ['an id that is one dot', { ...REPOHOST, integration_id: '.' }, 'integration_id'],
  ['an id of two steps', { ...REPOHOST, integration_id: 'a/b' }, 'integration_id'],
  ['a config that is not there', { config: 'gone.yml' }, 'config'],
  ['a config outside the workspace', { config: '../x.yml' }, 'config'],
  ['the token of the job in secrets', { secrets: '{"github_token": "ghs_secret"}' }, 'secrets, line 1'],
  ['health_contains without health_url', { health_contains: 'ok' }, 'health_contains'],
  ['INPUT_… in secrets', { secrets: 'INPUT_API_KEY' }, /line 1: .*belongs to the runner/],
  ['a field of the interface in extra_fields', { extra_fields: 'name: store' }, 'extra_fields, line 1'],
  ['a variable that is also a secret', { secrets: 'A=a-value', variables: 'A=b' }, 'variables, line 1'],
  ['an empty variable', { variables: 'A=' }, 'variables, line 1'],
  ['an empty variable of a mapping', { variables: '---\nA: ""' }, 'variables, line 2'],
  ['an unknown placeholder', { details_url: 'https://host/{x}' }, 'details_url'],
  ['a details_url of another scheme', { details_url: 'ftp://host/{id}' }, 'details_url'],
  ['a duration of more than 120 hours', { wait_timeout: '121h', wait_for: 'active' }, 'wait_timeout'],
  ['a word that is no boolean', { comment: 'no' }, 'comment'],
  ['a part of a commit', { ...REPOHOST, commit: '0a1b2c3' }, 'commit'],
]

const REFUSED_FILES: FileRow[] = [
  ['a wrong type in the file', 'name: 5', '1:1'],
  [
    'an unknown key with a near one',
    '\nsource_config: {custom_ur: a}',
    /^deploy.yml:2:17: source_config.custom_ur .* source_config.custom_url; .*extra_fields/,
  ],
  [
    'an unknown key with none near',
    'source_revision_config: {x: a}',
    /:26: .*known keys are repo_ref, graph_config_path, image_uri, source_tarball_path;/,
  ],
  ['a key of the file that has the name of a list of resource_spec', 'volumes: []', '1:1'],
  [
    'repo_commit_sha in a request',
    'source_revision_config: {repo_commit_sha: a}',
    /:26: .*set by the service/,
  ],
  ['an image of the file', 'source_revision_config:\n  image_uri: "host/app:"', '2:3'],
  ['an expression in the file', `name: shop-\${{ vars.A }}`, '1:1'],
  ['the merge key', 'source_config:\n  <<: {build_command: make}', '2:3'],
  ['a value in the list of secrets', 'secrets: [TOKEN=hunt3r]', '1:11'],
  ['secrets that are empty in the file', 'secrets:', '1:1'],
  ['variables that are empty in the file', 'variables:', '1:1'],
  ['extra_fields that are empty in the file', 'extra_fields:', '1:1'],
  ['{version} without version', 'name: shop-{version}', '1:1'],
  ['a directive for YAML 1.1', '%YAML 1.1\n---\nname: shop', '1:1'],
  ['a tag of YAML', `${SPEC} {labels: {a: !!set {a}}}}`, '1:45'],
  ['keys that are equal as text', `${SPEC} {labels: {1: a, "1": b}}}`, '1:48'],
]

it.each<Row>([
  ...REFUSED_INPUTS.map(withInputs),
  ...REFUSED_FILES.map(withFile),
  ['an unknown source in the file', { file: 'source: git', with: { source: '' } }, '1:1'],
  [
    'an id of two steps in the file',
    { file: 'source_config: {integration_id: ../x}', with: { source: 'repohost', repository: 'a/b' } },
    '1:17',
  ],
  [
    'ACTIONS_… in secrets',
    { with: { secrets: 'ACTIONS_RUNTIME_TOKEN' }, env: { ACTIONS_RUNTIME_TOKEN: 'x' } },
    /line 1: .*belongs to the runner/,
  ],
  [
    'GITHUB_… in secrets of the file',
    { file: 'secrets: [GITHUB_TOKEN]', env: { GITHUB_TOKEN: 'x' } },
    '1:11',
  ],
  [
    'RUNNER_… in secrets',
    { with: { secrets: 'RUNNER_TEMP' }, env: { RUNNER_TEMP: '/tmp' } },
    /belongs to the runner/,
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
  expect(refused).toEqual(said.map(matching))
})

const WARNED_INPUTS: InputsRow[] = [
  ['an input that only ends like one', { on: 'x' }, /`on`.*no effect/],
  ['another unknown input', { colour: 'x' }, /`colour`.*no effect/],
  ['a name that ends in a dash', { name: 'shop-' }, 'name'],
  ['a name with a dollar sign', { name: 'shop-$tag' }, 'name'],
  ['a name with white space', { name: 'my shop' }, 'name'],
  ['a name with capitals', { name: 'Shop' }, 'name'],
  ['wait_timeout and nothing to wait for', { wait_timeout: '20m' }, 'wait_timeout'],
  ['the api_key among the secrets', { api_key: 'hunt3r', secrets: 'A=hunt3r' }, 'secrets, line 1'],
  [
    'build_on_push with a tag',
    { ...REPOHOST, build_on_push: 'true', repo_ref: 'refs/tags/v1' },
    'build_on_push',
  ],
  [
    'unknown fields',
    { extra_fields: 'a: 1\nsource_config: {b: 2}' },
    /^Input `extra_fields`, line 1: .*: a, source_config.b$/,
  ],
  ['a secret that is too short to be hidden', { secrets: 'A=abc' }, 'secrets, line 1'],
  ['github_token without a use', { github_token: 'ghs_secret' }, 'github_token'],
]

const WARNED_FILES: FileRow[] = [
  [
    'an unknown key of a volume',
    `${SPEC} {volumes: [{empty_dir: {}}]}}`,
    /:44: .*volumes\[0\].empty_dir .*volumes\[0\].emptyDir/,
  ],
  [
    'an unknown key of a volume mount',
    `${SPEC} {volume_mounts: [{mountpath: a}]}}`,
    /volume_mounts\[0\].mountPath/,
  ],
  [
    'an unknown key of an init container',
    `${SPEC} {init_containers: [{images: a}]}}`,
    /init_containers\[0\].image;/,
  ],
  ['an unknown key of a sidecar', `${SPEC} {sidecars: [{env: [{nam: B}]}]}}`, /sidecars\[0\].env\[0\].name/],
]

it.each<Row>([
  ...WARNED_INPUTS.map(withInputs),
  ...WARNED_FILES.map(withFile),
  ['a name of the file', { file: 'name: shop-', with: { name: '' } }, '1:1'],
  ['a version that nothing uses', { file: 'name: shop', with: { version: 'v1' } }, 'version'],
])('%s is sent with a warning', async (_, step, ...said) => {
  expect(await saidOf(step)).toEqual({ refused: [], warned: said.map(matching) })
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
    const answer = await readStep({ with: { health_url, wait_for: 'active' } }, workspace)
    return answer.ok ? answer.value.order.health_url : answer.error.problems
  }
  expect(await goal('/ok?a=b#top')).toBe('/ok?a=b')
  expect(await goal('https://host/ok#top')).toBe('https://host/ok')
})

it('a variable of a plausible name changes nothing of the request', async () => {
  const env = { PREVIEW_BRANCH: 'feature/cart', SECRETS_POOL: 'TOKEN=other', TOKEN: 'own-value' }
  const answer = await readStep({ file: 'secrets: [TOKEN]', with: REPOHOST, env }, workspace)
  expect(answer).toMatchObject({
    ok: true,
    value: {
      order: { draft: { source_revision_config: {}, secrets: [{ name: 'TOKEN', value: 'own-value' }] } },
    },
  })
})
