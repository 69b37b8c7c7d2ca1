import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { whyNotMasked } from '../../src/github/redact.ts'
import { create } from '../e2e/create.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { tries } from '../tries.ts'
import { runInProcess } from './in-process.ts'
import { echoingService, INPUTS, NAME, scene } from './services.ts'

const RUNS_IN_PROCESS = tries(2000)
const RUNS_OF_DIST = tries(50)

/** The forms of a value that must not appear in any output. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const forms = [
    value,
    ...value.split(/\r\n|\n|\r/),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    encodeURIComponent(value.toWellFormed()),
    new URLSearchParams({ v: value }).toString().slice(2),
  ]
  return value.length < 4 ? [] : forms.filter(form => form.trim().length >= 4)
}

const ENCODINGS: ((value: string) => string)[] = [
  value => value,
  value => JSON.stringify(value).slice(1, -1),
  value => Buffer.from(value).toString('base64'),
  value => Buffer.from(value).toString('base64url'),
  value => encodeURIComponent(value.toWellFormed()),
  value => new URLSearchParams({ v: value }).toString().slice(2),
  value => `said "${value}" twice: ${value}`,
  value => 'x'.repeat(1990) + value,
]

const word = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 4, maxLength: 12 }),
  fc
    .array(fc.string({ minLength: 4, maxLength: 20 }), { minLength: 2, maxLength: 5 })
    .map(lines => lines.join('\n')),
  fc.json({ maxDepth: 2 }),
  fc.base64String({ minLength: 8, maxLength: 64 }),
  fc.constantFrom(
    '****',
    '*****x',
    '<b>&amp;',
    '%25%0A',
    '\\u0041\\n',
    '","name":"',
    '::error::',
    NAME.slice(2, 9),
    NAME.slice(0, 6),
  ),
)

/** Several secrets, some of which overlap. */
const secrets = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map(values => [
    ...values,
    (values[0] ?? '').slice(-3) + (values.at(-1) ?? '').slice(0, 6),
    `${values[0]}${values.at(-1)}`,
  ])
  .map(values => values.filter(value => value.trim() !== ''))

/** Text that every run writes. A secret that is a part of it cannot be distinguished from it. */
const OWN_WORDS = '::error title=,file=,line=,col=::warning::group::endgroup::debug::startLine=startColumn='
const isOwnWord = (value: string) =>
  whyNotMasked(value) === 'is a word that stands in every log' ||
  formsOf(value).some(form => OWN_WORDS.includes(form))

const fromHtml = (text: string) =>
  text.replaceAll('<br>', '\n').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

interface Seen {
  log: string
  outputs: Record<string, string>
  summary: string
}

function expectNoSecret(values: string[], { log, outputs, summary }: Seen) {
  const commands = commandsOf(log).flatMap(({ message, properties }) => [
    message,
    ...Object.values(properties),
  ])
  const places = {
    log,
    commands: commands.join('\n'),
    outputs: Object.values(outputs).join('\n'),
    summary,
    text: fromHtml(summary),
  }
  for (const form of values.flatMap(formsOf)) {
    for (const [place, text] of Object.entries(places))
      expect(text.includes(form), `${JSON.stringify(form)} in ${place}`).toBe(false)
  }
}

it('secrets are redacted in every place where the service returns them', async () => {
  await fc.assert(
    fc.asyncProperty(secrets, scene, fc.infiniteStream(fc.nat()), async (values, played, numbers) => {
      fc.pre(!values.some(isOwnWord))
      const number = () => numbers.next().value ?? 0
      const pick = <T>(items: readonly T[]) => items[number() % items.length] as T
      const text = () => pick(ENCODINGS)(pick(values))
      const named = Object.fromEntries(values.map((value, index) => [`S${index}`, value]))
      const inputs = { ...INPUTS, secrets: JSON.stringify(named) }
      expectNoSecret(values, await runInProcess(inputs, echoingService({ ...played, text })))
    }),
    { numRuns: RUNS_IN_PROCESS },
  )
})

it('the built action writes no secret', async () => {
  const sandbox = await startSandbox({ ready_after: 0, taken_names: 'accept' })
  try {
    await fc.assert(
      fc.asyncProperty(
        secrets,
        fc.nat(),
        fc.constantFrom(201, 400, 422, 200),
        async (values, seed, status) => {
          fc.pre(!values.some(isOwnWord) && values.every(value => !value.includes('\0')))
          const echo = (value: string, index: number) => ENCODINGS[(seed + index) % ENCODINGS.length]?.(value)
          const said = values.map(echo)
          sandbox.script({
            operation: 'create_deployment',
            status,
            body:
              status >= 400
                ? { detail: said.join(' ') }
                : { id: said[0], name: said.join(' '), status: said.at(-1), secrets: said, x: said },
          })
          const named = Object.fromEntries(values.map((value, index) => [`S${index}`, value]))
          const run = await create(sandbox, {
            name: `n${seed}`,
            source: 'internal_source',
            secrets: JSON.stringify(named),
          })
          expectNoSecret(values, { ...run, log: run.stdout.replace(/^::add-mask::.*$/gm, '') + run.stderr })
        },
      ),
      { numRuns: RUNS_OF_DIST },
    )
  } finally {
    await sandbox.close()
  }
})

it('the built action writes no credential of the connection', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^[!-~]{8,40}$/),
      fc.stringMatching(/^[!-~]{8,40}$/),
      scene,
      async (key, token, played) => {
        fc.pre(![key, token].some(isOwnWord) && !token.includes(':'))
        const inputs = {
          ...INPUTS,
          api_key: key,
          headers: `X-Gateway: ${token}\nAuthorization: Bearer ${token}`,
        }
        const written = await runInProcess(
          inputs,
          echoingService({ ...played, text: () => `${key} ${token}` }),
        )
        expectNoSecret([key, token], written)
      },
    ),
    { numRuns: tries(300) },
  )
})
