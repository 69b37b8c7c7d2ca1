import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listAction } from '../../src/actions/list.ts'
import { repositoriesAction } from '../../src/actions/repositories.ts'
import { waitAction } from '../../src/actions/wait.ts'
import { tries } from '../tries.ts'
import { runInProcess } from './in-process.ts'
import { echoingService, INPUTS, NAME, scene } from './services.ts'

const ENCODINGS: ((value: string) => string)[] = [
  value => value,
  value => JSON.stringify(value).slice(1, -1),
  value => Buffer.from(value).toString('base64'),
  value => encodeURIComponent(value),
]

const fromHtml = (text: string) =>
  text.replaceAll('<br>', '\n').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

it.each([
  ['list', listAction],
  ['repositories', repositoriesAction],
  ['wait', waitAction],
])('the %s action redacts a credential in every place where the service returns it', async (_, action) => {
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^[!-~]{12,40}$/),
      scene,
      fc.infiniteStream(fc.nat()),
      async (key, played, numbers) => {
        const encode = () => ENCODINGS[(numbers.next().value ?? 0) % ENCODINGS.length] ?? String
        const text = () => `a ${encode()(key)} b`
        const service = echoingService({ ...played, text })
        const application = () => ({ status: played.status, text: text() })
        const { base_url = '', integration_id = '' } = INPUTS as Record<string, string>
        const goal = { wait_for: 'none', wait_timeout: '3s', health_url: 'https://app.test/ok' }
        const inputs = { base_url, integration_id, name: NAME, ...goal, api_key: key }
        const answer: typeof service = request =>
          request.url.host === 'app.test' ? application() : service(request)
        const { log, outputs, summary } = await runInProcess(inputs, answer, {}, { run: action })
        expect(log).not.toBe('')
        for (const text of [log, ...Object.values(outputs), summary, fromHtml(summary)]) {
          for (const form of ENCODINGS) expect(text.includes(form(key))).toBe(false)
        }
      },
    ),
    { numRuns: tries(500) },
  )
})
