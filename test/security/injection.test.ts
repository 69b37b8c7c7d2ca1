import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { openGitHub } from '../github/github.ts'
import { pullRequest } from '../harness/job.ts'
import { deployment, repository } from '../harness/records.ts'
import { answer, type Handler, type Service } from '../harness/service.ts'
import type { Run, Step } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { IMAGE, repositoryOrder } from '../orders.ts'
import { readPage } from './page.ts'

// biome-ignore format: a table
const COMMANDS = [
  '::set-output name=id::evil', '::add-mask::shop', '::stop-commands::token', '::endgroup::', '::debug::evil',
  '::error file=a,line=1::evil', '##[group]evil', '##[error]evil', '##[add-matcher]evil.json', '::Warning::evil',
  'name=evil', 'id<<EOF\nevil\nEOF',
]
const STARTS = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\n  ', '\n\t', '', ' ']
// biome-ignore format: a table
const MARKUP = [
  '<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '</code></td></table><h1>evil</h1>', '<!-- ', '-->',
  '[evil](https://evil.test)', '![evil](https://evil.test/x.png)', ' https://evil.test ', ' www.evil.test ',
  ' @evil ', ' #1 ', ' GH-1 ', ' evil/shop@0123456 ', '`evil`', '*a* _b_', '&lt;b&gt;&#60;i&#62;',
  '| a | b |\n|---|---|\n', '\n\n```mermaid\ngraph TD; evil-->evil\n```\n\n', '\n\n# evil\n\n- evil\n\n> evil',
]
const CONTROLS = ['\u001b[31m', '\u0007', '\u202e', '\u2066', '\u200b', '\u009b', '\b', '\u061c']

const hostile = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...STARTS), fc.constantFrom(...COMMANDS)).map(parts => parts.join('')),
      fc.constantFrom(...MARKUP, ...CONTROLS),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    { minLength: 6, maxLength: 18 },
  )
  .map(parts => parts.join(''))
/** A text for each field of the service, in turn; others for each seed. */
const textsOf = (seed: number) => fc.sample(hostile, { seed, numRuns: 40 })

/** The elements and attributes that the action itself writes. */
const ELEMENTS = /^(h[2-4]|p|table|thead|tbody|t[rhd]|code|[uo]l|li|blockquote|details|summary|pre|b|strong|em|w?br|a)$/
const ATTRIBUTES = /^(align=left|scope=(row|col)|colspan=\d+|open=)$/

function expectOwnPage(markdown: string, url: string) {
  const { elements, attributes, links, others, prose } = readPage(markdown.replace(/^<!--[^>]*-->\n/, ''))
  expect([...elements].filter(name => !ELEMENTS.test(name))).toEqual([])
  expect([...attributes].filter(one => !ATTRIBUTES.test(one))).toEqual([])
  expect(others).toEqual([])
  expect(prose).not.toMatch(/(?<![\w`])@\w|https?:\/\/\S|www\.\w|(?<![\w&])#\d|GH-\d|@[0-9a-f]{7}/)
  const foreign = links.filter(({ href, text }) => !(href === url && text === url && /^https?:/.test(url)))
  expect(foreign).toEqual([])
}

/** Reads the log like the runner: a command starts a line, and in its old form, `##[…]`, it can be anywhere. */
function expectOwnLog({ stdout, stderr, masks }: Run, secrets: string[]) {
  expect(stderr).toBe('')
  // A mask is a text of the workflow, and a line that begins with a command is nothing else.
  const log = stdout.replaceAll(/^::add-mask::[^\n]*/gm, '')
  expect(log).not.toContain('##[')
  const lines = log.split(/\r?\n/)
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
  const commands = commandsOf(log)
  expect(commands).toHaveLength(lines.filter(line => line.trimStart().startsWith('::')).length)
  const own = /^(error|warning|notice|group|endgroup)$/
  expect(commands.filter(({ command }) => !own.test(command))).toEqual([])
  const properties = commands.flatMap(command => Object.keys(command.properties))
  expect(properties.filter(name => !/^(title|file|line|col)$/.test(name))).toEqual([])
  expect(masks.filter(mask => !secrets.includes(mask))).toEqual([])
}

/** A service that has one of the texts in each of its fields. */
function fill(service: Service, words: readonly string[]) {
  let turn = 0
  const text = () => words[turn++ % words.length] ?? ''
  const fields = () => ({
    ...{ status: text(), tenant_id: text(), latest_revision_id: text(), active_revision_id: text() },
    ...{ image_version: text(), created_at: text(), [text()]: [text(), { [text()]: text() }] },
    source_config: { custom_url: text(), repo_url: text(), resource_spec: { labels: { [text()]: text() } } },
    source_revision_config: { repo_ref: text(), repo_commit_sha: text(), image_uri: text() },
    secrets: [{ name: text(), value: text() }],
  })
  service.deployments = [deployment({ ...fields(), name: 'cart' }), deployment({ ...fields(), name: text() })]
  const other = { owner: text(), name: text(), url: text(), default_branch: text() }
  service.repositories = [repository(other), repository()]
  const created: Handler = ({ body }, respond, store) =>
    respond(201, store.add({ ...fields(), name: (body as { name: string }).name, id: text() }))
  service.override('create', 'each', created)
  return text
}

const CART = { ...IMAGE, name: 'cart', if_exists: 'reuse', secrets: 'KEY=hidden-value' }
const SCENES: [scene: string, step: (service: Service) => Partial<Step> & Pick<Step, 'with'>][] = [
  ['a create', () => ({ with: IMAGE })],
  ['an adoption', () => ({ with: CART })],
  ['a comparison that fails', () => ({ with: { ...CART, if_exists: 'match' } })],
  ['a wait that ends', () => ({ with: { ...CART, wait_for: 'ready', wait_timeout: '3s' } })],
  ['the wait action', () => ({ action: 'wait', with: { name: 'cart', wait_timeout: '3s' } })],
  ['the list action', () => ({ action: 'list', with: {} })],
  ['a list of one name', () => ({ action: 'list', with: { name: '<img src=x>@acme https://a.example' } })],
  ['the repositories action', ({ integration_id }) => ({ action: 'repositories', with: { integration_id } })],
  ['a look-up of a repository', service => ({ with: { ...repositoryOrder(service), repository: 'acme/gone' } })],
]

describe.concurrent('hostile text of the service does nothing', () => {
  test.for(SCENES)('in log and summary of %s', async ([scene, stepOf], { serve, run }) => {
    const service = await serve()
    fill(service, textsOf(scene.length))
    const step = stepOf(service)
    const ended = await run({ ...step, with: { base_url: service.base_url, ...step.with } })
    expect(ended.outputs['error_code']).not.toBe('internal')
    expectOwnLog(ended, ['hidden-value'])
    const found = service.deployments.find(one => one.id === ended.outputs['id'])
    const url = String(found?.source_config['custom_url'] ?? '')
    for (const page of [ended.summary, ended.outputs['report'] ?? '']) expectOwnPage(page, url)
  })

  test.for([1, 2])('in a comment, and reaches the outputs as it is: %i', async (seed, { serve, create, atEnd }) => {
    const [service, github] = [await serve(), await openGitHub(atEnd)]
    const event = pullRequest({ sha: 'c0ffee'.repeat(6).padEnd(40, '0'), ref: 'feature/cart' })
    fill(service, textsOf(seed))
    const inputs = { ...CART, comment: 'true', github_token: 'ghs_0123456789' }
    const { outputs } = await create(service, inputs, { event, env: github.env })
    const [{ status, source_config } = expect.unreachable()] = service.deployments
    const [written, url] = [status, String(source_config['custom_url'])].map(text => text.replaceAll('\r\n', '\n'))
    expect(outputs).toMatchObject({ status: written, url })
    expect(github.comments).toHaveLength(1)
    for (const { body } of github.comments) expectOwnPage(body, String(source_config['custom_url']))
  })

  const REFUSALS: [status: number, body: (text: () => string) => unknown][] = [
    [400, text => ({ detail: text() })],
    [401, text => ({ detail: [{ loc: ['body', text()], msg: text() }, text()] })],
    [403, text => ({ errors: { [text()]: [text()] }, title: text() })],
    [409, text => ({ [text()]: { [text()]: [text()] } })],
    [418, text => `<html><title>${text()}</title>${text()}`],
    [503, text => text()],
  ]
  test.for(REFUSALS)('in an error %d', async ([status, bodyOf], { serve, create }) => {
    const service = await serve()
    const body = bodyOf(fill(service, textsOf(status)))
    service.override(status === 401 ? 'list' : 'create', 'each', answer(status, body))
    const ended = await create(service, { ...IMAGE, name: 'new', api_key: 'a-good-key' })
    expect(ended.exitCode).toBe(1)
    expect(ended.outputs['error_code']).not.toBe('internal')
    expectOwnLog(ended, ['a-good-key'])
    for (const page of [ended.summary, ended.outputs['report'] ?? '']) expectOwnPage(page, '')
    expect(ended.outputs['error_message']).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
  })
})

test.for([
  ['name', 'repo_ref', 'custom_url'],
  ['resource_spec', 'config', 'base_url', 'wait_for', 'headers'],
])('hostile texts of the workflow do nothing: in %s, %s, %s', async (inputs, { serve, create }) => {
  for (const seed of [1, 2]) {
    const texts = textsOf(seed).map(text => text.replaceAll('\0', ''))
    const given = Object.fromEntries(inputs.map((input, index) => [input, texts[index] ?? '']))
    const ended = await create(await serve(), { ...IMAGE, if_exists: 'reuse', ...given })
    expectOwnLog(ended, ended.masks)
    expectOwnPage(ended.summary, given['custom_url']?.trim() ?? '')
  }
})
