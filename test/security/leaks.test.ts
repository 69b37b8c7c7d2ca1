import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { whyNotMasked } from '../../src/github/redact.ts'
import { plainLine } from '../../src/lib/text.ts'
import { sandboxForTest } from '../e2e/create.ts'
import { createInTurn } from '../e2e/create-in-turn.ts'
import { chain, encoded, secret } from '../github/encodings.ts'
import { tries } from '../tries.ts'
import { runInProcess, textsOf, type Written } from './in-process.ts'
import { ACTIONS, echoingService, scene } from './services.ts'

const fromHtml = (text: string) =>
  text.replaceAll('<br>', '\n').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

type Seen = Pick<Written, 'log' | 'outputs' | 'summary'>

/** All text that people read, as it is written and as it is shown. */
const shown = ({ log, summary, outputs }: Seen): string =>
  [
    log,
    ...commandsOf(log).flatMap(({ message, properties }) => [message, ...Object.values(properties)]),
    ...[summary, outputs['report'] ?? ''].flatMap(markdown => [markdown, fromHtml(markdown)]),
  ].join('\n')

/** The copies of secrets that a run shows, or writes into an output although they are long. */
function leaks(run: Seen, copies: { copy: string; value: string }[]): string[] {
  const [people, steps] = [shown(run), textsOf(run.outputs).join('\n')]
  return copies
    .filter(
      ({ copy, value }) =>
        people.includes(copy) ||
        people.includes(plainLine(copy)) ||
        (value.trim().length >= 8 && steps.includes(copy)),
    )
    .map(({ copy }) => copy)
}

const masked = secret.filter(value => whyNotMasked(value) === undefined && !value.includes('\0'))
const values = fc.array(masked, { minLength: 1, maxLength: 3 })
const chains = fc.array(chain, { minLength: 4, maxLength: 12 })

/** Copies of secrets, each in up to three encodings. */
const copiesOf = (secrets: string[], encodings: Parameters<typeof encoded>[1][]) =>
  encodings.map((names, index) => {
    const value = secrets[index % secrets.length] ?? ''
    return { value, copy: encoded(value, names) }
  })

const S = (secrets: string[]) =>
  JSON.stringify(Object.fromEntries(secrets.map((value, at) => [`S${at}`, value])))

it.each(Object.entries(ACTIONS))(
  'the %s action leaks no secret that the service returns, in any encoding',
  async (action, { run, inputs }) => {
    await fc.assert(
      fc.asyncProperty(
        values,
        fc.stringMatching(/^[!-~]{8,40}$/),
        chains,
        scene,
        async (secrets, key, encodings, played) => {
          const known = action === 'create' ? [...secrets, key] : [key]
          const copies = copiesOf(known, encodings)
          let turn = 0
          const text = () => copies[turn++ % copies.length]?.copy ?? ''
          const given = { ...inputs, api_key: key, ...(action === 'create' && { secrets: S(secrets) }) }
          const written = await runInProcess(given, echoingService({ ...played, text }), {}, { run })
          // A copy may be a part of the action's own words, which stay.
          const silent = echoingService({ ...played, text: () => '' })
          const own = shown(await runInProcess(given, silent, {}, { run }))
          const foreign = copies.filter(({ copy }) => !own.includes(copy))
          expect(leaks(written, foreign)).toEqual([])
        },
      ),
      { numRuns: tries(500) },
    )
  },
)

it('the built action leaks no secret', async () => {
  const sandbox = await sandboxForTest({ taken_names: 'accept' })
  await fc.assert(
    fc.asyncProperty(
      values,
      chains,
      fc.constantFrom(201, 400, 422, 200),
      async (secrets, encodings, status) => {
        const copies = copiesOf(secrets, encodings)
        const texts = copies.map(({ copy }) => copy)
        const text = texts.join(' ')
        const created = { id: texts[0], name: text, status: texts.at(-1), secrets: texts, x: texts }
        sandbox.script({
          operation: 'create_deployment',
          status,
          body: status < 400 ? created : { detail: text },
        })
        const inputs = { name: 'shop', source: 'internal_source', secrets: S(secrets) }
        const { stdout, stderr, ...run } = await createInTurn(sandbox, inputs)
        const log = stdout.replace(/^::add-mask::.*$/gm, '') + stderr
        const own = '::error title=Unexpected response,:: deployment Deployment secrets status name'
        const foreign = copies.filter(({ copy }) => !own.includes(copy))
        expect(leaks({ ...run, log }, foreign)).toEqual([])
      },
    ),
    { numRuns: tries(50) },
  )
})
