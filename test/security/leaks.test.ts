import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandsOf } from '../../scripts/workflow-commands.ts'
import { plainLine } from '../../src/lib/text.ts'
import { whyNotMasked } from '../../src/secrets/redact.ts'
import { FORMS, secret } from '../secrets/redactor.ts'
import { tries } from '../tries.ts'
import { runInProcess, type Written } from './in-process.ts'
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

const leaks = (run: Seen, copies: string[]): string[] => {
  const text = shown(run)
  return copies.filter(copy => text.includes(copy) || text.includes(plainLine(copy)))
}

const masked = secret.filter(value => whyNotMasked(value) === undefined && !value.includes('\0'))
const values = fc.array(masked, { minLength: 1, maxLength: 3 })
const forms = fc.array(fc.constantFrom(...Object.keys(FORMS)), { minLength: 4, maxLength: 12 })

/** Copies of secrets in these forms. */
const copiesOf = (secrets: string[], names: string[]) =>
  names.map((name, index) => FORMS[name]?.((secrets[index % secrets.length] ?? '').toWellFormed()) ?? '')

const S = (secrets: string[]) =>
  JSON.stringify(Object.fromEntries(secrets.map((value, at) => [`S${at}`, value])))

it.each(Object.entries(ACTIONS))(
  'the %s action shows people no secret that the service returns, in any form',
  async (action, { run, inputs }) => {
    await fc.assert(
      fc.asyncProperty(
        values,
        fc.stringMatching(/^[!-~]{8,40}$/),
        forms,
        scene,
        async (secrets, key, names, played) => {
          const copies = copiesOf(action === 'create' ? [...secrets, key] : [key], names)
          let turn = 0
          const text = () => copies[turn++ % copies.length] ?? ''
          const given = { ...inputs, api_key: key, ...(action === 'create' && { secrets: S(secrets) }) }
          const written = await runInProcess(given, echoingService({ ...played, text }), {}, { run })
          // A copy may be a part of the action's own words, which stay.
          const silent = echoingService({ ...played, text: () => '' })
          const own = shown(await runInProcess(given, silent, {}, { run }))
          const foreign = copies.filter(copy => !own.includes(copy))
          expect(leaks(written, foreign)).toEqual([])
        },
      ),
      { numRuns: tries(500) },
    )
  },
)
