import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { sandboxForTest, workspaceWith } from '../e2e/create.ts'
import { listen } from '../listen.ts'
import { EXAMPLES } from '../workflows/workflows.ts'
import { hasAct, openRepository } from './act.ts'

// Runs whole workflows of the README, as they stand there.

const textOf = (name: string) => EXAMPLES.find(one => one.name === name)?.text ?? ''

it.skipIf(!hasAct)(
  'README.md: the release of an image goes out by its digest, sends a notification, and can be gone back to',
  async () => {
    const messages: unknown[] = []
    const chat = createServer((request, response) => {
      void json(request).then(message => response.end(String(messages.push(message))))
    })
    const digest = `ghcr.io/acme/shop@sha256:${'0'.repeat(64)}`
    const docker = `#!/bin/sh\nif [ "$1" = inspect ]; then echo ${digest}; fi\n`
    const bin = await workspaceWith({ docker })
    chmodSync(join(bin, 'docker'), 0o755)
    const CHAT_WEBHOOK = `http://127.0.0.1:${await listen(chat)}`
    const sandbox = await sandboxForTest({ api_key: 'key-for-act', ready_after: 300, applications: true })
    const repository = openRepository({
      'release.yml': textOf('README.md, example 2'),
      'rollback.yml': textOf('README.md, example 3'),
    })
    const secrets = { GITHUB_TOKEN: 'ghs_token', DEPLOYMENT_SERVICE_KEY: 'key-for-act' }
    const run = (workflow: string, event: string, payload: object, env: Record<string, string> = {}) =>
      repository.run(workflow, event, {
        ...{ payload, env, vars: { DEPLOYMENT_SERVICE_URL: sandbox.base_url } },
        secrets: { ...secrets, CHAT_WEBHOOK, DATABASE_URL: 'postgres://shop' },
      })
    const env = { PATH: `${bin}:${process.env['PATH']}` }
    const released = await run('release.yml', 'push', { ref: 'refs/tags/v1.4.2' }, env)
    expect(released.exitCode, released.log).toBe(0)
    expect(sandbox.deployments).toMatchObject([
      { name: 'shop-v1.4.2', source_revision_config: { image_uri: digest } },
    ])
    const { custom_url } = sandbox.deployments[0]?.source_config ?? {}
    expect(messages).toEqual([{ text: `v1.4.2: success  ${custom_url}` }])

    const back = await run('rollback.yml', 'workflow_dispatch', { inputs: { version: 'v1.4.2' } })
    expect(back.exitCode, back.log).toBe(0)
    const misspelt = await run('rollback.yml', 'workflow_dispatch', { inputs: { version: 'v1.4.3' } })
    expect(misspelt.exitCode).toBe(1)
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  },
)
