import { expect } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Run } from './create.ts'
import { createInTurn as create } from './create-in-turn.ts'

export const TOKEN = 'ghs_0123456789abcdefghijklmnopqrstuvwxyz'
export const SHA = 'c0ffee0123456789c0ffee0123456789c0ffee01'

/** The job's variables as GitHub sets them. */
export const job = ({ api_url }: { api_url: string }) => ({
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: SHA,
  GITHUB_REF: 'refs/heads/main',
  GITHUB_API_URL: api_url,
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_RUN_ID: '7',
  GITHUB_RUN_ATTEMPT: '2',
})

export const inputs = (more: Record<string, string> = {}) => ({
  name: 'shop',
  source: 'internal_template',
  github_token: TOKEN,
  environment: 'production',
  ...more,
})

/** Runs a step with a GitHub Deployment. Only its masks may contain the token. */
export async function record(
  sandbox: Sandbox,
  github: { api_url: string },
  more: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<Run> {
  const run = await create(sandbox, inputs(more), { env: { ...job(github), ...env } })
  expectNoToken(run)
  return run
}

export function expectNoToken({ stdout, stderr, summary, outputs }: Run) {
  const printed = stdout.split('\n').filter(line => !line.startsWith('::add-mask::'))
  const everything = [...printed, stderr, summary, ...Object.values(outputs)].join('\n')
  for (const form of [TOKEN, btoa(TOKEN)]) expect(everything).not.toContain(form)
}

/** The messages of all warnings of a run. */
export const message = ({ warnings }: Run) => warnings.map(warning => warning.message).join('\n')
