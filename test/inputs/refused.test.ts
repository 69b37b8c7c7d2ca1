import { describe, test } from 'vitest'
import {
  type BadStep,
  expectRefusalInProcess as expectRefusal,
  inConfig,
  type Problem,
} from '../e2e/bad-inputs.ts'

// Every mistake of an input or of the `config` file that is refused, with the place and the words of its error. Nothing
// is sent, and no part of a secret is shown.

const hidden = ['hunt3r-two', 'cafe-b4be', 'pa55word', '12345678']
const ID = '3f0e2f6c-9d3c-4f4e-8a43-6f6c3c2a1b10'
const REPOHOST = { source: 'repohost', repository: 'acme/shop' }
const REFERENCES = '[{"name": "A", "secret_name": "a", "secret_key": "b"}]'

type Words = (string | RegExp)[]

describe('an input with an invalid value is refused', () => {
  const booleans = ['allow_http', 'build_on_push', 'dry_run', 'comment'].flatMap(input =>
    ['yes', '1', 'TrUe', 'null', 'true # always'].map(word => [{ [input]: word }, input, 'true or false']),
  )
  const durations = ['request_timeout', 'wait_timeout'].flatMap(input => [
    ...['5 minutes', '-1s', '1d', '1e3', '30S', '1m30s'].map(text => [{ [input]: text }, input, '15m']),
    [{ [input]: '1000h' }, input, 'too long'],
  ])
  test.concurrent.each<[Record<string, string>, ...Problem]>([
    ...(booleans as [Record<string, string>, ...Problem][]),
    ...(durations as [Record<string, string>, ...Problem][]),
    [{ request_timeout: '0.0' }, 'request_timeout', 'longer than 0'],
    [{ source: 'git' }, 'source', 'repohost', 'internal_template'],
    [{ source: 'external-container' }, 'source', 'did you mean', 'external_container'],
    [{ source: 'RepoHost' }, 'source', 'did you mean', 'repohost'],
    [{ if_exists: 'ignore' }, 'if_exists', 'match', 'fail', 'reuse'],
    [{ wait_for: 'READY' }, 'wait_for', 'none', 'ready', 'active'],
    [{ commit: '0a1b2c3' }, 'commit', 'full SHA'],
    [{ health_url: 'host/ok' }, 'health_url', 'absolute URL'],
    [{ health_url: 'https://ci:pa55word@host/ok' }, 'health_url', 'password'],
    [{ name: '' }, 'name', 'required'],
    [{ name: ' \n\t' }, 'name', 'required'],
    [{ source: '' }, 'source', 'required'],
    [{ ...REPOHOST }, 'integration_id', 'required', 'repohost', 'undefined', 'vars.X'],
    [{ source: 'repohost', integration_id: ID }, 'repository', 'required', 'GITHUB_REPOSITORY'],
    [{ source: 'external_container' }, 'image_uri', 'required', 'external_container'],
    ...['host/app@', 'host/app@sha256:', 'host/app:v1@sha256:'].map(
      (image_uri): [Record<string, string>, ...Problem] => [{ image_uri }, 'image_uri', 'empty digest'],
    ),
    ...['repohost', 'internal_container', 'internal_source', 'internal_template'].map(
      (source): [Record<string, string>, ...Problem] => [
        { ...REPOHOST, integration_id: ID, source, secret_references: REFERENCES },
        'secret_references',
        'external_container',
      ],
    ),
  ])('%j', (inputs, ...problem) => expectRefusal({ with: inputs, hidden }, problem))
})

describe('an input that the action does not have, and that reads as one of its own, is refused', () => {
  test.concurrent.each([
    ['dryrun', 'dry_run'],
    ['wait-for', 'wait_for'],
    ['waitFor', 'wait_for'],
    ['image_url', 'image_uri'],
    ['apikey', 'api_key'],
    ['secret', 'secrets'],
    ['base-url', 'base_url'],
  ])('%s', (name, meant) =>
    expectRefusal({ env: { [`INPUT_${name.toUpperCase()}`]: 'x' } }, [
      name.toLowerCase(),
      'did you mean',
      meant,
    ]),
  )
})

describe('a base_url that cannot be used is refused', () => {
  test.concurrent.each<[string, ...Words]>([
    ['', 'required', 'undefined'],
    ['api.example.com', 'absolute URL'],
    ['//api.example.com/api-host', 'absolute URL'],
    ['https:api.example.com', 'absolute URL'],
    ['https://api.example.com:99999', 'absolute URL'],
    ['ftp://files.example.com', 'absolute URL'],
    ['http://127.0.0.1/api\nhost', 'absolute URL'],
    ['https://api.example.com/?token=pa55word', 'query'],
    ['https://api.example.com/#top', 'fragment'],
    ['https://ci:pa55word@api.example.com', 'user name'],
    ['http://api.example.com', 'https://', 'allow_http'],
    ['http://localhost.example.com', 'allow_http'],
    ['http://10.1.2.3', 'allow_http'],
    ['http://0.0.0.0', 'allow_http'],
    ['http://[fe80::1]', 'allow_http'],
  ])('%j', (base_url, ...words) => expectRefusal({ with: { base_url }, hidden }, ['base_url', ...words]))

  test.concurrent.each([
    ['http://localhost', 'false'],
    ['http://127.8.8.8', 'false'],
    ['http://[::1]', 'false'],
    ['http://10.1.2.3', 'true'],
    ['https://api.example.com', 'false'],
  ])(
    'but %s with allow_http %s is accepted, so that only another error is reported',
    (base_url, allow_http) =>
      expectRefusal({ with: { base_url, allow_http, if_exists: 'sometimes' } }, ['if_exists', 'match']),
  )
})

/** A step with these lines as its `config` file. */
const inFile = (lines: string[], step: BadStep = {}) => inConfig(`${lines.join('\n')}\n`, { ...step, hidden })

describe('an unknown key is refused with the nearest known key', () => {
  const [CONFIG, SPEC] = ['source_config:', '  resource_spec:']
  test.concurrent.each<[string[], ...Problem]>([
    [['names: shop'], '1:1', 'names', 'nearest', 'name'],
    [['# ours', '', 'source_configs: {}'], '3:1', 'source_configs', 'source_config'],
    [['secret: [A]'], '1:1', 'secret', 'nearest', 'secrets'],
    [['{', '  "nam": "shop"', '}'], '2:3', 'nam', 'nearest', 'name'],
    [['name: shop\r', `${CONFIG}\r`, '  custom_ur: a\r'], '3:3', 'custom_ur', 'custom_url'],
    [[CONFIG, '  "custom uri": a'], '2:3', 'source_config.custom uri', 'custom_url'],
    [
      [CONFIG, '  image_uri: a'],
      '2:3',
      'source_config.image_uri',
      'source_revision_config.image_uri',
      'move',
    ],
    [['image_uri: a'], '1:1', 'source_revision_config.image_uri', 'move it there'],
    [['imgae_uri: a'], '1:1', 'source_revision_config.image_uri'],
    [['min_scale: 1'], '1:1', 'source_config.resource_spec.min_scale'],
    [[CONFIG, '  k8s_namespace: a'], '2:3', 'source_config.listener_config.k8s_namespace'],
    [[CONFIG, '  listener_config: {namespace: a}'], '2:21', 'listener_config.namespace', 'k8s_namespace'],
    [['repository: acme/shop'], '1:1', 'nearest', 'repo_url'],
    [['wait_for: ready'], '1:1', 'not known'],
    [[CONFIG, SPEC, '    cpu: 1', '    memorymb: 5'], '4:5', 'resource_spec.memorymb', 'memory_mb'],
    [[CONFIG, SPEC, '    volumes: [{empty_dir: {}}]'], '3:16', 'volumes[0].empty_dir', 'emptyDir'],
    [[CONFIG, SPEC, '    sidecars: [{images: a}]'], '3:17', 'sidecars[0].images', 'image'],
    [[CONFIG, '  __proto__: {}'], '2:3', 'has a key that is not known', 'nearest'],
    [['source_revision_config:', '  repo_commit_sha: 5f3c2e1'], '2:3', 'not part of a request'],
    [['status: READY'], '1:1', 'status', 'set by the service'],
    [['hunt3r-two-pasted: 1'], '1:1', 'has a key that is not known', 'nearest'],
    [['extra_fields: {id: a}'], '1:16', 'extra_fields.id', 'set by the service'],
    [['extra_fields: {tenant_id: a}'], '1:16', 'tenant_id', 'set by the service'],
    [['extra_fields: {status: READY}'], '1:16', 'status', 'set by the service'],
    [['extra_fields: {image_version: a}'], '1:16', 'image_version', 'set by the service'],
    [
      ['extra_fields: {source_config: {build_command: a}}'],
      '1:32',
      'build_command',
      'field of the interface',
    ],
  ])('%j', (lines, ...problem) => expectRefusal(inFile(lines), problem))

  test.concurrent('a missing field is reported together with another error', () =>
    expectRefusal(
      inFile(['source_config:', '  custom_ur: a'], { with: REPOHOST }),
      ['2:3', 'custom_url'],
      ['integration_id', 'required'],
    ))
})

describe('a value of the wrong type in the config file is refused', () => {
  const EXTERNAL = ['source: external_container', 'source_revision_config: {image_uri: a}']
  test.concurrent.each<[string[], ...Problem]>([
    [['name: 2024'], '1:7', 'name', 'must be a string', 'quotes'],
    [['name: true'], '1:7', 'must be a string', 'quotes'],
    [['name:', 'source: internal_source'], '1:6', 'must be a string', 'nothing'],
    [['source: git'], '1:9', 'repohost', 'internal_template'],
    [['source: external-container'], '1:9', 'did you mean', 'external_container'],
    [['source_revision_config:', '  repo_ref: 1.10'], '2:13', 'must be a string', 'quotes'],
    [['source_config: none'], '1:16', 'must be a mapping', 'string'],
    [['source_config:', 'name: shop'], '1:15', 'must be a mapping', 'nothing'],
    [['source_config:', '  build_on_push: yes'], '2:18', 'true or false', 'string'],
    [['source_config:', '  integration_id: 12'], '2:19', 'must be a string', 'quotes'],
    [['source_config:', '  build_command: [npm, run]'], '2:18', 'string', 'list'],
    [['source_config: {resource_spec: {cpu: 500m}}'], '1:38', 'cpu', 'number', 'string'],
    [[...EXTERNAL, 'secret_references: [{name: A, secret_name: a}]'], '3:21', 'secret_key', 'required'],
    [['name: ""'], '1:7', 'required'],
    [['source_revision_config: {image_uri: host/app@}'], '1:37', 'empty digest'],
  ])('%j', (lines, ...problem) => expectRefusal(inFile(lines, { with: inputsBeside(lines) }), problem))

  /** The inputs of the fields that these files do not have. */
  const inputsBeside = (lines: string[]) => ({
    ...(lines.some(line => line.startsWith('name:')) && { name: '' }),
    ...(lines.some(line => line.startsWith('source:')) && { source: '' }),
  })
})

describe('YAML that is wrong, or that JSON cannot represent, is refused at its line', () => {
  const SPEC = 'source_config: {resource_spec:'
  test.concurrent.each<[string[], ...Problem]>([
    [[''], '1:1', 'mapping', 'nothing'],
    [['# ours', '', '- name: shop'], '3:1', 'mapping', 'list'],
    [['shop'], '1:1', 'mapping', 'string'],
    [['name: shop', '  custom_url: a'], '2:13', 'indented'],
    [['source_config:', '    custom_url: a', '  build_command: b'], '3:1', 'indented'],
    [['source_config:', '\tcustom_url: a'], '2:1', 'tab'],
    [['name:shop', 'source: repohost'], '2:7', 'space after'],
    [['source_config:', '  build_command: echo a: b'], '2:18', 'quotes'],
    [['source_config:', '  custom_url: @shop'], '2:15', 'quotes'],
    [['source_config:', '  build_command: [a', 'name: shop'], '3:1', 'bracket'],
    [['name: "hunt3r-two', 'source: a'], '3:1', 'quote'],
    [['{"name": "shop"}}'], '1:17', 'text'],
    [['{"name": "shop"', ' "source": "repohost"}'], '2:2', 'comma'],
    [['name: shop', 'name: store'], '2:1', 'twice'],
    [[`${SPEC} {labels: {1: a, "1": b}}}`], '1:48', 'twice'],
    [['name: !include base.yml'], '1:7', 'tag'],
    ...['!!set {a}', '!!omap [a: b]', '!!binary aGk=', '!!timestamp 2001-01-01'].map(
      (value): [string[], ...Problem] => [[`${SPEC} {labels: {a: ${value}}}}`], '1:45', 'tag'],
    ),
    [[`${SPEC} {labels: {? [a] : c}}}`], '1:44', 'key must be text'],
    [['name: {{ x }}'], '1:8', 'key must be text'],
    [['# ours', '%YAML 1.1', '---', 'name: shop'], '2:1', 'YAML 1.2'],
    [['%YAML 1.3', '---', 'name: shop'], '1:7', 'YAML 1.2'],
    [['name: shop', '---', 'name: store'], '2:1', 'one document'],
    [['source_config:', '  <<: {build_command: make}'], '2:3', /merge key/],
    [['name: *n', 'source: &n a'], '1:7', 'alias'],
    [[`${SPEC} {labels: &l {a: *l}}}`], '1:48', 'alias'],
    [[`${SPEC} {labels: {a: .inf}}}`], '1:45', 'number'],
    [[`${SPEC} {cpu: .nan}}`], '1:38', 'finite'],
    [[`name: shop-\${{ github.ref_name }}`], '1:7', 'name', /\$\{\{/, 'nothing evaluates'],
    [[`${SPEC} {labels: {a: "\${{ vars.A }}"}}}`], '1:45', 'labels.a', 'nothing evaluates'],
    [[`extra_fields: {"\${{ vars.A }}": 1}`], '1:33', 'nothing evaluates'],
    [[`${SPEC} ${'['.repeat(300)}${']'.repeat(300)}}`], '1:1', '100 levels'],
  ])('%j', (lines, ...problem) => expectRefusal(inFile(lines), problem))

  test.concurrent('aliases that multiply the size of the file', () => {
    const doubled = Array.from({ length: 20 }, (_, n) => `      a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)
    const lines = ['source_config:', '  resource_spec:', '    labels:', '      a0: &a0 [x, x]', ...doubled]
    return expectRefusal(inFile(lines), ['1:1', 'aliases'])
  })
})

describe('a secret of the config file without a value, or with its value in the file, is refused', () => {
  const env = { TOKEN: 'cafe-b4be', EMPTY: '' }
  test.concurrent.each<[string[], ...Problem]>([
    [['secrets:', '  - name: TOKEN', '    value: hunt3r-two'], '2:5', 'secrets[0]', 'alone'],
    [['secrets:', '  - TOKEN=hunt3r-two'], '2:5', 'alone'],
    [['secrets:', '  TOKEN: hunt3r-two'], '2:3', 'secrets', 'list'],
    [['secrets: TOKEN=hunt3r-two'], '1:10', 'secrets', 'list'],
    [['secrets: [TOKEN, OTHER]'], '1:18', 'secrets[1]', 'environment variable', 'OTHER', 'not set'],
    [['secrets: [EMPTY]'], '1:11', 'empty'],
    [['secrets: [toString]'], '1:11', 'not set'],
    [['secrets: [TOKEN, TOKEN]'], '1:18', 'twice'],
    [['secrets: [5]'], '1:11', 'alone'],
  ])('%j', (lines, ...problem) => expectRefusal(inFile(lines, { env }), problem))
})

describe('an invalid line of secrets is refused by its number', () => {
  const env = { TOKEN: 'cafe-b4be', EMPTY: '' }
  const FORMS = ['NAME=value', 'NAME<<END', 'several lines']
  test.concurrent.each<[string[], ...Words]>([
    [['A=a-value', '=hunt3r-two'], 'line 2', ...FORMS],
    [['TOKEN: hunt3r-two'], 'line 1', ...FORMS],
    [['# ours', '', 'MY-TOKEN=hunt3r-two'], 'line 3', ...FORMS],
    [['1TOKEN=hunt3r-two'], 'line 1', ...FORMS],
    [['A=a-value', ' B=hunt3r-two'], 'line 2', ...FORMS],
    [['export A=hunt3r-two'], 'line 1', ...FORMS],
    [['A<hunt3r-two'], 'line 1', ...FORMS],
    [['KEY=-----BEGIN-----', 'hunt3r/two', 'hunt3r+two', '-----END-----'], 'lines 2 to 4', ...FORMS],
    [['A=hunt3r-two', '# again', 'A=cafe-b4be'], 'line 3', 'twice'],
    [['TOKEN', 'OTHER'], 'line 2', 'environment variable', 'not set', 'env'],
    [['TOKEN', 'EMPTY'], 'line 2', 'empty', 'secrets.X'],
    [['TOKEN', 'constructor'], 'line 2', 'not set'],
    [['inherit'], 'line 1', 'inherit', 'reusable workflow'],
    [['TOKEN', '', 'A='], 'line 3', 'empty'],
    [['A<<END', 'END'], 'line 1', 'empty'],
    [['B=b-value', 'A<<END', 'hunt3r-two', 'END ', 'x'], 'line 2', 'no line', 'white space'],
    [['A<<', 'hunt3r-two'], 'line 1', 'no line'],
    [['\r', 'A=hunt3r-two\r', 'B C\r'], 'line 3', ...FORMS],
    [['{', '  "A": "hunt3r-two",', '  "B": 12345678', '}'], 'line 3', 'string'],
    [['{', '  "A": ""', '}'], 'line 2', 'empty'],
    [['{', '  "A": "hunt3r-two",', '  "A": "cafe-b4be"', '}'], 'line 3', 'twice'],
    [['{"": "hunt3r-two"}'], 'line 1', 'name'],
    [['{"A": "hunt3r-two"', '"B": "x"}'], 'line 2', 'comma'],
    [['{', '"A": "hunt3r-two",', '}'], 'lines 1 to 3', 'JSON object'],
    [['{A=hunt3r-two}'], 'line 1', 'JSON object'],
    [['{"github_token": "cafe-b4be", "A": "hunt3r-two"}'], 'github_token', 'toJSON(secrets)'],
  ])('%j', (lines, ...words) =>
    expectRefusal({ with: { secrets: lines.join('\n') }, env, hidden }, ['secrets', ...words]),
  )
})

describe('invalid variables are refused', () => {
  test.concurrent.each<[string, ...Problem]>([
    ['A=1\nB', 'variables', 'line 2', 'NAME=value'],
    ['A=1\nB=', 'variables', 'line 2', 'empty'],
    ['A=1\nA=2', 'variables', 'line 2', 'twice'],
    ['A=1\nB<<E\nx\nE', 'variables', 'lines 2 to 4', 'NAME=value'],
    ['info', 'variables', 'NAME=value', 'mapping'],
    ['A: info\nB: [x]', 'variables', 'line 2', 'B', 'string', 'number'],
    ['A: info\nB:', 'variables', 'line 2', 'B', 'nothing'],
    ['A: ""', 'variables', 'A', 'empty'],
    ['{"A": "x", "A": "y"}', 'variables', 'line 1', 'twice'],
    ['"": x', 'variables', 'no name'],
    ['TOKEN: x', 'variables', 'TOKEN', 'secrets'],
  ])('%j', (variables, ...problem) =>
    expectRefusal({ with: { variables, secrets: 'TOKEN=hunt3r-two' }, hidden }, problem),
  )

  test.concurrent('of the config file, at their lines', () =>
    expectRefusal(
      inFile(['secrets: [TOKEN]', 'variables:', '  TOKEN: x', '  B: ""'], { env: { TOKEN: 'cafe-b4be' } }),
      ['3:10', 'TOKEN', 'secrets', 'variables'],
      ['4:6', 'B', 'empty'],
    ))
})

describe('an invalid YAML input is refused at its line', () => {
  test.concurrent.each<[string, string, ...Words]>([
    ['resource_spec', 'cpu: 1\n  min_scale: 2', 'line 2', 'indented'],
    ['resource_spec', '\n\n\ncpu: two', 'line 4', 'cpu', 'number'],
    ['resource_spec', 'cpu: 1\nmin_scal: 1', 'line 2', 'min_scal', 'nearest', 'min_scale'],
    ['resource_spec', 'memory_mb: 9007199254740993', 'memory_mb', /whole number|too large/],
    ['resource_spec', 'min_scale: 1.5', 'whole number'],
    ['resource_spec', 'volumes: [{projected: {a: [1, 0.5, 9007199254740993]}}]', 'a[2]', 'exactly'],
    ['resource_spec', '- cpu: 1', 'mapping', 'list'],
    ['resource_spec', 'cpu: 1\n<<: {min_scale: 1}', 'line 2', /merge key/],
    ['resource_spec', `labels: {a: ${'['.repeat(5000)}${']'.repeat(5000)}}`, 'nested'],
    ['secret_references', 'name: A', 'must be a list', 'mapping'],
    ['secret_references', '- {name: A, secret_name: a}', 'line 1', '[0].secret_key', 'required'],
    ['secret_references', '- {name: A, secret_name: 5, secret_key: c}', 'string', 'quotes'],
    ['extra_fields', 'name: store', 'line 1', 'name', 'field of the interface'],
    ['extra_fields', 'source_config: {resource_spec: {labels: {a: b}}}', 'resource_spec.labels'],
    ['extra_fields', 'source_revision_config: {repo_commit_sha: 0a1b}', 'not part of a request'],
    ['extra_fields', 'a: {b: 12345678901234567890}', 'a.b', 'number'],
    ['extra_fields', '- region', 'mapping'],
    ['list_parameters', 'limit: first\nofset: skip', 'line 2', 'ofset', 'nearest', 'offset'],
    ['list_parameters', 'limit: first\nname: ""', 'line 2', 'name', 'empty'],
    ['list_parameters', 'limit: page\noffset: page', 'two parameters'],
  ])('%s: %j', (input, text, ...words) =>
    expectRefusal({ with: { source: 'external_container', image_uri: 'a:1', [input]: text } }, [
      input,
      ...words,
    ]),
  )
})

describe('all mistakes are reported at once', () => {
  test.concurrent('mistakes in inputs and in the config file', () =>
    expectRefusal(
      inFile(
        [
          'nam: shop',
          'source_config:',
          '  integration_id: 5',
          '  resource_spec: {cpu: a, min_scal: 1}',
          'source_revision_config:',
          '  repo_commit_sha: 5f3c2e1',
          'secrets: [OTHER, TOKEN=hunt3r-two]',
        ],
        {
          with: {
            name: '',
            source: 'git',
            base_url: 'http://10.1.2.3',
            dry_run: 'yes',
            wait_timeout: '-1',
            list_parameters: 'nmae: search',
            resource_spec: 'cpu: c\nmax_scale: d',
            secrets: 'A\nA=hunt3r-two',
            variables: 'B=',
          },
          env: { INPUT_DRYRUN: 'true' },
        },
      ),
      ['name', 'required'],
      ['source', 'repohost'],
      ['base_url', 'https://'],
      ['dry_run', 'true or false'],
      ['dryrun', 'did you mean', 'dry_run'],
      ['wait_timeout', '15m'],
      ['list_parameters', 'nmae', 'name'],
      ['resource_spec', 'line 1', 'cpu'],
      ['resource_spec', 'line 2', 'max_scale'],
      ['secrets', 'line 1', 'not set'],
      ['secrets', 'line 2', 'twice'],
      ['variables', 'line 1', 'empty'],
      ['1:1', 'nam', 'name'],
      ['3:19', 'integration_id', 'quotes'],
      ['4:24', 'resource_spec.cpu', 'number'],
      ['4:27', 'resource_spec.min_scal', 'min_scale'],
      ['6:3', 'repo_commit_sha', 'not part of a request'],
      ['7:11', 'secrets[0]', 'not set'],
      ['7:18', 'secrets[1]', 'alone'],
    ))

  test.concurrent('fields that an unreadable config file may contain are not reported as missing', () =>
    expectRefusal(
      { with: { config: 'gone.yml', name: '', source: '', wait_for: 'done', secrets: 'OTHER' } },
      ['config', 'does not exist'],
      ['wait_for', 'ready'],
      ['secrets', 'line 1', 'not set'],
    ))

  test.concurrent('inputs that contradict each other are reported beside an unreadable config file', () =>
    expectRefusal(
      { with: { config: 'gone.yml', source: 'internal_source', secret_references: REFERENCES } },
      ['config', 'does not exist'],
      ['secret_references', 'external_container'],
    ))
})
