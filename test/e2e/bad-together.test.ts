import { describe, test } from 'vitest'
import { expectRefusal, inConfig } from './bad-inputs.ts'

const hidden = ['hunt3r-two', 'cafe-b4be']

describe('all errors are reported in one run', () => {
  test.concurrent('errors in inputs', () =>
    expectRefusal(
      {
        with: {
          source: 'external_container',
          allow_http: 'yes',
          request_timeout: '0',
          headers: 'X-Gateway hunt3r-two',
          oidc_audience: 'shop',
          wait_timeout: '1d',
          secrets: 'A=hunt3r-two\nB=',
        },
        hidden,
      },
      ['image_uri', 'required'],
      ['allow_http', 'true or false'],
      ['request_timeout', 'longer than 0'],
      ['headers', 'line 1'],
      ['oidc_audience', 'id-token: write'],
      ['wait_timeout', '15m'],
      ['secrets', 'line 2', 'empty'],
    ))

  test.concurrent('errors in inputs and in the config file', () =>
    expectRefusal(
      inConfig(
        [
          'source: internal_source',
          'source_config:',
          '  custom_uri: https://shop.example',
          '  build_on_push: on',
          'source_revision_config:',
          '  repo_ref: 1.10',
          'secrets:',
          '  - OTHER',
        ].join('\n'),
        { with: { name: '', source: '', if_exists: 'adopt', listener_id: 'none' }, hidden },
      ),
      ['name', 'required'],
      ['if_exists', 'match'],
      ['listener_id', 'UUID'],
      ['3:3', 'custom_uri', 'custom_url'],
      ['4:18', 'build_on_push', 'true or false'],
      ['6:13', 'repo_ref', 'quotes'],
      ['8:5', 'secrets[0]', 'not set'],
    ))

  test.concurrent('errors in two fields of one object and in one field of two objects', () =>
    expectRefusal(
      inConfig('source_config:\n  resource_spec:\n    cpu: a\n    min_scale: b\n', {
        with: { resource_spec: 'cpu: c\nmax_scale: d' },
      }),
      ['3:10', 'cpu'],
      ['4:16', 'min_scale'],
      ['resource_spec', 'line 1', 'cpu'],
      ['resource_spec', 'line 2', 'max_scale'],
    ))
})

describe('an unreadable config file does not hide other errors', () => {
  const references = '[{"name": "A", "secret_name": "a", "secret_key": "b"}]'

  test.concurrent('fields that an unreadable config file may contain are not reported as missing', () =>
    expectRefusal(
      { with: { config: 'gone.yml', name: '', source: '', wait_for: 'done', secrets: 'OTHER' } },
      ['config', 'does not exist'],
      ['wait_for', 'ready'],
      ['secrets', 'line 1', 'not set'],
    ))

  test.concurrent('fields that an invalid config file may contain are not reported as missing', () =>
    expectRefusal(
      inConfig('name: a\nname: b\n', { with: { name: '', source: '', dry_run: 'maybe' } }),
      ['2:1', 'twice'],
      ['dry_run', 'true or false'],
    ))

  test.concurrent('inputs that contradict each other are reported', () =>
    expectRefusal(
      { with: { config: 'gone.yml', source: 'internal_source', secret_references: references } },
      ['config', 'does not exist'],
      ['secret_references', 'external_container', 'internal_source'],
    ))
})

describe('with more errors than annotations, no error is lost', () => {
  test.concurrent('ten errors are ten annotations', () =>
    expectRefusal(
      { with: { secrets: Array.from({ length: 10 }, (_, index) => `A${index}=`).join('\n') } },
      ...Array.from({ length: 10 }, (_, index) => ['secrets', `line ${index + 1}`, 'empty'] as const),
    ))

  test.concurrent('fifteen errors in inputs and in the config file are all reported', () =>
    expectRefusal(
      inConfig(
        [
          'nam: shop',
          'source_config:',
          '  integration_id: acme',
          '  resource_spec: {cpu: a, min_scal: 1}',
          '  build_command: 5',
          'source_revision_config:',
          '  repo_commit_sha: 5f3c2e1',
          'secrets: [OTHER, TOKEN=hunt3r-two]',
        ].join('\n'),
        {
          with: {
            name: '',
            source: 'git',
            base_url: 'http://10.1.2.3',
            api_key: 'cafe-b4be\u0007',
            dry_run: 'yes',
            wait_timeout: '-1',
            list_parameters: 'nmae: search',
            secrets: 'A\nA=hunt3r-two',
          },
          hidden,
        },
      ),
      ['name', 'required'],
      ['source', 'repohost'],
      ['base_url', 'https://'],
      ['api_key', 'character'],
      ['dry_run', 'true or false'],
      ['wait_timeout', '15m'],
      ['list_parameters', 'nmae', 'name'],
      ['secrets', 'line 1', 'not set'],
      ['secrets', 'line 2', 'twice'],
      ['1:1', 'nam', 'name'],
      ['3:19', 'integration_id', 'UUID'],
      ['4:24', 'resource_spec.cpu', 'number'],
      ['4:27', 'resource_spec.min_scal', 'min_scale'],
      ['5:18', 'build_command', 'quotes'],
      ['7:3', 'repo_commit_sha', 'not part of a request'],
      ['8:11', 'secrets[0]', 'not set'],
      ['8:18', 'secrets[1]', 'name'],
    ))
})
