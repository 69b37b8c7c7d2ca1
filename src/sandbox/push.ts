import { type Answer, check, isObject, refusal, unprocessable } from './check.ts'
import type { Deployment } from './deployment.ts'
import type { State, Version } from './state.ts'

/** A push to a repository, as its host would report it to the service. */
export interface Push {
  /** The repository's URL, as in the records of the listing. */
  repo_url: string
  /** The pushed branch or tag, with or without `refs/heads/`. */
  ref: string
  /** The full SHA of the pushed commit. */
  commit: string
}

/**
 * The push operation, which only the sandbox has: builds a revision of each deployment of the repository and the ref
 * with `build_on_push`. 200 with those deployments, or 422 with all findings.
 */
export function pushed(bytes: Uint8Array, state: State): Answer {
  const body = parse(bytes)
  const findings = ['repo_url', 'ref', 'commit'].flatMap(name =>
    check(isObject(body) ? body[name] : undefined, 'string', ['body', name]),
  )
  if (findings.length > 0) return unprocessable(findings)
  return { status: 200, body: { resources: push(body as Push, state) } }
}

/** Builds the revisions for a push. */
export function push({ repo_url, ref, commit }: Push, state: State): Deployment[] {
  state.setHead(repo_url, commit)
  return Array.from(state.entries())
    .filter(({ deployment: { source_config, source_revision_config } }) => {
      const isOwn = source_config.repo_url?.toLowerCase() === repo_url.toLowerCase()
      return (
        isOwn &&
        source_config.build_on_push === true &&
        branch(source_revision_config.repo_ref) === branch(ref)
      )
    })
    .map(({ deployment }) => state.build(deployment.id, commit))
}

const branch = (ref: string | null): string | undefined => ref?.replace(/^refs\/heads\//, '')

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The path of a deployment's application, below the base URL of all applications. */
export const applicationPath = (name: string): string => `/${encodeURIComponent(name)}`

/**
 * The response of an application to any request below its path: 503 until a revision is healthy, then 200 with the
 * version that it serves. While a newer revision starts, the older one responds.
 */
export function answerOfApplication(path: string, state: State): Answer {
  const [, first = ''] = path.split('/')
  const [stored] = Array.from(state.entries()).filter(
    ({ deployment }) => applicationPath(deployment.name) === `/${first}`,
  )
  if (stored === undefined) return refusal(404, 'No deployment has this name')
  const serving: Version | undefined = state.serving(stored)
  if (serving === undefined) return { status: 503, body: { status: 'starting' } }
  return { status: 200, body: { status: 'ok', name: stored.deployment.name, ...serving } }
}
