import { expect, it } from 'vitest'
import { openJob } from '../../src/github/job.ts'
import { say } from '../../src/lib/sentence.ts'
import { recordingRunner } from '../security/in-process.ts'

it('passwords of the service are hidden, and the runner does not get them', () => {
  const { runner, written } = recordingRunner()
  const job = openJob(runner)
  const answer = { url: 'https://shop-user:s3cr3t-pass@git.example/a/b' }
  job.hidePasswordsIn(JSON.stringify(answer), answer)
  job.info(say`${'login with s3cr3t-pass of shop-user failed'}`)
  expect(written).toMatchObject({ masks: [], log: 'login with *** of *** failed\n' })
})

it.each([
  ['https://user:pass@host/a@1', 'https://host/a@1'],
  ['https://token@host/a', 'https://host/a'],
  ['user:pass@host/a', 'host/a'],
  ['https://user:pa ss/wd@host/a', 'https://host/a'],
  ['git@host:acme/shop.git', 'git@host:acme/shop.git'],
  ['https://host:8080/a@1', 'https://host:8080/a@1'],
  ['acme/shop@v1', 'acme/shop@v1'],
])('an output has the URL %s as %s, alone and in JSON', (url, shown) => {
  const { runner, written } = recordingRunner()
  openJob(runner).output({ url, config: { repo_url: url, command: 'curl https://user:pass@host/a' } })
  const config = JSON.stringify({ repo_url: shown, command: 'curl https://host/a' })
  expect(written.outputs).toEqual({ url: shown, config })
})
