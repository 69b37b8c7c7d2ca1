import { describe, expect, it } from 'vitest'
import { expectRefusal, inConfig } from '../e2e/bad-inputs.ts'
import { create, posts, sandboxForTest, workspaceWith } from '../e2e/create.ts'

// Editors and PowerShell on Windows end lines with CRLF.

const shop = { name: 'shop', source: 'internal_template' }

/** The body of the create request that a step sends. */
async function requestOf(inputs: Record<string, string>, files: Record<string, string> = {}) {
  const sandbox = await sandboxForTest()
  const run = await create(sandbox, inputs, { workspace: await workspaceWith(files) })
  expect(run).toMatchObject({ exitCode: 0, errors: [] })
  return posts(sandbox)[0]
}

describe('secrets with CRLF', () => {
  it.each([
    ['one line', 'A=value of a\r\n', [['A', 'value of a']]],
    [
      'many lines',
      '# c\r\n\r\nA=value of a\r\nB=value of b',
      [
        ['A', 'value of a'],
        ['B', 'value of b'],
      ],
    ],
    [
      'a value with an end marker',
      'A<<END\r\none\r\ntwo\r\nEND\r\nB=value of b\r\n',
      [
        ['A', 'one\r\ntwo'],
        ['B', 'value of b'],
      ],
    ],
    [
      'lines with LF and CRLF',
      'A=value of a\nB=value of b\r\nC=value of c\n',
      [
        ['A', 'value of a'],
        ['B', 'value of b'],
        ['C', 'value of c'],
      ],
    ],
    ['a CR inside a line', 'A=one\rtwo\r\n', [['A', 'one\rtwo']]],
    ['JSON', '{\r\n  "A": "value of a\\r\\n"\r\n}\r\n', [['A', 'value of a\r\n']]],
  ])('%s', async (_, secrets, sent) => {
    const request = await requestOf({ ...shop, secrets })
    expect(request).toMatchObject({ secrets: sent.map(([name, value]) => ({ name, value })) })
  })
})

describe('inputs with CRLF', () => {
  it('headers', async () => {
    const sandbox = await sandboxForTest({ api_key: 'key-of-the-sandbox' })
    const headers = 'X-Api-Key: key-of-the-sandbox\r\nX-Tenant-Id: t1\r\n'
    expect(await create(sandbox, { ...shop, headers })).toMatchObject({ exitCode: 0 })
  })

  it('resource_spec', async () => {
    const request = await requestOf({ ...shop, resource_spec: 'cpu: 1\r\nlabels:\r\n  team: a\r\n' })
    expect(request).toMatchObject({ source_config: { resource_spec: { cpu: 1, labels: { team: 'a' } } } })
  })

  it('secret_references', async () => {
    const secret_references = '- name: A\r\n  secret_name: b\r\n  secret_key: c\r\n'
    const image_uri = 'ghcr.io/acme/shop:1'
    const request = await requestOf({
      name: 'shop',
      source: 'external_container',
      image_uri,
      secret_references,
    })
    expect(request).toMatchObject({ secret_references: [{ name: 'A', secret_name: 'b', secret_key: 'c' }] })
  })

  it('list_parameters', async () => {
    const sandbox = await sandboxForTest()
    await create(sandbox, { ...shop, list_parameters: 'offset: skip\r\nlimit: size\r\n' })
    expect(sandbox.requests[0]?.query).toMatchObject({ skip: '0', size: '100' })
  })
})

describe('a config file', () => {
  it.each([
    ['with CRLF', 'name: shop\r\nsource: internal_template\r\nsource_config:\r\n  build_command: make\r\n'],
    [
      'with CRLF and a byte order mark',
      '\ufeffname: shop\r\nsource: internal_template\r\nsource_config: {build_command: make}\r\n',
    ],
    [
      'of JSON with CRLF',
      '{\r\n  "name": "shop",\r\n  "source": "internal_template",\r\n  "source_config": {"build_command": "make"}\r\n}\r\n',
    ],
  ])('%s is read', async (_, text) => {
    const request = await requestOf({ config: 'deploy.yml' }, { 'deploy.yml': text })
    expect(request).toMatchObject({ name: 'shop', source_config: { build_command: 'make' } })
  })

  it('with CRLF has LF in multi-line texts, as YAML requires', async () => {
    const text =
      'name: shop\r\nsource: internal_template\r\nsource_config:\r\n  build_command: |\r\n    make\r\n    make b\r\n'
    const request = await requestOf({ config: 'deploy.yml' }, { 'deploy.yml': text })
    expect(request).toMatchObject({ source_config: { build_command: 'make\nmake b\n' } })
  })

  it('with CRLF has errors at the right lines and columns', () =>
    expectRefusal(
      inConfig('source_config:\r\n  build_on_push: yes please\r\n\r\n  build_comand: make\r\n'),
      ['2:18', 'build_on_push'],
      ['4:3', 'build_comand'],
    ))
})
