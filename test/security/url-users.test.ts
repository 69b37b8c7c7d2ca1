import { describe, expect, it } from 'vitest'
import { createAction } from '../../src/actions/create.ts'
import { listAction } from '../../src/actions/list.ts'
import { repositoriesAction } from '../../src/actions/repositories.ts'
import type { ActionContext } from '../../src/actions/run.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { runInProcess, type Written } from './in-process.ts'
import { INPUTS } from './services.ts'

/** A service with one repository and one deployment, both with a URL. */
function serviceWith(url: string, { method, url: { pathname, searchParams } }: HttpRequest) {
  const record = {
    host_integration_id: 'an-id',
    id: 1,
    owner: 'acme',
    name: 'shop',
    url,
    default_branch: 'main',
  }
  const source_config = { repo_url: url, custom_url: url }
  const deployment = { id: 'an-id', name: 'shop', source_config, revisions: [{ source_config }] }
  const isFirst = searchParams.get('offset') === '0'
  const answer = pathname.endsWith('/repos')
    ? [record]
    : method === 'POST'
      ? { ...deployment, id: 'new-id', name: INPUTS.name }
      : { resources: isFirst ? [deployment] : [], offset: 0 }
  return { status: 200, text: JSON.stringify(answer) }
}

/** Everything that the actions show of a URL that the service lists. */
async function shownOf(url: string): Promise<string[]> {
  const { base_url, integration_id } = INPUTS
  const runs: [(context: ActionContext) => Promise<boolean>, Record<string, string>][] = [
    [repositoriesAction, { base_url, integration_id }],
    [listAction, { base_url }],
    [createAction, { ...INPUTS, wait_for: 'none' }],
  ]
  const written: Written[] = []
  for (const [run, inputs] of runs) {
    written.push(await runInProcess(inputs, request => serviceWith(url, request), {}, { run }))
  }
  expect(written.map(({ succeeded }) => succeeded)).toEqual([true, true, true])
  return written.flatMap(({ log, outputs, summary }) => [log, summary, ...Object.values(outputs)])
}

const PASSWORDS = ['/', ' ', '#', '?', '\\', '<', '"', '@', '@/', ':', '1/'].map(
  sign => `l1sted${sign}p4ss-word`,
)

describe('the password of a listed URL is hidden, also if the URL cannot be parsed', () => {
  it.each(PASSWORDS)('a password such as %s', async password => {
    for (const text of await shownOf(`https://x:${password}@github.com/acme/shop`)) {
      expect(text).not.toMatch(/p4ss-word|l1sted/)
    }
  })

  it.each(['', '//', 'https:', 'https:/', 'https:\\\\', ' https://', '"https://', 'ssh:x', 'git+ssh://'])(
    'after %j in the place of a scheme',
    async start => {
      for (const text of await shownOf(`${start}x:p4ss-word@github.com/acme/shop`)) {
        expect(text).not.toContain('p4ss-word')
      }
    },
  )
})

it.each([
  'https://host/a-path@b-path',
  'https://github.com:8080/a-path@b-path',
  'https://[::1]:8080/a-path@b-path',
  'git@github.com:acme/shop.git',
  'acme/shop@v1',
])('the listed URL %s, which has no password, is shown', async url => {
  const shown = await shownOf(url)
  expect(shown.filter(text => text.includes(url)).length).toBeGreaterThan(4)
})
