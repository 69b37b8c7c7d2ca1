import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { listOf, parseDuration, parsePort } from '../src/inputs/parse.ts'
import { FAULTS } from '../src/sandbox/faults.ts'
import { openService, type Service, serve } from '../src/sandbox/service.ts'

const usage = `Serves the deployment service in memory on this machine.

  npm run sandbox -- [--port 8080] [--api-key KEY] [--ready-after 2s] [--commit SHA] [--faults fail,lose]

--commit   the newest commit of its repositories, from which deployments are created
--faults   the faults of the create requests in turn, of ${FAULTS.join(', ')}:
           docs/sandbox.md says what each does`

try {
  await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      'api-key': { type: 'string' },
      'ready-after': { type: 'string', default: '2s' },
      commit: { type: 'string' },
      faults: { type: 'string', default: 'none' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const { commit, 'api-key': api_key } = values
  const faults = read('--faults', values.faults, listOf(FAULTS))
  const ready_after = read('--ready-after', values['ready-after'], parseDuration)
  const port = read('--port', values.port, parsePort)
  const settings = { api_key, ready_after, faults, applications: true }
  const service = openService({ ...settings, head_of: () => commit })
  const { url } = await serve(service.fetch, port, ({ method, path, status }) =>
    console.log(`${method} ${path} ${status ?? 'dropped'}`),
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  console.log(greeting(url, service, api_key !== undefined))
}

/** Reads an option. Its error names the option. */
function read<Value>(option: string, text: string, parse: (text: string) => Value): Value {
  try {
    return parse(text)
  } catch (cause) {
    throw new Error(`${option} ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** The greeting for the user: a step to paste, what the sandbox has, and how to run a workflow against it. */
function greeting(base_url: string, { integration_id, repositories }: Service, hasKey: boolean): string {
  const names = repositories.map(({ owner, name }) => `${owner}/${name}`)
  const keyInput = hasKey ? `\n          api_key: \${{ secrets.DEPLOYMENT_SERVICE_KEY }}` : ''
  // Without a value, act asks for it.
  const keySecret = hasKey ? ' --secret DEPLOYMENT_SERVICE_KEY' : ''
  // act runs an action with the first Node on the PATH.
  const node = process.platform === 'win32' ? '' : `PATH="${dirname(process.execPath)}:$PATH" `
  return `The sandbox is at ${base_url} until you press Ctrl+C. Its repositories are ${names.join(', ')}.
A step for it, to paste into a workflow:

      - uses: OWNER/create-deployment@v1
        with:
          base_url: ${base_url}${keyInput}
          integration_id: ${integration_id}
          source: repohost
          name: shop
          repository: ${names[0]}

Only this machine can reach it. In the folder of your repository, act (https://github.com/nektos/act) runs its workflows
against it, with no containers:

  ${node}act --platform ubuntu-latest=-self-hosted --local-repository "OWNER/create-deployment@v1=${process.cwd()}"${keySecret}
`
}
