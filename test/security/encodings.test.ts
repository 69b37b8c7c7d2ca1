import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { whyNotMasked } from '../../src/github/redact.ts'
import { plainLine } from '../../src/github/text.ts'
import { chain, encoded, secret } from '../github/encodings.ts'
import { tries } from '../tries.ts'
import { runInProcess, type Written } from './in-process.ts'
import { echoingService, INPUTS, scene } from './services.ts'

const RUNS = tries(1000)
const TRIPLES = tries(10_000)

/** Text that every run writes. A generated secret must not be a part of it. */
const OWN_WORDS = JSON.stringify(INPUTS)

const masked = secret.filter(value => whyNotMasked(value) === undefined && !OWN_WORDS.includes(value))

const fromHtml = (text: string) =>
  text.replaceAll('<br>', '\n').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

/** All outputs of a run, as it writes them and as a reader sees them. */
function sinksOf({ log, outputs, summary }: Written): Record<string, string> {
  const commands = commandsOf(log).flatMap(({ message, properties }) => [
    message,
    ...Object.values(properties),
  ])
  return { log, commands: commands.join('\n'), ...outputs, summary, 'summary as shown': fromHtml(summary) }
}

it('secrets are redacted in every chain of up to three encodings, in all outputs of a run', async () => {
  let triples = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(masked, { minLength: 1, maxLength: 3 }),
      fc.array(chain, { minLength: 4, maxLength: 12 }),
      scene,
      async (values, chains, played) => {
        const texts = chains.map((encodings, index) =>
          encoded(values[index % values.length] ?? '', encodings),
        )
        let turn = 0
        const text = () => texts[turn++ % texts.length] ?? ''
        const secrets = JSON.stringify(Object.fromEntries(values.map((value, index) => [`S${index}`, value])))
        const sinks = sinksOf(await runInProcess({ ...INPUTS, secrets }, echoingService({ ...played, text })))
        triples += turn
        const seen = Object.entries(sinks).flatMap(([sink, written]) =>
          texts
            .filter(shown => written.includes(shown) || written.includes(plainLine(shown)))
            .map(shown => `${JSON.stringify(shown)} in ${sink}`),
        )
        expect(seen).toEqual([])
      },
    ),
    { numRuns: RUNS },
  )
  expect(triples).toBeGreaterThan(TRIPLES)
})
