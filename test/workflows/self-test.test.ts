import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { listen } from '../listen.ts'

// ci.yml plans against a file of this repository that answers every request like a service with no deployments. GitHub
// serves such a file as plain text and ignores the query.

it.each(globSync('.github/self-test/*/deploy.yml'))('%s is planned against a file', async config => {
  const service = createServer(({ url = '' }, response) => {
    const file = `.github/self-test${url.replace(/\?.*/, '')}`
    response.setHeader('content-type', 'text/plain; charset=utf-8').end(readFileSync(file))
  })
  const base_url = `http://127.0.0.1:${await listen(service)}`
  const { exitCode, stdout, outputs } = await runStep({
    with: { config, base_url, dry_run: 'true' },
    env: { CREATE_DEPLOYMENT_SECRETS_POOL: 'TOKEN=a value for the test' },
    workspace: process.cwd(),
  })
  expect(exitCode, stdout).toBe(0)
  expect(outputs).toMatchObject({ name: expect.stringMatching(/first|second/), id: '' })
})
