import { describe, expect, test } from 'vitest'
import { expectRefusalInProcess as expectRefusal, type Problem } from './bad-inputs.ts'
import { create, posts, sandboxForTest } from './create.ts'

type Word = Problem[1]

const refuses = (resource_spec: string, ...words: Word[]) =>
  expectRefusal({ with: { resource_spec } }, ['resource_spec', ...words])

/** A list in YAML, with its name and the lines of its items. */
const under = (list: string, ...lines: string[]) => [`${list}:`, ...lines.map(line => `  ${line}`)].join('\n')
const sidecar = (...lines: string[]) => under('sidecars', '- name: proxy', ...lines.map(line => `  ${line}`))

describe('an unknown key in resource_spec is an error that names the nearest known key', () => {
  test.concurrent.each<[string, string, ...Word[]]>([
    ['at the top', 'cpu: 1\nmin_scal: 1', 'line 2', 'min_scal', 'nearest', 'min_scale'],
    ['in camel case', 'cpuLimit: 2', 'line 1', 'cpuLimit', 'nearest', 'cpu_limit'],
    ['without its unit', 'cpu: 1\n\nmemory: 512', 'line 3', 'memory', 'nearest', 'memory_mb'],
    ['in JSON', '{"cpu": 1,\n "replicas": 2}', 'line 2', 'replicas', 'nearest'],
    [
      'in an image pull secret',
      under('image_pull_secrets', '- name: a', '- nam: b'),
      'line 3',
      'image_pull_secrets[1].nam',
      'name',
    ],
    [
      'in a volume',
      under('volumes', '- name: a', '  configmap: {}'),
      'line 3',
      'volumes[0].configmap',
      'configMap',
    ],
    [
      'in a mount',
      under('volume_mounts', '- name: a', '  mount_path: /a'),
      'line 3',
      'volume_mounts[0].mount_path',
      'mountPath',
    ],
    [
      'in an init container',
      under('init_containers', '- {}', '- images: a'),
      'line 3',
      'init_containers[1].images',
      'image',
    ],
    ['in a sidecar', sidecar('commands: [a]'), 'line 3', 'sidecars[0].commands', 'command'],
    [
      'in a variable',
      sidecar('env:', '  - name: A', '    valuefrom: {}'),
      'line 5',
      'sidecars[0].env[0].valuefrom',
      'valueFrom',
    ],
    [
      'in the resources',
      sidecar('resources:', '  limit: {}'),
      'line 4',
      'sidecars[0].resources.limit',
      'limits',
    ],
    [
      "in a sidecar's mount",
      sidecar('volumeMounts:', '  - name: a', '  - readonly: true'),
      'line 5',
      'sidecars[0].volumeMounts[1].readonly',
      'readOnly',
    ],
    ['that is a number', '1: 2', 'line 1', '1 is not known', 'nearest'],
    ['named __proto__', 'cpu: 1\n__proto__: {}', 'line 2', '__proto__', 'nearest'],
    ['that is a merge key', 'cpu: 1\n<<: {min_scale: 1}', 'line 2', /<</],
    ['that is a list', '? [cpu]\n: 1', 'line 1'],
  ])('%s', (_title, resource_spec, ...words) => refuses(resource_spec, ...words))
})

describe('a value of the wrong type in resource_spec is an error', () => {
  test.concurrent.each<[string, string, ...Word[]]>([
    ['text for a number', 'cpu: "2"', 'cpu', 'must be a number', 'string'],
    ['a number with a unit', 'min_scale: 1\nmemory_mb: 512Mi', 'line 2', 'memory_mb', 'number', 'string'],
    ['a fraction for an integer', 'min_scale: 1.5', 'min_scale', 'must be a whole number'],
    ['text for an integer', 'db_storage_gi: "10"', 'db_storage_gi', 'number', 'string'],
    ['infinity', 'cpu: .inf', 'cpu', 'finite'],
    ['a number that is too large', 'cpu: 1e999', 'cpu', 'finite'],
    ['NaN', 'cpu_limit: .nan', 'cpu_limit', 'finite'],
    ['infinity for an integer', 'max_scale: -.inf', 'max_scale', /finite|whole/],
    ['an integer that is not exact', 'memory_mb: 9007199254740993', 'memory_mb', /whole number|too large/],
    ['NaN in a label', 'labels:\n  weight: .nan', 'line 2', 'labels.weight'],
    [
      'a number in a list that is not exact',
      under('volumes', '- projected: {sources: [1, 0.5, 9007199254740993]}'),
      'volumes[0].projected.sources[2]',
      'exactly',
    ],
    ['a boolean for an integer', 'max_scale: true', 'max_scale', 'number', 'true or false'],
    ['no value', 'min_scale: 1\ncpu:', 'line 2', 'cpu', 'must be a number', 'nothing'],
    ['null', 'labels: null', 'labels', 'must be a mapping'],
    ['a list for an object', 'labels: [a]', 'labels', 'must be a mapping'],
    ['an object for a list', 'sidecars:\n  name: a', 'sidecars', 'must be a list', 'mapping'],
    [
      'text for an object',
      'cpu: 1\nvolumes:\n  - cache',
      'line 3',
      'volumes[0]',
      'must be a mapping',
      'string',
    ],
    ['a number for text', 'service_account_name: 5', 'service_account_name', 'must be a string', 'quotes'],
    ['text for a list', sidecar('command: npm start'), 'line 3', 'sidecars[0].command', 'must be a list'],
    ['a number in a list', sidecar('args:', '  - 8080'), 'line 4', 'sidecars[0].args[0]', 'string', 'quotes'],
    [
      'a number for a variable',
      sidecar('env:', '  - value: 1.10'),
      'line 4',
      'sidecars[0].env[0].value',
      'quotes',
    ],
    ['a boolean for a variable', sidecar('env:', '  - value: true'), 'sidecars[0].env[0].value', 'quotes'],
    ['a word for a boolean', under('volume_mounts', '- readOnly: yes'), 'readOnly', 'must be true or false'],
    ['a list at the root', '- cpu: 1', 'must be a mapping', 'list'],
    ['text at the root', 'small', 'must be a mapping', 'string'],
    ['a number at the root', '2', 'must be a mapping', 'number'],
  ])('%s', (_title, resource_spec, ...words) => refuses(resource_spec, ...words))
})

describe('every error in resource_spec is reported with its line', () => {
  test.concurrent('for several errors', () =>
    expectRefusal(
      {
        with: {
          resource_spec: 'cpu: two\nmin_scale: 1\nmaxscale: 2\nsidecars:\n  - ports: []\n    image: 1',
        },
      },
      ['resource_spec', 'line 1', 'cpu'],
      ['resource_spec', 'line 3', 'maxscale', 'max_scale'],
      ['resource_spec', 'line 5', 'sidecars[0].ports'],
      ['resource_spec', 'line 6', 'sidecars[0].image'],
    ))

  test.concurrent('for an error after blank lines', () => refuses('\n\n\ncpu: two', 'line 4', 'cpu'))

  test('a resource_spec that is indented as a whole is valid', async () => {
    const sandbox = await sandboxForTest()
    const resource_spec = '  cpu: 1\n  min_scale: 2\n'
    const { errors } = await create(sandbox, { name: 'shop', source: 'internal_template', resource_spec })
    expect(errors).toEqual([])
    expect(posts(sandbox)).toMatchObject([{ source_config: { resource_spec: { cpu: 1, min_scale: 2 } } }])
  })
})
