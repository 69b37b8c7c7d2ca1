import { describe, test } from 'vitest'
import {
  type BadStep,
  expectRefusalInProcess as expectRefusal,
  inConfig,
  type Problem,
} from './bad-inputs.ts'

type Row = [title: string, lines: string[], ...problem: Problem]

const refuses = (lines: string[], problem: Problem, step: BadStep = {}) =>
  expectRefusal(inConfig(`${lines.join('\n')}\n`, step), problem)

const CONFIG = 'source_config:'
const REVISION = 'source_revision_config:'

describe('a value of the wrong type in the config file is an error', () => {
  test.concurrent.each<Row>([
    ['a number for name', ['name: 2024'], '1:7', 'name', 'must be a string', 'quotes'],
    ['a boolean for name', ['name: true'], '1:7', 'name', 'must be a string', 'quotes'],
    ['no value for name', ['name:', 'source: repohost'], '1:6', 'name', 'must be a string', 'nothing'],
    ['a list for name', ['name:', '  - shop'], '2:3', 'name', 'must be a string', 'list'],
    ['an unknown source', ['source: git'], '1:9', 'source', 'repohost', 'internal_template'],
    [
      'a number for repo_ref',
      [REVISION, '  repo_ref: 1.10'],
      '2:13',
      'repo_ref',
      'must be a string',
      'quotes',
    ],
    ['a round number for repo_ref', [REVISION, '  repo_ref: 1.0'], '2:13', 'must be a string', 'quotes'],
    ['a hash of digits', [REVISION, '  repo_ref: 0123456'], '2:13', 'must be a string', 'quotes'],
    [
      'text for a mapping',
      ['name: shop', 'source_config: none'],
      '2:16',
      'source_config',
      'mapping',
      'string',
    ],
    ['a list for a mapping', [CONFIG, '  - custom_url: a'], '2:3', 'source_config', 'mapping', 'list'],
    ['no value for a mapping', [CONFIG, 'name: shop'], '1:15', 'source_config', 'mapping', 'nothing'],
    ['text for listener_config', [CONFIG, '  listener_config: shop'], '2:20', 'listener_config', 'mapping'],
    [
      'yes for a boolean',
      [CONFIG, '  build_on_push: yes'],
      '2:18',
      'build_on_push',
      'true or false',
      'string',
    ],
    ['1 for a boolean', [CONFIG, '  build_on_push: 1'], '2:18', 'build_on_push', 'true or false', 'number'],
    ['a name for a UUID', [CONFIG, '  listener_id: shop'], '2:16', 'source_config.listener_id', 'UUID'],
    ['a number for a UUID', [CONFIG, '  integration_id: 12'], '2:19', 'integration_id', 'string'],
    [
      'a list for a command',
      [CONFIG, '  build_command: [npm, run]'],
      '2:18',
      'build_command',
      'string',
      'list',
    ],
    [
      'text for a number',
      [CONFIG, '  resource_spec:', '    cpu: 500m'],
      '3:10',
      'source_config.resource_spec.cpu',
      'number',
      'string',
    ],
    [
      'a fraction for an integer',
      [CONFIG, '  resource_spec: {min_scale: 0.5}'],
      '2:30',
      'source_config.resource_spec.min_scale',
      'whole number',
    ],
    [
      'a number for a variable',
      [CONFIG, '  resource_spec:', '    sidecars:', '      - env:', '          - value: 8080'],
      '5:20',
      'source_config.resource_spec.sidecars[0].env[0].value',
      'quotes',
    ],
    [
      'infinity in a label',
      [CONFIG, '  resource_spec:', '    labels:', '      weight: .inf'],
      '4:15',
      'source_config.resource_spec.labels.weight',
    ],
    ['a mapping for secret_references', ['secret_references:', '  name: A'], '2:3', 'list', 'mapping'],
    ['in JSON', ['{', '  "name": "shop",', '  "source_config": []', '}'], '3:20', 'source_config', 'mapping'],
    ['in an alias', ['name: &n shop', 'source_config: *n'], '2:16', 'source_config', 'mapping', 'string'],
    ['with Windows line ends', ['# ours\r', 'name: 1\r'], '2:7', 'must be a string'],
  ])('%s', (_title, lines, ...problem) => refuses(lines, problem))
})

describe('a missing required field in the config file is an error', () => {
  const from = (source: string) => ({ with: { source } })

  test.concurrent.each<[string, string[], BadStep, Problem]>([
    ['name', ['source: internal_source'], { with: { name: '', source: '' } }, ['name', 'required']],
    ['source', ['name: shop'], { with: { name: '', source: '' } }, ['source', 'required']],
    ['an empty name', ['name: ""'], { with: { name: '' } }, ['1:7', 'required']],
    ['an empty image_uri', [REVISION, '  image_uri: ""'], from('external_container'), ['2:14', 'required']],
    ['a null image_uri', [REVISION, '  image_uri: ~'], from('external_container'), ['2:14', 'required']],
    [
      'a null integration_id',
      [CONFIG, '  repo_url: a/b', '  integration_id: null'],
      from('repohost'),
      ['3:19'],
    ],
    [
      'a key of a reference',
      ['secret_references:', '  - name: A', '    secret_name: a'],
      {},
      ['2:5', 'secret_key'],
    ],
  ])('%s', (_title, lines, step, problem) => refuses(lines, problem, step))
})

describe('an invalid field of the config file is not reported as missing too', () => {
  const nothing = { name: '', source: '' }

  test.concurrent.each<Row>([
    ['name', ['name: 5', 'source: internal_source'], '1:7', 'must be a string'],
    ['source', ['name: shop', 'source: git'], '2:9', 'repohost'],
    ['image_uri', ['name: a', 'source: external_container', `${REVISION} {image_uri: 1}`], '3:37', 'string'],
    [
      'integration_id',
      ['name: a', 'source: repohost', `${CONFIG} {integration_id: x, repo_url: a/b}`],
      '3:33',
      'UUID',
    ],
  ])('%s', (_title, lines, ...problem) => refuses(lines, problem, { with: nothing }))
})
