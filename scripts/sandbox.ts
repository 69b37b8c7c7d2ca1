import { dirname } from 'node:path'
import { serve } from '../src/sandbox/loopback.ts'
import { openService } from '../src/sandbox/service.ts'
import { readSandboxOptions, runScript } from './sandbox-options.ts'

const USAGE = `Serves the deployment service in memory on this machine.

  npm run sandbox -- [--port 8080] [--ready-after 2s] [--commit SHA] [--faults fail,lose]`

await runScript(main, USAGE)

/** Starts the sandbox, and prints a step to paste and how to run a workflow against it. */
async function main(): Promise<void> {
  const { port, ready_after, faults, commit } = readSandboxOptions()
  const { fetch, integration_id, repositories } = openService({
    ready_after,
    faults,
    applications: true,
    head_of: () => commit,
  })
  const { url } = await serve(fetch, port, ({ method, path, status }) =>
    console.log(`${method} ${path} ${status ?? 'dropped'}`),
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  const names = repositories.map(({ owner, name }) => `${owner}/${name}`)
  // act runs an action with the first Node on the PATH.
  const node = process.platform === 'win32' ? '' : `PATH="${dirname(process.execPath)}:$PATH" `
  console.log(`The sandbox is at ${url} until you press Ctrl+C. Its repositories are ${names.join(', ')}.
A step for it, to paste into a workflow:

      - uses: OWNER/create-deployment@v1
        with:
          base_url: ${url}
          integration_id: ${integration_id}
          source: repohost
          name: shop
          repository: ${names[0]}

Only this machine can reach it. In the folder of your repository, act (https://github.com/nektos/act) runs its workflows
against it, with no containers:

  ${node}act --platform ubuntu-latest=-self-hosted --local-repository "OWNER/create-deployment@v1=${process.cwd()}"
`)
}
