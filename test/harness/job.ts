import { NOWHERE } from './listen.ts'

/** The commit that a run is for. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567'

/** An event: its name in `GITHUB_EVENT_NAME`, and what the file at `GITHUB_EVENT_PATH` holds. */
export interface Event {
  name: string
  payload: object
}

/** A push to the branch `main` of acme/shop. */
export const PUSH: Event = { name: 'push', payload: { ref: 'refs/heads/main', after: COMMIT } }

/** The event of pull request 7 of acme/shop. `from` is the repository of its head: another one is a fork. */
export function pullRequest(head: { sha: string; ref: string; from?: string }): Event {
  const { sha, ref, from = 'acme/shop' } = head
  const side = (full_name: string) => ({ full_name, fork: full_name !== 'acme/shop' })
  const base = { sha: COMMIT, ref: 'main', repo: side('acme/shop') }
  const pull_request = { number: 7, head: { sha, ref, repo: side(from) }, base }
  return { name: 'pull_request', payload: { action: 'synchronize', number: 7, pull_request } }
}

/** The job's variables as GitHub sets them for an event, at `COMMIT`. Nothing listens at the address of its API. */
export function jobVariables({ name, payload }: Event): Record<string, string> {
  const { pull_request: pull } = payload as {
    pull_request?: { number: number; head: { ref: string }; base: { ref: string } }
  }
  return {
    GITHUB_ACTOR: 'octocat',
    GITHUB_API_URL: NOWHERE,
    GITHUB_BASE_REF: pull?.base.ref ?? '',
    GITHUB_EVENT_NAME: name,
    GITHUB_GRAPHQL_URL: `${NOWHERE}/graphql`,
    GITHUB_HEAD_REF: pull?.head.ref ?? '',
    GITHUB_JOB: 'deploy',
    GITHUB_REF: pull ? `refs/pull/${pull.number}/merge` : 'refs/heads/main',
    GITHUB_REF_NAME: pull ? `${pull.number}/merge` : 'main',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_REPOSITORY_OWNER: 'acme',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: '17',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_SHA: COMMIT,
    GITHUB_WORKFLOW: 'Deploy',
  }
}
