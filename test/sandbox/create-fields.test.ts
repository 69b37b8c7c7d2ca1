import { expect, test } from 'vitest'
import { type Path, templateRequest, wholeRequest, withValue } from './bodies.ts'
import { findings, locsOf, open, post } from './client.ts'

const spec = ['source_config', 'resource_spec']
const container = [...spec, 'sidecars', 0]

const integers =
  `min_scale max_scale memory_mb memory_limit_mb queue_min_scale queue_max_scale queue_memory_mb
  queue_memory_limit_mb orchestrator_memory_mb orchestrator_memory_limit_mb orchestrator_min_scale
  orchestrator_max_scale executor_memory_mb executor_memory_limit_mb redis_memory_mb redis_memory_limit_mb
  db_memory_mb db_memory_limit_mb db_storage_gi db_max_connections`.split(/\s+/)
const numbers = `cpu cpu_limit queue_cpu queue_cpu_limit orchestrator_cpu orchestrator_cpu_limit executor_cpu
  executor_cpu_limit redis_cpu redis_cpu_limit db_cpu db_cpu_limit`.split(/\s+/)
const volumeKinds = `configMap secret emptyDir persistentVolumeClaim nfs projected downwardAPI csi`.split(' ')

const wrongTypes: [Path, unknown][] = [
  [['name'], 5],
  [['name'], null],
  [['source'], 'repository'],
  [['source'], 'Repohost'],
  [['source'], null],
  [['source_config'], []],
  [['source_config'], null],
  [['source_revision_config'], 'main'],
  [['secrets'], { TOKEN: 'x' }],
  [['secrets'], null],
  [['secrets', 0], 'TOKEN=x'],
  [['secrets', 1, 'name'], 1],
  [['secrets', 1, 'value'], null],
  [['secret_references'], {}],
  [['secret_references', 0], null],
  ...['name', 'secret_name', 'secret_key'].map((name): [Path, unknown] => [
    ['secret_references', 0, name],
    1,
  ]),
  ...['repo_url', 'custom_url', 'install_command', 'build_command'].map((name): [Path, unknown] => [
    ['source_config', name],
    1,
  ]),
  [['source_config', 'integration_id'], 'mine'],
  [['source_config', 'integration_id'], 7],
  [['source_config', 'listener_id'], '66666666-7777-4888-9999-aaaaaaaaaaag'],
  [['source_config', 'build_on_push'], 'true'],
  [['source_config', 'listener_config'], 'shop'],
  [['source_config', 'listener_config', 'k8s_namespace'], 1],
  [spec, '{}'],
  ...['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path'].map((name): [Path, unknown] => [
    ['source_revision_config', name],
    1,
  ]),
  ...integers.flatMap((name): [Path, unknown][] => [
    [[...spec, name], 1.5],
    [[...spec, name], '1'],
    [[...spec, name], null],
  ]),
  ...numbers.flatMap((name): [Path, unknown][] => [
    [[...spec, name], '0.5'],
    [[...spec, name], true],
  ]),
  [[...spec, 'labels'], ['team']],
  [[...spec, 'annotations'], 'x'],
  [[...spec, 'service_account_name'], {}],
  [[...spec, 'image_pull_secrets'], 'pull'],
  [[...spec, 'image_pull_secrets', 0], 'pull'],
  [[...spec, 'image_pull_secrets', 0, 'name'], 1],
  [[...spec, 'volumes'], {}],
  [[...spec, 'volumes', 0, 'name'], 1],
  ...volumeKinds.map((name): [Path, unknown] => [[...spec, 'volumes', 1, name], 'x']),
  [[...spec, 'volume_mounts'], {}],
  ...['name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr'].map((name): [Path, unknown] => [
    [...spec, 'volume_mounts', 0, name],
    1,
  ]),
  [[...spec, 'volume_mounts', 0, 'readOnly'], 'yes'],
  [[...spec, 'init_containers'], {}],
  [[...spec, 'init_containers', 0, 'name'], 1],
  [[...spec, 'sidecars'], null],
  ...['name', 'image', 'imagePullPolicy', 'workingDir', 'restartPolicy'].map((name): [Path, unknown] => [
    [...container, name],
    1,
  ]),
  [[...container, 'command'], 'proxy'],
  [[...container, 'args', 0], 1],
  [[...container, 'env'], { A: 'b' }],
  [[...container, 'env', 0, 'name'], 1],
  [[...container, 'env', 0, 'value'], 1],
  [[...container, 'env', 1, 'valueFrom'], 'x'],
  [[...container, 'envFrom', 0], 'settings'],
  [[...container, 'resources'], []],
  [[...container, 'resources', 'limits'], 1],
  [[...container, 'resources', 'requests'], 1],
  [[...container, 'volumeMounts', 0], 'data'],
  [[...container, 'volumeMounts', 0, 'mountPath'], 1],
  [[...container, 'securityContext'], true],
]

test.each(wrongTypes)('a create request is refused if the field %j is %j', async (path, value) => {
  const request = withValue(wholeRequest('shop'), path, value)
  expect(await locsOf(request)).toEqual([['body', ...path]])
})

const places: Path[] = [
  [],
  ['secrets', 0],
  ['secret_references', 0],
  ['source_config'],
  ['source_config', 'listener_config'],
  ['source_revision_config'],
  spec,
  [...spec, 'image_pull_secrets', 0],
  [...spec, 'volumes', 0],
  [...spec, 'volume_mounts', 0],
  [...spec, 'init_containers', 0],
  container,
  [...container, 'env', 0],
  [...container, 'resources'],
  [...container, 'volumeMounts', 0],
]

test.each(places.map(place => [place]))(
  'a create request is refused if %j has an unknown member',
  async place => {
    for (const name of ['surprise', 'toString']) {
      const path = [...place, name]
      expect(await locsOf(withValue(wholeRequest('shop'), path, 1))).toEqual([['body', ...path]])
    }
  },
)

test('a create request is refused if it has a member __proto__', async () => {
  const text = JSON.stringify(templateRequest('shop')).replace('{', '{"__proto__":{},')
  expect(await locsOf(text)).toEqual([['body', '__proto__']])
})

test.each(['id', 'tenant_id', 'status', 'created_at', 'latest_revision_id', 'image_version'])(
  'a create request is refused if it has the read-only field %s',
  async name => {
    expect(await locsOf({ ...templateRequest('shop'), [name]: null })).toEqual([['body', name]])
  },
)

test('a create request is refused if it has a repo_commit_sha', async () => {
  for (const sha of ['0123456789012345678901234567890123456789', null]) {
    const path = ['source_revision_config', 'repo_commit_sha']
    expect(await locsOf(withValue(wholeRequest('shop'), path, sha))).toEqual([['body', ...path]])
  }
})

test('a create request may have any members where the interface does not define them', async () => {
  const request = wholeRequest('shop')
  const free: Path[] = [
    [...spec, 'labels', 'any'],
    [...spec, 'volumes', 0, 'configMap', 'any'],
    [...container, 'securityContext', 'any'],
    [...container, 'envFrom', 0, 'any'],
    [...container, 'resources', 'limits', 'any'],
  ]
  const changed = free.reduce((before, path) => withValue(before, path, [1, { a: null }]), request)
  expect((await post(await open(), changed)).status).toBe(201)
})

test.each(['name', 'source', 'source_config', 'source_revision_config', 'secrets'])(
  'a create request is refused without %s',
  async name => {
    const response = await post(await open(), withValue(templateRequest('shop'), [name], undefined))
    expect(await findings(response)).toEqual([
      { loc: ['body', name], msg: expect.any(String), type: 'missing' },
    ])
  },
)

test.each([
  ['secrets', 0, 'name'],
  ['secrets', 0, 'value'],
  ['secret_references', 0, 'secret_key'],
])('a create request is refused without %s[%i].%s', async (...path) => {
  expect(await locsOf(withValue(wholeRequest('shop'), path, undefined))).toEqual([['body', ...path]])
})
