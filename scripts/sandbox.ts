import { parseArgs } from 'node:util'
import { parseDuration } from '../src/inputs/parse.ts'
import { type Sandbox, startSandbox } from '../src/sandbox/server.ts'

const usage = `Serves the deployment service in memory on this machine.

  npm run sandbox -- [--port 8080] [--api-key KEY] [--ready-after 2s]`

try {
  await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      'api-key': { type: 'string' },
      'ready-after': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const sandbox = await startSandbox({
    port: values.port === undefined ? undefined : portOf(values.port),
    api_key: values['api-key'],
    ready_after: values['ready-after'] === undefined ? undefined : readyAfterOf(values['ready-after']),
    on_served: ({ method, path, status }) => console.log(`${method} ${path} ${status ?? 'dropped'}`),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close())
  console.log(greeting(sandbox, values['api-key'] !== undefined))
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error('--port is a number from 0 to 65535')
  return port
}

function readyAfterOf(text: string): number {
  try {
    return parseDuration(text)
  } catch (cause) {
    throw new Error(`--ready-after ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** The greeting for the user: a step to paste, what the sandbox has, and how to run a workflow against it. */
function greeting({ base_url, integration_id, repositories }: Sandbox, hasKey: boolean): string {
  const { owner, name } = repositories[0] ?? { owner: 'acme', name: 'shop' }
  const names = repositories.map(repository => `${repository.owner}/${repository.name}`)
  const keyInput = hasKey ? `\n          api_key: \${{ secrets.DEPLOYMENT_SERVICE_KEY }}` : ''
  // Without a value, act asks for it.
  const keySecret = hasKey ? ' --secret DEPLOYMENT_SERVICE_KEY' : ''
  return `The sandbox is at ${base_url} until you press Ctrl+C. Its repositories are ${names.join(', ')}.
A step for it, to paste into a workflow:

      - uses: OWNER/create-deployment@v1
        with:
          base_url: ${base_url}${keyInput}
          integration_id: ${integration_id}
          source: repohost
          name: ${name}
          repository: ${owner}/${name}

Only this machine can reach it. act (https://github.com/nektos/act) runs the workflow here, with no containers:

  act --platform ubuntu-latest=-self-hosted --local-repository "OWNER/create-deployment@v1=${process.cwd()}"${keySecret}
`
}
