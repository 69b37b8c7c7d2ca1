import { EOL } from 'node:os'
import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { marked } from 'marked'
import { expect, it } from 'vitest'
import { readAction } from '../../scripts/readme.ts'
import { commandsOf, parseCommand } from '../../scripts/workflow-commands.ts'
import { sandboxForTest } from '../e2e/create.ts'
import { createInTurn } from '../e2e/create-in-turn.ts'
import { tries } from '../tries.ts'
import { runInProcess } from './in-process.ts'
import { ACTIONS, echoingService, INPUTS, scene } from './services.ts'

const RUNS_IN_PROCESS = tries(600)
const RUNS_OF_DIST = tries(50)

const COMMANDS = [
  ...['::set-output name=id::evil', '::add-mask::shop', '::stop-commands::token', '::endgroup::'],
  ...['::error file=a,line=1::evil', '##[group]evil', '##[error]evil', '##[add-matcher]evil.json'],
  ...['name=evil', 'id<<EOF\nevil\nEOF'],
]
const LINE_STARTS = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\n  ', '\n\t', '', ' ']
const MARKUP = [
  ...['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '</code></td></table><h1>evil</h1>'],
  ...['[evil](https://evil.test)', '![evil](https://evil.test/x.png)', 'https://evil.test @evil #1'],
  ...['| a | b |\n|---|---|\n', '\n\n```mermaid\ngraph TD; evil-->evil\n```\n\n'],
  ...['\n\n# evil\n\n- evil\n\n> evil', '`evil`', '<!-- ', '&lt;b&gt;&#60;i&#62;'],
]
const CONTROLS = ['\u001b[31m', '\u0000', '\u0007', '\u202e', '\u2066', '\u200b', '\ud800', '\u009b']

const hostile = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...LINE_STARTS), fc.constantFrom(...COMMANDS)).map(parts => parts.join('')),
      fc.constantFrom(...MARKUP, ...CONTROLS),
      fc.string({ unit: 'binary', maxLength: 10 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map(parts => parts.join(''))

/** The commands that the action writes, and their properties. */
const OWN_COMMANDS = new Set(['group', 'endgroup', 'warning', 'error', 'debug', 'add-mask'])
const PROPERTIES = new Set(['title', 'file', 'line', 'col'])

/** Reads the log like the runner: a command starts a line; in its old form, ##[…], it can be anywhere. */
function expectOwnCommands(written: string) {
  const log = written.replaceAll(EOL, '\n')
  expect(log.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
  expect(log).not.toContain('##[')
  const lines = log.split('\n')
  const foreign = lines.filter(line => line.trimStart().startsWith('::') && !isOwnCommand(line))
  expect(foreign).toEqual([])
  const groups = commandsOf(log).filter(({ command }) => command.endsWith('group'))
  expect(groups.filter(({ command }) => command === 'group')).toHaveLength(groups.length / 2)
}

function isOwnCommand(line: string): boolean {
  const parsed = parseCommand(line)
  return (
    parsed !== undefined &&
    OWN_COMMANDS.has(parsed.command) &&
    Object.keys(parsed.properties).every(name => PROPERTIES.has(name))
  )
}

const ELEMENTS = new Set(
  'h2 h3 h4 p table thead tbody tr th td code ul li blockquote details summary pre b br wbr a'.split(' '),
)

const ATTRIBUTES: Record<string, RegExp> = {
  align: /^left$/,
  scope: /^row$/,
  colspan: /^2$/,
  href: /^https:\/\/github\.com\/acme\/shop(\/|$)/,
}

/** The elements and attributes in a node that the action never writes. */
function foreignParts(node: ReturnType<typeof parseDocument>['children'][number]): string[] {
  if (node.type === 'text') return []
  if (!('attribs' in node) || !ELEMENTS.has(node.name)) return [node.type]
  const attributes = Object.entries(node.attribs).filter(([name, value]) => !ATTRIBUTES[name]?.test(value))
  return [...attributes.map(attribute => attribute.join('=')), ...node.children.flatMap(foreignParts)]
}

/** Reads the summary like GitHub: as markdown first, then as HTML. */
function expectOwnElements(summary: string) {
  expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024)
  const { children } = parseDocument(marked.parse(summary, { async: false, gfm: true }))
  expect(children.flatMap(foreignParts)).toEqual([])
}

const JOB = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '7' }

it.each(Object.entries(ACTIONS))(
  'text of the service is no command in the log and no markup in the summary of the %s action',
  async (_, { run, inputs }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 6 }), scene, async (words, played) => {
        let turn = 0
        const text = () => words[turn++ % words.length] ?? ''
        const service = echoingService({ ...played, text })
        const { log, summary, outputs } = await runInProcess(inputs, service, JOB, { run })
        expectOwnCommands(log)
        expectOwnElements(summary)
        expectOwnElements(outputs['report'] ?? '')
      }),
      { numRuns: RUNS_IN_PROCESS },
    )
  },
)

const INPUT_NAMES = [
  ...['name', 'repository', 'custom_url', 'repo_ref', 'if_exists', 'headers', 'resource_spec', 'secrets'],
  ...['config', 'base_url'],
]

it('text of the workflow is no command in the log and no markup in the summary', async () => {
  const service = echoingService({ text: () => 'word', scene: 'created', status: 400, dialect: 'plain' })
  await fc.assert(
    fc.asyncProperty(hostile, fc.constantFrom(...INPUT_NAMES), async (text, input) => {
      const { log, summary } = await runInProcess({ ...INPUTS, [input]: text }, service, JOB)
      expectOwnCommands(log)
      const ours = '<a href="https://github.com/acme/shop">'
      const asked = summary.replaceAll(/<a href="[^"]*evil[^"]*">/g, ours)
      expectOwnElements(input === 'custom_url' ? asked : summary)
    }),
    { numRuns: tries(500) },
  )
})

it('text of the service is no command and no markup in the log, summary and outputs of the built action', async () => {
  const sandbox = await sandboxForTest({ taken_names: 'accept' })
  await fc.assert(
    fc.asyncProperty(hostile, fc.constantFrom(201, 400, 422), async (text, status) => {
      const fields = { id: text, name: text, status: text, tenant_id: text }
      const deployment = { ...fields, source_config: { custom_url: text } }
      const body = status === 201 ? deployment : { detail: text }
      sandbox.script({ operation: 'create_deployment', status, body })
      const run = await createInTurn(sandbox, { name: 'shop', source: 'internal_source' })
      expectOwnCommands(run.stdout.replace(/\r?\n$/, ''))
      expectOwnElements(run.summary)
      expectOwnElements(run.outputs['report'] ?? '')
      expect(run.stderr).toBe('')
      const { error_code, http_status, ...all } = readAction('.').outputs
      expect(Object.keys(run.outputs)).toEqual(expect.arrayContaining(Object.keys(all)))
      const asWritten = text
        .toWellFormed()
        .replaceAll('\r\n', '\n')
        .replaceAll(/\r(?=\n)/g, '')
      // The URL in these fields may read as one with a password, which no output shows.
      const hasPassword = /:.*@/s.test(text)
      if (status === 201) expect(hasPassword ? ['', asWritten] : [asWritten]).toContain(run.outputs['status'])
    }),
    { numRuns: RUNS_OF_DIST },
  )
})
