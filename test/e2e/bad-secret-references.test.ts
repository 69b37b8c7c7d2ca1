import { describe, test } from 'vitest'
import { expectRefusalInProcess as expectRefusal, inConfig, type Problem } from './bad-inputs.ts'

const REFERENCES = '[{"name": "TOKEN", "secret_name": "shop", "secret_key": "token"}]'
const ID = '3f0e2f6c-9d3c-4f4e-8a43-6f6c3c2a1b10'
const OTHERS = ['repohost', 'internal_container', 'internal_source', 'internal_template']

/** The inputs that the source requires. */
const inputsFor = (source: string) => ({
  source,
  ...(source === 'repohost' && { integration_id: ID, repository: 'acme/shop' }),
})

describe('secret_references are an error with the source', () => {
  test.concurrent.each(OTHERS)('%s', source =>
    expectRefusal({ with: { ...inputsFor(source), secret_references: REFERENCES } }, [
      'secret_references',
      'external_container',
      source,
    ]),
  )

  test.concurrent.each(OTHERS)('%s from the config file', source =>
    expectRefusal(inConfig(`secret_references:\n  ${REFERENCES}\n`, { with: inputsFor(source) }), [
      '2:3',
      'external_container',
      source,
    ]),
  )

  test.concurrent('a source that the config file gives', () =>
    expectRefusal(
      inConfig('source: internal_source\n', { with: { source: '', secret_references: REFERENCES } }),
      ['secret_references', 'external_container', 'internal_source'],
    ))
})

const FIRST = '- {name: A, secret_name: a, secret_key: b}'

describe('malformed secret_references are an error', () => {
  test.concurrent.each<[string, string, ...Problem[1][]]>([
    ['a mapping', 'name: A\nsecret_name: a\nsecret_key: b', 'must be a list', 'mapping'],
    ['a text', 'A=a/b', 'must be a list', 'string'],
    ['null', 'null', 'must be a list', 'nothing'],
    ['a text in the list', `${FIRST}\n- A=a/b`, 'line 2', '[1]', 'must be a mapping', 'string'],
    ['no name', '- {secret_name: a, secret_key: b}', 'line 1', '[0].name', 'required'],
    ['no secret_name', `${FIRST}\n- name: B\n  secret_key: b`, 'line 2', '[1].secret_name', 'required'],
    ['no secret_key', `${FIRST}\n- name: B\n  secret_name: b`, 'line 2', '[1].secret_key', 'required'],
    [
      'an unknown key',
      `${FIRST}\n- name: B\n  secret_name: b\n  secret_key: c\n  keys: d`,
      'line 5',
      '[1].keys',
    ],
    ['a number', `${FIRST}\n- name: B\n  secret_name: 5\n  secret_key: c`, 'line 3', 'string', 'quotes'],
    [
      'nothing',
      `${FIRST}\n- name: B\n  secret_name: b\n  secret_key:`,
      'line 4',
      '[1].secret_key',
      'nothing',
    ],
    ['a list', '- {name: [A], secret_name: a, secret_key: b}', '[0].name', 'must be a string', 'list'],
    ['not YAML', `${FIRST}\n- {name: A`, 'line 2', /closed|\}/],
    ['not JSON', `${REFERENCES}]`, 'line 1', 'YAML'],
  ])('%s', (_title, secret_references, ...words) =>
    expectRefusal({ with: { source: 'external_container', image_uri: 'shop:1', secret_references } }, [
      'secret_references',
      ...words,
    ]),
  )

  test.concurrent('with keys in camel case, and the missing keys are reported too', () =>
    expectRefusal(
      {
        with: {
          source: 'external_container',
          image_uri: 'shop:1',
          secret_references: '- name: A\n  secretName: a\n  secret_key: b',
        },
      },
      ['secret_references', 'line 1', '[0].secret_name', 'required'],
      ['secret_references', 'line 2', '[0].secretName', 'nearest', 'secret_name'],
    ))
})
