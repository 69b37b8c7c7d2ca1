import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { test } from '../harness/test.ts'
import { entriesOf, HIDDEN, IMAGE, names, read, refuse, saidOf } from '../orders.ts'

/** A whole order, in the shape of the create request. */
const ORDER = {
  name: 'shop',
  source: 'internal_source',
  source_config: {
    build_on_push: false,
    custom_url: 'https://shop.example',
    resource_spec: { min_scale: 1, cpu: 0.5, labels: { team: 'shops' }, image_pull_secrets: [{ name: 'pull' }] },
    listener_config: { k8s_namespace: 'shops' },
    build_command: null,
  },
  source_revision_config: { repo_ref: 'main', source_tarball_path: 'shop.tar.gz' },
}
const YAML = `
name: shop
source: internal_source
source_config:
  build_on_push: false
  custom_url: https://shop.example # where it answers
  resource_spec: {min_scale: 1, cpu: 0.5, labels: {team: shops}, image_pull_secrets: [{name: pull}]}
  listener_config: {k8s_namespace: shops}
  build_command:
source_revision_config: {repo_ref: main, source_tarball_path: shop.tar.gz}
`
const CONFIG = { config: 'deploy/shop.yml' }
const SPEC = 'source_config:\n  resource_spec:\n'

/** A folder with a workspace in it. */
const FOLDER = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(FOLDER, { recursive: true }))
const at = (path: string) => join(FOLDER, 'workspace', path)
mkdirSync(at('deploy'), { recursive: true })

/** Reads inputs beside a file of this workspace. */
function readBeside(text: string, inputs: Record<string, string> = {}, env: Record<string, string> = {}) {
  const write = () => writeFileSync(at('deploy/shop.yml'), text)
  return read({ ...CONFIG, ...inputs }, { GITHUB_WORKSPACE: at('.'), ...env }, write)
}

describe.concurrent('the config file', () => {
  const JSON_TEXT = JSON.stringify({ $schema: './config.schema.json', ...ORDER })
  it.for([YAML, JSON_TEXT, YAML.replaceAll('\n', '\r\n')])('is sent without $schema: %j', async text => {
    const { order, problems, warnings } = await readBeside(text)
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
    expect(order?.requested).toEqual({ ...ORDER, secrets: [] })
  })

  it('yields to inputs field by field, and to a resource_spec as a whole', async () => {
    const more = { install_command: 'npm ci', build_on_push: 'true' }
    const inputs = { name: 'cart', resource_spec: 'cpu: 2', repo_ref: 'next', ...more }
    const { listener_config, custom_url } = ORDER.source_config
    const { order } = await readBeside(YAML, inputs)
    expect(order?.requested).toEqual({
      ...{ name: 'cart', source: 'internal_source', secrets: [] },
      source_config: {
        ...{ listener_config, custom_url, build_command: null, build_on_push: true },
        ...{ resource_spec: { cpu: 2 }, install_command: 'npm ci' },
      },
      source_revision_config: { repo_ref: 'next', source_tarball_path: 'shop.tar.gz' },
    })
  })

  it('may name the repository, and an input wins over it', async () => {
    const text = 'source: repohost\nname: shop\nsource_config: {integration_id: i-1, repo_url: https://git.example/a/b}'
    expect((await readBeside(text)).order?.repository).toBe('https://git.example/a/b')
    expect((await readBeside(text, { repository: 'a/c' })).order?.repository).toBe('a/c')
  })

  it('names secrets, and has variables, which inputs replace by name', async () => {
    const text = `${YAML}secrets: [OF_ENV, OF_INPUT, api-key]\nvariables: {LOG: info, MODE: a, PORT: 8080, DEBUG: false}\n`
    const secrets = 'OF_INPUT=from the input\nMORE=another one\napi-key=of-the-input'
    const env = { OF_ENV: 'from the environment', OF_INPUT: 'from the wrong place' }
    const order = await readBeside(text, { secrets, variables: 'MODE=b\nNEW=c' }, env)
    expect(order.problems).toEqual([])
    const sent = entriesOf(order)
    expect(Object.fromEntries(sent)).toEqual({
      ...{ OF_ENV: 'from the environment', OF_INPUT: 'from the input', MORE: 'another one' },
      ...{ 'api-key': 'of-the-input' },
      ...{ LOG: 'info', MODE: 'b', PORT: '8080', DEBUG: 'false', NEW: 'c' },
    })
    expect(sent).toHaveLength(9)
    const masks = ['another one', 'from the environment', 'from the input', 'of-the-input']
    expect([...new Set(order.masks)].toSorted()).toEqual(masks)
  })

  it('sends unknown keys, each with a warning at its path and line', async () => {
    const spec =
      'gpu: 1\n    labels: {any: thing}\n    volumes: [{name: v, hostPath: {}}]\n    sidecars:\n      - ports: [80]'
    const text = `deployment_type: dev\n${SPEC}    ${spec}\nsource_revision_config: {refs: {a: [1, null]}}`
    const { order, problems, warnings } = await readBeside(text, IMAGE)
    expect([problems, order?.requested]).toMatchObject([[], { deployment_type: 'dev' }])
    expect(order?.requested.source_revision_config).toMatchObject({ refs: { a: [1, null] } })
    const at = (path: string, line: number) => `source_config.resource_spec.${path} (line ${line})`
    const places = [at('gpu', 4), at('volumes.0.hostPath', 6), at('sidecars.0.ports', 8)]
    for (const place of ['deployment_type (line 1)', ...places, 'source_revision_config.refs (line 9)'])
      expect(`${warnings}`).toContain(place)
    expect(warnings).toEqual([expect.stringContaining('deploy/shop.yml')])
  })

  it('is YAML 1.2 by the core schema', async () => {
    const text = `${SPEC}    labels: {a: on, c: 0o17, d: 012, f: ~, g: 1_000, h: 2001-01-01, j: TRUE}`
    const labels = { a: 'on', c: 15, d: 12, f: null, g: '1_000', h: '2001-01-01', j: true }
    expect((await readBeside(text, IMAGE)).order?.requested.source_config.resource_spec).toEqual({ labels })
  })

  // biome-ignore format: a table
  const MISREAD: [text: string, said: string[], silent?: string[]][] = [
    ['    labels: {commit: 6063e25, version: 1.10}', ['labels.commit (line 3): 6063e25 as 6.063e+28 (quotes', 'labels.version (line 3): 1.10 as 1.1 (quotes']],
    ['    annotations:\n      a: {b: 0x1F}\n      c: [5.0, +1]', ['annotations.a.b (line 4): 0x1F as 31 (q', 'annotations.c.0 (line 5): 5.0 as 5 (q', 'annotations.c.1 (line 5): +1 as 1 (q']],
    ['    labels: {a: .5, b: 1., c: 0o17, d: -0, e: 7}', ['.5 as 0.5', '1. as 1', '0o17 as 15', '-0 as 0'], ['labels.e']],
    ['    volumes:\n      - secret: {defaultMode: 0400}\n      - configMap: {items: [{mode: 0644}]}', ['volumes.0.secret.defaultMode (line 4): 0400 as 400 (a mode is `0o400`)', 'volumes.1.configMap.items.0.mode (line 5): 0644 as 644 (a mode is `0o644`)']],
    ['    min_scale: 010\n    cpu: 1e1\n    memory_mb: 5E2', ['min_scale (line 3): 010 as 10', 'cpu (line 4): 1e1 as 10', 'memory_mb (line 5): 5E2 as 500'], ['quotes']],
    ['    labels: {a: .inf, b: -.Inf, c: .NaN}\n    gpu: .inf', ['labels.a (line 3): .inf as null (quotes', 'labels.b', 'labels.c', 'gpu (line 4): .inf as null']],
    ['    build: 12345678901234567890\n    id: 0.12345678901234567890\n    hex: 0xFFFFFFFFFFFFFFFF', ['build (line 3): 12345678901234567890 as 12345678901234567000 (quotes', 'id (line 4)', 'hex (line 5)']],
    ['    cpu: 0.50\n    cpu_limit: .5\n    min_scale: +1\n    max_scale: 0x1F\n    memory_mb: 0o400\n    gpu: 100000000000000000000000\n    volumes: [{secret: {defaultMode: 0o400}}]', [], ['numbers']],
    ['    labels: {a: &v 1.10}\n    annotations:\n      b: *v', ['labels.a (line 3): 1.10 as 1.1', 'annotations.b (line 5): 1.10 as 1.1']],
    ['    labels: {a: "1.10", b: 1.1, c: 6063e25x, d: 1_0, e: 0}\nvariables: {A: 0400, B: 1e3, C: .inf}', [], ['numbers']],
  ]
  it.for(MISREAD)('warns of numbers that are sent otherwise than written: %j', async ([text, said, silent = []]) => {
    const { warnings, problems } = await readBeside(SPEC + text, IMAGE)
    expect(problems).toEqual([])
    for (const words of said) expect(`${warnings}`).toContain(words)
    for (const words of silent) expect(`${warnings}`).not.toContain(words)
    const ours = warnings.filter(warning => warning.includes('numbers'))
    expect(ours.map(warning => warning.includes('deploy/shop.yml'))).toEqual(said.length > 0 ? [true] : [])
  })

  // biome-ignore format: a table
  const MERGED: [text: string, spec: object, warned?: string[]][] = [
    ['small: &small {cpu: 1, labels: {a: b}}\nsource_config:\n  resource_spec:\n    <<: *small\n    min_scale: 2', { cpu: 1, labels: { a: 'b' }, min_scale: 2 }],
    ['x: &x {cpu: 1, min_scale: 1}\ny: &y {cpu: 2, max_scale: 3}\nsource_config: {resource_spec: {cpu: 4, <<: [*x, *y]}}', { cpu: 4, min_scale: 1, max_scale: 3 }],
    ['x: &x {cpu: 1}\ny: &y\n  <<: *x\n  gpus: 010\nsource_config:\n  resource_spec: {<<: *y}', { cpu: 1, gpus: 10 }, ['source_config.resource_spec.gpus (line 6)', 'y.gpus (line 4): 010 as 10', 'source_config.resource_spec.gpus (line 6): 010 as 10']],
    ['source_config:\n  resource_spec: {"<<": {cpu: 1}}', { '<<': { cpu: 1 } }, ['<< (line 2)']],
  ]
  it.for(MERGED)('merges what `<<` brings: %j', async ([text, spec, warned = []]) => {
    const { order, warnings } = await readBeside(text, IMAGE)
    expect(order?.requested.source_config.resource_spec).toEqual(spec)
    for (const words of warned) expect(`${warnings}`).toContain(words)
  })

  it('sends the numbers of variables as they are written, also those of an alias or a merge', async () => {
    const variables = '  <<: *x\n  A: &v 1.10\n  B: *v\n  C: .inf\n  D: 0400\n  E: TRUE\n'
    const order = await readBeside(`x: &x {PORT: 8080, A: 1}\nvariables:\n${variables}`, IMAGE)
    const sent = { PORT: '8080', A: '1.10', B: '1.10', C: '.inf', D: '0400', E: 'TRUE' }
    expect(Object.fromEntries(entriesOf(order))).toEqual(sent)
  })

  const WRONG: [lines: number[], text: string][] = [
    [[1], '# nothing'],
    [[1], 'name: 2024'],
    [[1, 3], 'name: true\nsource_config:\n  build_on_push: yes'],
    [[2], 'source_revision_config:\n  repo_ref: 1.10'],
    [[1], 'source_config: none'],
    [[3, 4], `${SPEC}    cpu: 500m\n    labels: [a]`],
    [[2], 'source_revision_config:\n  repo_commit_sha: 5f3c2e1'],
    [[3], 'name: shop\nvariables: {}\nname: store'],
    [[2], 'source_config:\n\tcustom_url: a'],
    [[2], '{"name": "shop"\n "source": "repohost"}'],
    [[1], '- name: shop'],
    [[2], 'secrets:\n  - TOKEN=hunt3r-two'],
    [[1, 2], 'secrets: [UNSET]\nvariables: {A: [x]}'],
    [[2, 3], 'secrets: [TOKEN,\n  TOKEN,\n  EMPTY]'],
    [[1], 'secrets: hunt3r-two'],
    [[1, 2], 'secrets: [GITHUB_TOKEN,\n  INPUT_API_KEY]'],
    [[3], 'variables:\n  LOG: info\n  EMPTY: ""'],
    [[2], 'secret_references:\n  - {name: A}'],
    [[2, 4], 'source_config:\n  custom_url: https:///x\nsource_revision_config:\n  image_uri: "app:"'],
    [[1], `name: shop-\${{ vars.A }}`],
    [[3], `name: shop\n# \${ vars.A }\nvariables: {A: "\${{ vars.A }}"}`],
    [[1], 'name: "shop\\nv1"'],
    [[2], 'source: internal_source\nname: |\n  shop\n  v1\n'],
    [[1], '{"name": "shop\\u2028v1"}'],
    [[1, 2, 3], 'secrets: [HTTPS_PROXY,\n  http_proxy,\n  All_Proxy]'],
    [[2], 'name: shop\nvariables: {<<: [{A: b}, 5]}'],
    [[2], 'name: shop\nvariables: {<<: *none}'],
    [[2], 'name: shop\nvariables: [A\n'],
    [[2], 'name: shop\nsource_config: {resource_spec: {labels: &a {b: *a}}}'],
    [[2], `name: shop\nsource_config: {resource_spec: {labels: ${'{a: '.repeat(90)}1${'}'.repeat(93)}`],
    // A comment in JSON.
    [[2], '{\n  "name": "shop", // the name\n  "source": "internal_source"\n}'],
    [[2, 3], '{\n  // first\n  // second\n  "name": "shop"}'],
    [[2], '{"variables": {\n  "A": 1 /* c */}}'],
    [[1], '{"variables": {"A": true} // it\'s: "c", d\n}'],
    [[2], 'name: shop\nvariables: {A: b, //c\n B: d}'],
    [[2], 'source_config:\n  resource_spec: {sidecars: [{args: [/* none */]}]}'],
    [[1], '// ours\n{"name": "shop"}'],
    [[2], '{"name": "shop"}\n// ours'],
  ]
  const env = { TOKEN: 'cafe-b4be', EMPTY: '', GITHUB_TOKEN: 'cafe-b4be' }
  it.for(WRONG)('is refused at the lines %j: %j', async ([lines, text]) => {
    const inputs = Object.entries({ ...IMAGE, api_key: 'cafe-b4be' })
    const others = inputs.filter(([name]) => !new RegExp(`^${name}:`, 'm').test(text))
    const { problems } = await readBeside(text, Object.fromEntries(others), env)
    const inFile = problems.filter(({ file }) => file === 'deploy/shop.yml')
    expect([...new Set(inFile.map(({ startLine }) => startLine))].toSorted()).toEqual(lines)
    expect(saidOf(problems)).not.toMatch(HIDDEN)
    if (text.includes('// ours')) expect(saidOf(problems)).toContain('a comment of')
  })

  const ENDED = ['name: |\n  shop\n', 'name: "shop\\r\\n"', '{"name": "shop\\n"}', '\ufeffname: |+\n  shop\n\n']
  it.for(ENDED)('may have a name that ends in a line break, which is dropped: %j', async text => {
    const { order, problems } = await readBeside(text, { source: 'internal_source' })
    expect([problems, order?.requested.name]).toEqual([[], 'shop'])
  })

  it.for<[what: string, bytes: Buffer]>([
    ['Latin-1', Buffer.from('name: shop # für', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffname: shop', 'utf16le')],
    ['cut in a letter', Buffer.from('name: shop # fü').subarray(0, -1)],
  ])('that is not UTF-8 is refused: %s', async ([, bytes]) => {
    writeFileSync(at('bytes.yml'), bytes)
    const inputs = { source: 'internal_source', config: 'bytes.yml' }
    const { problems } = await read(inputs, { GITHUB_WORKSPACE: at('.') })
    expect(problems).toEqual([{ message: expect.stringMatching(/`config`.*bytes\.yml.*UTF-8/) }])
  })

  it.for([
    '{"name": "shop", "//": 1, "variables": {"A": "// b", "B": "c /* d */"}}',
    '{name: shop, source_config: {custom_url: https://shop.example//a, "install_command": a//b}} # // c',
    'name: shop\n// x: a // b\nvariables:\n  A: //b\n  B: c {d} /* e */\n  C: |\n    {a: b} // c',
  ])('may hold texts that look like comments: %j', async text => {
    const { problems } = await readBeside(text, { source: 'internal_source' })
    expect(problems).toEqual([])
  })

  const TWO = ['name: a\n---\nname: b', 'name: a\n...\nname: b', '{"name": "a"}\n{"name": "b"}', '---\nname: a\n---\n']
  it.for(TWO)('of two documents is refused in our words: %j', async text => {
    const { problems } = await readBeside(text, IMAGE)
    expect(problems.map(({ startLine }) => startLine)).toEqual([text.startsWith('---') || text.includes('...') ? 3 : 2])
    expect(saidOf(problems)).toMatch(/second document/)
    expect(saidOf(problems)).not.toMatch(/parseAllDocuments|flow-map/)
  })

  test('has its errors at their lines', async ({ serve, create }) => {
    const files = { 'deploy/shop.yml': 'name: true\nsecrets:\n  - TOKEN=hunt3r-two\n' }
    const { errors } = await refuse({ serve, create }, { ...CONFIG, source: 'internal_source' }, { files })
    const places = errors.map(({ properties: { file, line } }) => `${file}:${line}`)
    expect(places.toSorted()).toEqual(['deploy/shop.yml:1', 'deploy/shop.yml:3'])
  })

  it('must be a regular file of the workspace, of 1 MiB at most', async () => {
    const large = `#${'x'.repeat(2 ** 20 - 13)}\n`
    const files = { 'shop.yml': YAML, 'nearly.yml': `${large}name: shop\n`, 'large.yml': large + large }
    for (const [name, text] of Object.entries({ ...files, '../outside.yml': YAML })) writeFileSync(at(name), text)
    symlinkSync('../shop.yml', at('deploy/link.yml'))
    symlinkSync('../../outside.yml', at('deploy/out.yml'))
    symlinkSync('../..', at('deploy/up'))
    execFileSync('mkfifo', [at('pipe')])
    const readFile = async (config: string) =>
      (await read({ source: 'internal_source', name: 'shop', config }, { GITHUB_WORKSPACE: at('.') })).problems
    const inside = ['shop.yml', './deploy/../shop.yml', at('shop.yml'), 'deploy/link.yml', 'nearly.yml']
    for (const config of inside) expect(await readFile(config)).toEqual([])
    mkdirSync(`${at('.')}-2`)
    writeFileSync(`${at('.')}-2/shop.yml`, YAML)
    const outside = ['../outside.yml', '/etc/hosts', 'deploy/out.yml', 'deploy/up/outside.yml', `${at('.')}-2/shop.yml`]
    for (const config of [...outside, 'gone.yml', 'deploy', 'pipe', 'large.yml'])
      expect([config, names(saidOf(await readFile(config)), 'config')]).toEqual([config, true])
    expect(saidOf(await readFile('.'))).toContain('no regular file')
  })

  it('that is not there is the one problem, as it may hold all fields', async () => {
    const { problems } = await read({ config: 'gone.yml' }, { GITHUB_WORKSPACE: at('.') })
    expect(problems).toHaveLength(1)
    expect(saidOf(problems)).toMatch(/gone\.yml.*workspace/s)
  })
})
