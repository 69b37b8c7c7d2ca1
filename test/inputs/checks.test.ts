import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readCreateInputs } from '../../src/inputs/order.ts'
import { sentence } from '../../src/inputs/problem.ts'
import { write } from '../../src/lib/sentence.ts'
import { jobWith } from '../security/in-process.ts'

// What is refused, and what is sent with a warning. Review the files in snapshots/ as a reader would.

const workspace = mkdtempSync(join(tmpdir(), 'workspace-'))
afterAll(() => rmSync(workspace, { recursive: true }))

/** A step of the create action. */
interface Step {
  with?: Record<string, string>
  env?: Record<string, string>
  /** The text of the `config` file, with the name and source of a deployment unless it has them itself. */
  file?: string
}

/** Reads the inputs of a step that is valid but for what it sets itself. */
async function readStep(step: Step) {
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
  return readCreateInputs({ job: jobWith(inputs), env })
}

/** What the create action says about the inputs of a step, which would be valid without its mistake. */
async function saidOf(step: Step): Promise<string[]> {
  const { problems, warnings } = await readStep(step)
  const isRefused = problems.length > 0
  const said = (isRefused ? problems : warnings).map(problem => write(sentence(problem), value => value))
  if (said.length === 0) return ['accepted']
  return said.map(line => `${isRefused ? 'error' : 'warning'}: ${line}`)
}

/** Steps in which one input has each of these values. */
const values = (input: string, ...texts: string[]): Step[] => texts.map(text => ({ with: { [input]: text } }))
const files = (...texts: string[]): Step[] => texts.map(file => ({ file }))

const REPOHOST = { source: 'repohost', repository: 'acme/shop', integration_id: 'i-1' }
const REFERENCES = '[{"name": "A", "secret_name": "a", "secret_key": "b"}]'
const SECRETS = { TOKEN: 'cafe-b4be', EMPTY: '' }
const ID = 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'
const OF_RUNNER = `${ID} actions_runtime_token GITHUB_TOKEN github_token INPUT_API_KEY Runner_Temp`.split(' ')
const RUNNER = Object.fromEntries(OF_RUNNER.map(name => [name, 'hunt3r-two']))
const ID_TOKEN = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:9/token',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-t0ken',
}
const AUTHORIZATION = 'authorization: Bearer s3cond-half'
const SPEC = 'source_config: {resource_spec:'
/** Aliases that double the size of the file twenty times. */
const DOUBLED = Array.from(
  { length: 20 },
  (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1}, *a${n - 1}`}]`,
)

const RULES: Record<string, Step[]> = {
  'values of inputs': [
    ...values('dry_run', 'yes', '1', 'TrUe', 'null', 'true # always'),
    ...['allow_http', 'build_on_push', 'comment'].flatMap(input => values(input, 'no')),
    ...values('request_timeout', '0.0', '5 minutes', '1d'),
    ...values('wait_timeout', '-1s', '1e3', '30S', '1m30s', '1.s', '1 s', '432001'),
    ...values('source', '', 'git', 'external-container', 'RepoHost'),
    ...values('name', '', ' \n\t'),
    ...values('if_exists', 'ignore'),
    ...values('wait_for', 'READY'),
    ...values('commit', '0a1b2c3'),
    ...values('health_url', 'host/ok', 'https://ci:pa55word@host/ok', '/a b', '//x/ok', '/\\x/ok'),
  ],
  'fields that a source needs or excludes': [
    { with: { ...REPOHOST, integration_id: '' } },
    { with: { ...REPOHOST, repository: '' } },
    { with: { source: 'external_container' } },
    ...values('image_uri', 'host/app@', 'host/app@sha256:', 'host/app:v1@sha256:abc', 'host/app:v1 @b'),
    ...values(
      'image_uri',
      'host/app v1',
      'host/app:',
      'host/',
      `host:5000/a/app:v1@sha256:${'0a'.repeat(32)}`,
    ),
    ...['a/b', '..', 'i..1:x'].map(integration_id => ({ with: { ...REPOHOST, integration_id } })),
    { file: 'source_config: {integration_id: ../x}', with: { source: 'repohost', repository: 'a/b' } },
    { with: { secret_references: REFERENCES } },
    { with: { ...REPOHOST, secret_references: REFERENCES } },
  ],
  'inputs that the action does not have': [
    ...['dryrun', 'wait-for', 'wiat_for', 'image_url', 'apikey', 'secret', 'colour', 'health'],
    ...['env', 'timeout', 'on'],
  ].flatMap(input => values(input, 'x')),
  base_url: [
    ...values('base_url', '', 'api.example.com', '//api.example.com/a', 'https:api.example.com'),
    ...values('base_url', 'https://api.example.com:99999', 'ftp://api.example.com', 'http://127.0.0.1/a\nb'),
    ...values('base_url', 'https://host/?token=pa55word', 'https://host/#top', 'https://ci:pa55word@host'),
    ...values('base_url', 'http://api.example.com', 'http://localhost.example.com', 'http://10.1.2.3'),
    ...values('base_url', 'http://0.0.0.0', 'http://[fe80::1]'),
    ...values('base_url', 'http://localhost', 'http://127.8.8.8', 'http://[::1]'),
    { with: { base_url: 'http://10.1.2.3', allow_http: 'true' } },
    { env: { HTTPS_PROXY: 'http://pa55word@:x' } },
  ],
  credentials: [
    ...['\n', '\r', '\t', 'é', '…'].flatMap(sign => values('api_key', `fir5t-half${sign}s3cond-half`)),
    ...['X Api Key', 'X-Api-Key: fir5t-half', 'X-Schlüssel', 'X-Api-Key\nX-Other', 'Content-Length'].map(
      api_key_header => ({ with: { api_key_header, api_key: 'fir5t-half' } }),
    ),
    ...values('headers', 'X-Workspace: w1\n\nfir5t-half', ': fir5t-half', 'X Gateway: fir5t-half'),
    ...values('headers', 'X-A: fir5t-half\u0007s3cond-half', 'X-A: fir5t-half…', 'Content-Type: text/plain'),
    ...values('headers', 'X-A:   ', 'Authorization: Bearer', 'Authorization: basic'),
    ...values('headers', 'fir5t-half\nX-A: ok\nX A: s3cond-half\nx-a: fir5t-half'),
    { with: { api_key: 'fir5t-half', headers: 'x-api-key: s3cond-half' } },
    { with: { api_key: 'fir5t-half', api_key_header: 'Authorization', headers: AUTHORIZATION } },
    { with: { oidc_audience: 'shop', headers: AUTHORIZATION }, env: ID_TOKEN },
    { with: { oidc_audience: 'shop', api_key: 'x', api_key_header: 'authorization' }, env: ID_TOKEN },
    { with: { oidc_audience: 'shop' } },
  ],
  'unknown keys': [
    ...files('names: shop', '# ours\n\nsource_configs: {}', 'secret: [A]', '{\n  "nam": "shop"\n}'),
    ...files('name: shop\r\nsource_config:\r\n  custom_ur: a\r\n', 'source_config:\n  "custom uri": a'),
    ...files('image_uri: a', 'source_config: {listener_config: {namespace: a}}', `${SPEC} {memorymb: 5}}`),
    ...files(`${SPEC} {volumes: [{empty_dir: {}, hostPath: {path: /a}}, {hostPath: {}}]}}`),
    ...files(`${SPEC} {sidecars: [{images: a, env: [{nam: B}], resources: {limit: {}}, ports: []}]}}`),
    ...files(`${SPEC} {volumes: [{hostPath: {a: 12345678901234567890}}]}}`),
    ...files(`${SPEC} {image_pull_secrets: [{nam: a}]}}`, '$schema: ../config.schema.json\nsources: a'),
    ...files('source_revision_config: {__proto__: {}}', 'source_revision_config: {repo_commit_sha: 5f3c2e1}'),
    ...files('source_revision_config: {x: a}', 'volumes: []', `${SPEC} {volume_mounts: [{mountpath: a}]}}`),
    ...files(`${SPEC} {init_containers: [{images: a}]}}`),
    ...files('status: READY', 'extra_fields: {id: a}', 'extra_fields: {status: READY}'),
    ...files('extra_fields: {source_config: {build_command: a}}', 'base_url: https://a'),
  ],
  'wrong types': [
    ...files('name: 2024', 'name: true', 'name:', 'source: git', 'source: external-container'),
    ...files('source_revision_config: {repo_ref: 1.10}', 'source_config: none', 'source_revision_config:'),
    ...files('source_config: {build_on_push: yes}', 'source_config: {build_command: [npm, run]}'),
    ...files(`${SPEC} {cpu: 500m}}`, `${SPEC} {cpu: .nan}}`, `${SPEC} {labels: {a: .inf}}}`),
    ...files('source_revision_config: {image_uri: host/app@}', 'secret_references: [{name: A}]'),
    ...files('secrets:', 'variables:', 'extra_fields:'),
    { file: 'name: ""', with: { name: '' } },
  ],
  'wrong YAML': [
    ...files('', '# ours\n\n- name: shop', 'shop', 'name: shop\n  custom_url: a', 'name:shop\nsource: a'),
    ...files('source_config:\n    custom_url: a\n  build_command: b', 'source_config:\n\tcustom_url: a'),
    ...files('source_config:\n  build_command: echo a: b', 'source_config:\n  custom_url: @shop'),
    ...files('# ours\n{"name": "shop\n, "source": "repohost"}\n', "name: 'shop\n\n\n"),
    ...files('source_config:\n  a: [a\nname: shop', 'name: "hunt3r-two\nsource: a', 'name: "\\d"'),
    ...files('{"name": "shop"}}', '{"name": "shop"\n "source": "repohost"}', 'name: shop\nname: store'),
    ...files(`${SPEC} {labels: {1: a, "1": b}}}`, 'name: !include a.yml', `${SPEC} {labels: {? [a] : c}}}`),
    ...['!!set {a}', '!!omap [a: b]', '!!binary aGk=', '!!timestamp 2001-01-01'].flatMap(value =>
      files(`${SPEC} {labels: {a: ${value}}}}`),
    ),
    ...files('name: {{ x }}', '# ours\n%YAML 1.1\n---\nname: shop', '%YAML 1.3\n---\nname: shop'),
    ...files('name: shop\n---\nname: store', 'source_config:\n  <<: {build_command: make}'),
    ...files(`${SPEC} {labels: {"<<": a}}}`),
    // A wrong key or number hides no other mistake.
    ...files('source: git\nnam: a\nsource_config: {<<: {build_command: a}}\nname: a\nname: b'),
    ...files('name: *n\nsource: &n a', `${SPEC} {labels: &l {a: *l}}}`, DOUBLED.join('\n')),
    ...files(`name: shop-\${{ vars.A }}\ncustom_ur: a`, `${SPEC} {labels: {a: "\${{ vars.A }}"}}}`),
    ...files(`extra_fields: {"\${{ vars.A }}": 1}`, `${SPEC} ${'['.repeat(300)}${']'.repeat(300)}}`),
  ],
  'YAML inputs': [
    ...values('resource_spec', 'cpu: 1\n  min_scale: 2', '\n\n\ncpu: two', 'cpu: 1\nmin_scal: 1', '- cpu: 1'),
    ...values('resource_spec', 'memory_mb: 9007199254740993', 'min_scale: 1.5', 'cpu: 1\n<<: {min_scale: 1}'),
    ...values('resource_spec', 'volumes: [{projected: {a: [1, 0.5, 9007199254740993]}}]'),
    ...values('resource_spec', `labels: {a: ${'['.repeat(5000)}${']'.repeat(5000)}}`),
    ...values('extra_fields', 'name: store', 'source_config: {resource_spec: {labels: {a: b}}}', '- region'),
    ...values('extra_fields', 'source_revision_config: {repo_commit_sha: 0a1b}', 'a: 12345678901234567890'),
    ...values('list_parameters', 'limit: first\nofset: skip', 'name: ""', 'offset: limit'),
    ...['name: A', '- {name: A, secret_name: a}', '- {name: A, secret_name: 5, secret_key: c}'].map(
      secret_references => ({ with: { source: 'external_container', image_uri: 'a:1', secret_references } }),
    ),
  ],
  secrets: [
    ...values('secrets', 'A=a-value\n=hunt3r-two', 'TOKEN: hunt3r-two', '# ours\n\nMY-TOKEN=hunt3r-two'),
    ...values('secrets', '1T=hunt3r-two', 'A=a-value\n B=hunt3r-two', 'export A=hunt3r-two', 'A<hunt3r-two'),
    ...values('secrets', 'KEY=-----BEGIN-----\nhunt3r/two\nhunt3r+two\n-----END-----\nB C\nA=x-value\nB C'),
    ...values('secrets', 'A=hunt3r-two\n# again\nA=cafe-b4be', 'TOKEN\nOTHER', 'TOKEN\nEMPTY', 'constructor'),
    ...values('secrets', 'TUlJRXZR\nQm9iZGVi==', 'Qm9iZGVi=', '{"a_b": ""}', 'JBSWY3DPEHPK3PXP'),
    ...values('secrets', '\ufeff{"A": "a-value"}', '\ufeffA=a-value'),
    ...values('secrets', 'inherit', 'TOKEN\n\nA=', 'A<<E\nE', 'A<<E\nhunt3r-two\nE \nx', 'A<<\nhunt3r'),
    ...values('secrets', '\r\nA=hunt3r-two\r\nB C\r', '{\n  "A": "hunt3r-two",\n  "B": 12345678\n}'),
    ...values(
      'secrets',
      '{"": "hunt3r-two"}',
      '{\n  "A": ""\n}',
      '{\n  "A": "hunt3r-two",\n  "A": "cafe-b4be"\n}',
    ),
    ...values('secrets', '{"A": "hunt3r-two"\n"B": "x"}', '{\n"A": "hunt3r-two",\n}', '{A=hunt3r-two}'),
    ...values('secrets', '{"github_token": "cafe-b4be", "A": "hunt3r-two"}', 'A=abc', 'A=true'),
    { with: { api_key: 'hunt3r-two', secrets: 'A=x-value\nB=hunt3r-two\nC="hunt3r-two"\nD=a-value E2=b' } },
    ...files('secrets:\n  - name: TOKEN\n    value: hunt3r-two', 'secrets:\n  - TOKEN=hunt3r-two'),
    ...files('secrets:\n  TOKEN: hunt3r-two', 'secrets: [TOKEN, OTHER]', 'secrets: [EMPTY]', 'secrets: [5]'),
    ...files('secrets: [toString]', 'secrets: [TOKEN, TOKEN]'),
  ].map(step => ({ env: SECRETS, ...step })),
  'secrets from the runner': [
    ...OF_RUNNER.flatMap(name => [...values('secrets', name), ...files(`secrets: [${name}]`)]),
    ...values('secrets', `A=a-value\n${ID} \r\n`, `${ID}=b-value`, `${ID}<<E\nb\nE`, `{"${ID}": "b-value"}`),
    ...files(`variables: {A: &t ${ID}}\nsecrets: [*t]`, `extra_fields: {secrets: [${ID}]}`),
    { file: 'secrets: ["{version}"]', with: { version: ID } },
    { file: 'extra_fields: {A: "{version}"}', with: { version: `x\nsecrets: [${ID}]` } },
    { file: `secrets: [${ID}]`, with: { secrets: `${ID}=b-value` } },
    {
      with: { secrets: 'CREATE_DEPLOYMENT_SECRETS_POOL' },
      env: { CREATE_DEPLOYMENT_SECRETS_POOL: 'A=hunt3r-two' },
    },
  ].map(step => ({ ...step, env: { ...RUNNER, ...step.env } })),
  version: [
    ...['', 'v1'].map(version => ({ file: 'name: shop-{version}', with: { version } })),
    ...files('source_revision_config: {repo_ref: {version}}'),
    { file: 'name: shop-{version}\nvariables: {A: ["{version}"]}', with: { name: '' } },
    { with: { version: 'v1' } },
    { file: '$schema: "{version}"\nextra_fields: {"{version}": 1}', with: { version: 'v1' } },
  ],
  details_url: [
    ...values('details_url', 'https://host/{id}/{name}/{tenant_id}?r={latest_revision_id}', '/{id}', '{id}'),
    ...values('details_url', 'https://host/{ID}', 'https://host/{}', 'https://host/{id', 'ftp://host/{id}'),
    ...values('details_url', 'javascript:alert({id})', 'https://host/a b', 'https://ci:pa55word@host/{id}'),
  ],
  variables: [
    ...values('variables', 'A=1\nB', 'A=1\nB=', 'A=1\nA=2', 'A=1\nB<<E\nx\nE', 'info', '{}}', 'A: ""'),
    ...values('variables', 'github_token=x', 'A: info\nB: [x]', 'A: info\nB:', 'TOKEN: x'),
    ...values('variables', '---\nA: info\n', '  # ours\nA: info\n', '{"A": "x", "A": "y"}'),
    ...values('variables', 'A: 1.10\nB: 12345678901234567890'),
    ...files('secrets: [TOKEN]\nvariables:\n  TOKEN: x\n  B: ""', 'variables: {A: [x]}'),
  ].map(step => ({ env: SECRETS, ...step, with: { secrets: 'TOKEN', ...step.with } })),
  'inputs that look like a mistake': [
    ...values('name', 'shop-', 'shop-$TAG', 'My Shop'),
    { file: 'name: shop-', with: { name: '' } },
    ...values('wait_timeout', '20m', '1800', '121h', ''),
    { with: { wait_timeout: '20m', wait_for: 'ready' } },
    ...values('health_contains', 'ok'),
    ...['image_uri', 'repo_ref', 'source_tarball_path', 'build_on_push', 'integration_id'].flatMap(input =>
      values(input, 'true'),
    ),
    { with: { source: 'internal_container', image_uri: 'a:', build_command: 'make' } },
    { with: { ...REPOHOST, build_on_push: 'true', repo_ref: 'refs/tags/v1' } },
    ...values('environment', 'production'),
    ...values('github_token', 'cafe-b4be'),
    ...values('comment', 'true'),
    ...values('repository', 'acme/shop'),
    ...values('commit', '0a1b'.repeat(10)),
    ...values('extra_fields', 'a: 1\nsource_config: {b: {c: 2}, resource_spec: {gpu: {type: a100}}}'),
    ...files('source_revision_config:\n  repo_ref: main', 'extra_fields:\n  source_config: {region: eu}'),
  ],
  'a file that cannot be read': [
    // Fields that an unreadable file may contain are not missing.
    { with: { config: 'gone.yml', name: '', source: '', wait_for: 'done', secrets: 'OTHER' } },
    { with: { config: 'gone.yml', secret_references: REFERENCES } },
  ],
}

it.each(Object.entries(RULES))(
  'the rules of %s match their snapshot, and no secret is shown',
  async (rule, steps) => {
    const shown = []
    for (const step of steps) {
      const said = await saidOf(step)
      expect(said.join('\n')).not.toMatch(/hunt3r|cafe-b4be|pa55word|12345678|half|t0ken/)
      const { env: _, ...given } = step
      shown.push([JSON.stringify(given).slice(0, 200), ...said].join('\n  '))
    }
    await expect(`${shown.join('\n\n')}\n`).toMatchFileSnapshot(`snapshots/${rule.replaceAll(' ', '-')}.txt`)
  },
)

// Windows has other kinds of links.
it.skipIf(process.platform === 'win32')('a config path must be a text file of the workspace', async () => {
  const at = (path: string) => join(workspace, path)
  const beside = `${workspace}-beside`
  for (const folder of [beside, at('deploy')]) mkdirSync(folder)
  for (const folder of [beside, workspace, at('deploy')]) writeFileSync(join(folder, 'shop.yml'), '{}')
  const links = {
    inside: join('..', basename(workspace), 'shop.yml'),
    ...{ hosts: '/etc/hosts', etc: '/etc', up: '../..', nothing: 'gone', itself: 'itself' },
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, at(name))
  execFileSync('mkfifo', [at('pipe')])
  writeFileSync(at('latin1'), Buffer.from('name: schön\n', 'latin1'))
  writeFileSync(at('utf16'), Buffer.from('\ufeffname: shop\n', 'utf16le'))
  writeFileSync(at('large'), '#'.repeat(2 ** 19 + 1))
  const shown = []
  for (const config of [
    ...['shop.yml', './deploy/../shop.yml', at('deploy/shop.yml'), 'inside'],
    ...[join(relative(workspace, beside), 'shop.yml'), '..', '/etc/hosts', 'hosts', 'etc/hosts', 'up'],
    ...[
      'gone.yml',
      'shop.yml/shop.yml',
      'nothing',
      'deploy',
      'deploy/..',
      'pipe',
      'latin1',
      'utf16',
      'large',
    ],
    ...['../gone.yml', 'itself', `${'long-'.repeat(60)}.yml`],
  ]) {
    const [said = ''] = await saidOf({ with: { config } })
    shown.push(
      `${config}\n  ${said}`.replaceAll(basename(workspace), '<workspace>').replaceAll(tmpdir(), '<tmp>'),
    )
  }
  rmSync(beside, { recursive: true })
  await expect(`${shown.join('\n\n')}\n`).toMatchFileSnapshot('snapshots/config-paths.txt')
})

it('a variable of a plausible name changes nothing of the request', async () => {
  const env = { PREVIEW_BRANCH: 'feature/cart', SECRETS_POOL: 'TOKEN=other', TOKEN: 'own-value' }
  const read = await readStep({ file: 'secrets: [TOKEN]', with: REPOHOST, env })
  const secrets = [{ name: 'TOKEN', value: 'own-value' }]
  expect(read).toMatchObject({
    problems: [],
    warnings: [],
    order: { draft: { source_revision_config: {}, secrets } },
  })
})
