import { describe, test } from 'vitest'
import { expectRefusalInProcess as expectRefusal, inConfig, type Problem } from './bad-inputs.ts'

describe('an unknown key in the config file is an error that names the nearest known key', () => {
  test.concurrent.each<[string, string[], ...Problem]>([
    ['at the root', ['names: shop'], '1:1', 'names', 'nearest', 'name'],
    [
      'at the root, further down',
      ['# ours', '', 'source_configs: {}'],
      '3:1',
      'source_configs',
      'source_config',
    ],
    ['the singular of secrets', ['secret:', '  - TOKEN'], '1:1', 'secret', 'nearest', 'secrets'],
    ['in JSON', ['{', '  "nam": "shop"', '}'], '2:3', 'nam', 'nearest', 'name'],
    ['in JSON on one line', ['{"source_config": {"custom_uri": "a"}}'], '1:20', 'custom_uri', 'custom_url'],
    ['in quotes', ['source_config:', '  "custom uri": a'], '2:3', 'source_config.custom uri', 'custom_url'],
    ['in source_config', ['source_config:', '  build_on_pus: true'], '2:3', 'build_on_pus', 'build_on_push'],
    [
      'that is known in another object',
      ['source_config:', '  image_uri: a'],
      '2:3',
      'source_config.image_uri',
      'nearest',
    ],
    ['of an input', ['repository: acme/shop'], '1:1', 'repository', 'nearest'],
    [
      'in listener_config',
      ['source_config:', '  listener_config:', '    namespace: shop'],
      '3:5',
      'source_config.listener_config.namespace',
      'k8s_namespace',
    ],
    [
      'in source_revision_config',
      ['source_revision_config:', '  repo_re: main'],
      '2:3',
      'source_revision_config.repo_re',
      'repo_ref',
    ],
    [
      'in resource_spec',
      ['source_config:', '  resource_spec:', '    cpu: 1', '    memorymb: 5'],
      '4:5',
      'source_config.resource_spec.memorymb',
      'memory_mb',
    ],
    [
      'in a flow mapping',
      ['source_config: {resource_spec: {cpu: 1, max_scal: 2}}'],
      '1:41',
      'source_config.resource_spec.max_scal',
      'max_scale',
    ],
    [
      'in a volume',
      ['source_config:', '  resource_spec:', '    volumes:', '      - name: a', '        empty_dir: {}'],
      '5:9',
      'source_config.resource_spec.volumes[0].empty_dir',
      'emptyDir',
    ],
    [
      "in a sidecar's resources",
      ['source_config:', '  resource_spec:', '    sidecars:', '      - resources: {limits: {}, request: {}}'],
      '4:33',
      'source_config.resource_spec.sidecars[0].resources.request',
      'requests',
    ],
    [
      'after an anchor',
      ['source_config: &config', '  custom_ur: https://shop.example'],
      '2:3',
      'source_config.custom_ur',
      'custom_url',
    ],
    ['named __proto__', ['source_config:', '  __proto__: {}'], '2:3', 'source_config.__proto__'],
    ['that is a list', ['? [name]', ': shop'], '1:1'],
    [
      'with Windows line ends',
      ['name: shop\r', 'source_config:\r', '  custom_ur: a\r'],
      '3:3',
      'custom_ur',
      'custom_url',
    ],
  ])('%s', (_title, lines, ...problem) => expectRefusal(inConfig(`${lines.join('\n')}\n`), problem))

  test.concurrent('an unknown key in a secret reference of the config file is an error', () =>
    expectRefusal(
      inConfig('secret_references:\n  - name: A\n    secret_name: a\n    secret_key: b\n    secret: c\n', {
        with: { source: 'external_container', image_uri: 'shop:1' },
      }),
      ['5:5', 'secret_references[0].secret', 'nearest'],
    ))
})

describe('a misplaced key in the config file is an error that names the right place', () => {
  test.concurrent.each<[string, string, ...Problem]>([
    [
      'of the revision, at the root',
      'image_uri: a\n',
      '1:1',
      'source_revision_config.image_uri',
      'move it there',
    ],
    ['misspelt, at the root', 'imgae_uri: a\n', '1:1', 'source_revision_config.image_uri'],
    ['of the resources, at the root', 'min_scale: 1\n', '1:1', 'source_config.resource_spec.min_scale'],
    ['of a list', 'mountPath: /a\n', '1:1', 'nearest'],
    [
      'of the listener',
      'source_config:\n  k8s_namespace: a\n',
      '2:3',
      'source_config.listener_config.k8s_namespace',
    ],
    ['of the request', 'source_config:\n  name: a\n', '2:3', 'nearest known key is name'],
    ['an input with another name', 'repository: a/b\n', '1:1', 'source_config.repo_url'],
    ['an input of the step', 'wait_for: ready\n', '1:1', 'input of the step'],
  ])('%s', (_title, text, ...problem) => expectRefusal(inConfig(text), problem))

  test.concurrent('a misplaced key is not reported as a missing field too', () =>
    expectRefusal(
      inConfig('integration_id: 5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11\n', {
        with: { source: 'repohost', repository: 'acme/shop' },
      }),
      ['1:1', 'source_config.integration_id', 'move it there'],
    ))

  test.concurrent('a field inside a value that is not a mapping is not reported as missing', () =>
    expectRefusal(
      inConfig('source_config: [integration_id]\n', {
        with: { source: 'repohost', repository: 'acme/shop' },
      }),
      ['1:16', 'source_config', 'mapping'],
    ))

  test.concurrent('a missing field is reported together with another error', () =>
    expectRefusal(
      inConfig('source_config:\n  custom_ur: a\n', { with: { source: 'repohost', repository: 'acme/shop' } }),
      ['2:3', 'custom_url'],
      ['integration_id', 'required'],
    ))
})

describe('a field that only the service sets is an error in the config file', () => {
  test.concurrent('repo_commit_sha is not a field of the create request', () =>
    expectRefusal(inConfig('source_revision_config:\n  repo_ref: main\n  repo_commit_sha: 5f3c2e1\n'), [
      '3:3',
      'repo_commit_sha',
      'not part of a request',
    ]))

  test.concurrent.each(['id', 'tenant_id', 'status', 'created_at', 'latest_revision_id', 'image_version'])(
    '%s is not known',
    key => expectRefusal(inConfig(`source_config: {}\n${key}: a\n`), ['2:1', key, 'not known']),
  )
})

test.concurrent('an error names the config file as the workflow wrote it', () =>
  expectRefusal(
    { with: { config: 'deploy/shop, 100%: new.yml' }, files: { 'deploy/shop, 100%: new.yml': 'nam: a\n' } },
    ['deploy/shop, 100%: new.yml:1:1', 'nam', 'name'],
  ))
