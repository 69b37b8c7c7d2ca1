import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { listOf, parseDuration, parsePort } from '../src/inputs/parse.ts'
import { FAULTS } from '../src/sandbox/faults.ts'
import { serve } from '../src/sandbox/loopback.ts'
import { openService } from '../src/sandbox/service.ts'

const usage = `Serves the deployment service in memory on this machine.

  npm run sandbox -- [--port 8080] [--ready-after 2s] [--commit SHA] [--faults fail,lose]

--commit   the newest commit of its repositories, from which deployments are created
--faults   the faults of the create requests in turn, of ${FAULTS.join(', ')}:
           docs/sandbox.md says what each does`

try {
  await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}

/** Starts the sandbox, and prints a step to paste and how to run a workflow against it. */
async function main(): Promise<void> {
  const option = (fallback: string) => ({ type: 'string', default: fallback }) as const
  const options = { port: option('0'), 'ready-after': option('2s'), faults: option('none') }
  const { values } = parseArgs({ options: { ...options, commit: { type: 'string' } } })
  const { fetch, integration_id, repositories } = openService({
    ready_after: parseDuration(values['ready-after']),
    faults: listOf(FAULTS)(values.faults),
    applications: true,
    head_of: () => values.commit,
  })
  const { url } = await serve(fetch, parsePort(values.port), ({ method, path, status }) =>
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
