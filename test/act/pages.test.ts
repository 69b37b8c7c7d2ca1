import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { sandboxForTest, workspaceWith } from '../e2e/create.ts'
import { listen } from '../listen.ts'
import { EXAMPLES } from '../workflows/workflows.ts'
import { hasAct, openRepository } from './act.ts'

// Runs whole workflows of the README, as they stand there.

/** The page of a workflow run. */
const RUN = /^https:\/\/github\.com\/acme\/shop\/actions\/runs\/\d+$/

const textOf = (name: string) => EXAMPLES.find(one => one.name === name)?.text ?? ''

it.skipIf(!hasAct)(
  'README.md: the release of an image goes out by its digest, sends a notification, and can be rerun and gone back to',
  async () => {
    const messages: unknown[] = []
    const chat = createServer((request, response) => {
      void json(request).then(message => response.end(String(messages.push(message))))
    })
    // Each build has another digest.
    const docker = `#!/bin/sh
      if [ "$1" = build ]; then echo >> "$0.builds"; fi
      if [ "$1" = inspect ]; then echo "ghcr.io/acme/shop@sha256:$(sha256sum < "$0.builds" | cut -c 1-64)"; fi`
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
    const release = () => run('release.yml', 'push', { ref: 'refs/tags/v1.4.2' }, env)
    const released = await release()
    expect(released.exitCode, released.log).toBe(0)
    const { name, source_config, source_revision_config } = sandbox.deployments[0] ?? {}
    const image = source_revision_config?.image_uri ?? ''
    expect([name, image]).toEqual([
      'shop-v1.4.2',
      expect.stringMatching(/^ghcr.io\/acme\/shop@sha256:\w{64}$/),
    ])

    expect((await release()).exitCode).toBe(1)
    // "Re-run failed jobs" keeps the outputs of the jobs that succeeded.
    const workflow = parse(textOf('README.md, example 2'))
    workflow.jobs.image.steps = [{ id: 'push', run: `echo image=${image} >> "$GITHUB_OUTPUT"` }]
    repository.write({ 'release.yml': stringify(workflow) })
    const rerun = await release()
    expect(rerun.exitCode, rerun.log).toBe(0)
    // The address, or the error of the second one.
    const page = source_config?.custom_url
    const texts = (messages as { text: string }[]).map(({ text }) => text.split('\n'))
    expect(texts).toEqual([
      ['v1.4.2: image success, deploy success', page, expect.stringMatching(RUN)],
      ['v1.4.2: image success, deploy failure', expect.any(String), expect.stringMatching(RUN)],
      ['v1.4.2: image success, deploy success', page, expect.stringMatching(RUN)],
    ])

    const back = await run('rollback.yml', 'workflow_dispatch', { inputs: { version: 'v1.4.2' } })
    expect(back.exitCode, back.log).toBe(0)
    const misspelt = await run('rollback.yml', 'workflow_dispatch', { inputs: { version: 'v1.4.3' } })
    expect(misspelt.exitCode).toBe(1)
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  },
)
