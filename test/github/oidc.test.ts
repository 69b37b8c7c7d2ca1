import { expect, it } from 'vitest'
import { bearerToken } from '../../src/github/oidc.ts'
import { runInProcess } from '../security/in-process.ts'
import { silentJob } from './job.ts'

const MINUTE = 60_000

/** The header at one time after the other, and what the runner was asked for by then. */
function tokenAt(...replies: (string | Error)[]) {
  let time = 0
  const asked: string[] = []
  const masked: string[] = []
  const job = {
    ...silentJob({}),
    mask: (secret: string) => masked.push(secret),
    oidcToken: async (audience: string) => {
      asked.push(audience)
      const reply = replies.shift() ?? 'no more'
      if (reply instanceof Error) throw reply
      return reply
    },
  }
  const header = bearerToken('the-audience', job, { now: () => time, sleep: () => expect.unreachable() })
  const at = (now: number) => {
    time = now
    return header()
  }
  return { at, asked, masked }
}

it('is masked, and asked for once for all requests of some minutes', async () => {
  const { at, asked, masked } = tokenAt('first', 'second')
  expect(await Promise.all([at(0), at(0)])).toEqual(Array(2).fill({ Authorization: 'Bearer first' }))
  expect(await at(3 * MINUTE)).toEqual({ Authorization: 'Bearer first' })
  expect([asked, masked]).toEqual([['the-audience'], ['first']])
})

it('is renewed before it expires', async () => {
  const { at, masked } = tokenAt('first', 'second')
  await at(0)
  expect(await at(3 * MINUTE + 1)).toEqual({ Authorization: 'Bearer second' })
  expect(await at(5 * MINUTE)).toEqual({ Authorization: 'Bearer second' })
  expect(masked).toEqual(['first', 'second'])
})

it('is asked for again after it was refused, as nothing was sent', async () => {
  const cause = new Error('no token')
  const { at } = tokenAt(cause, 'second')
  expect(await at(0)).toEqual({ kind: 'network', sent: false, code: 'OIDC_TOKEN', cause })
  expect(await at(1)).toEqual({ Authorization: 'Bearer second' })
})

it('and a run that gets none sends no request', async () => {
  const inputs = {
    base_url: 'https://service.test',
    oidc_audience: 'the-audience',
    name: 'shop',
    source: 'internal_template',
  }
  const env = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://runner.test', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'token' }
  const run = await runInProcess(inputs, () => expect.unreachable(), env)
  expect(run.outputs).toMatchObject({ error_code: 'unreachable', created: 'false' })
  expect(run.log).toContain('the runner gave no OIDC token')
})
