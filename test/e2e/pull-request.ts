import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type Run, startCreate, workspaceWith } from './create.ts'
import { createInTurn } from './create-in-turn.ts'
import type { GitHub } from './github-api.ts'

export const TOKEN = 'ghs_0123456789abcdefghijklmnopqrstuvwxyz'
export const HEAD = 'c0ffee0123456789c0ffee0123456789c0ffee01'
export const MERGE = 'deadbeef0123456789deadbeef0123456789dead'
export const RUN_PAGE = 'https://github.example/acme/shop/actions/runs/17/attempts/2'

/** The hash of a deployment's name, by which the action finds what it wrote. */
export const hashOf = (name: string) => createHash('sha256').update(name).digest('hex')
/** The payload of the GitHub Deployments of a deployment, for runs without further headers. */
export const payloadOf = ({ base_url }: Pick<Sandbox, 'base_url'>, name = 'shop-pr-7', headers = '') => ({
  deployment: hashOf(name),
  service: hashOf(base_url + headers),
})

/** A deployment of an image by its digest, which a later run adopts as this version. */
export const BY_DIGEST = {
  ...{ environment: 'preview', if_exists: 'reuse', source: 'external_container' },
  image_uri: `shop@sha256:${'0a1b2c3d'.repeat(8)}`,
}

export const markerOf = (name: string, kind = 'deployment') =>
  `<!-- create-deployment ${kind}: ${hashOf(name)} -->`

const side = (full_name: string, more: object) => ({ repo: { full_name }, ...more })

/** The payload of an event about pull request 7 of acme/shop. */
export const pullRequest = (head = 'acme/shop', more = {}) => ({
  action: 'synchronize',
  number: 7,
  pull_request: {
    number: 7,
    head: side(head, { sha: HEAD, ref: 'feature/cart' }),
    base: side('acme/shop', { ref: 'main' }),
  },
  ...more,
})

/** The payload of a push. */
export const PUSH = { ref: 'refs/heads/main' }

/** The job's variables as GitHub sets them for an event. */
export async function jobFor(github: Pick<GitHub, 'api_url'>, payload: object = pullRequest()) {
  const folder = await workspaceWith({ 'event.json': JSON.stringify(payload) })
  return {
    GITHUB_EVENT_NAME: 'pull_request' in payload ? 'pull_request' : 'push',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SHA: MERGE,
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_API_URL: github.api_url,
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_RUN_ID: '17',
    GITHUB_RUN_ATTEMPT: '2',
  }
}

const INPUTS = { name: 'shop-pr-7', source: 'internal_template', github_token: TOKEN, comment: 'true' }

/** Runs a step for a pull request, with a comment. Only its masks may contain the token. */
export async function preview(
  sandbox: Sandbox,
  github: Pick<GitHub, 'api_url'>,
  inputs: Record<string, string> = {},
  payload?: object,
  env: Record<string, string> = {},
): Promise<Run> {
  const variables = { ...(await jobFor(github, payload)), ...env }
  const run = await createInTurn(sandbox, { ...INPUTS, ...inputs }, { env: variables })
  const printed = run.stdout.replaceAll(/^::add-mask::.*$/gm, '')
  const everything = [printed, run.stderr, run.summary, ...Object.values(run.outputs)].join('\n')
  for (const form of [TOKEN, btoa(TOKEN)]) expect(everything).not.toContain(form)
  return run
}

/** Runs a step with a GitHub Deployment and no comment. */
export const record: typeof preview = (sandbox, github, inputs, payload = PUSH, env) =>
  preview(sandbox, github, { comment: 'false', environment: 'production', ...inputs }, payload, env)

/** Starts a step in a separate process, for a test that acts before its end. */
export async function startPreview(
  sandbox: Sandbox,
  github: Pick<GitHub, 'api_url'>,
  inputs: Record<string, string> = {},
) {
  return startCreate(sandbox, { ...INPUTS, ...inputs }, { env: await jobFor(github) })
}

/** The messages of the warnings of a run. */
export const warningsOf = ({ warnings }: Run) => warnings.map(({ message }) => message).join('\n')
