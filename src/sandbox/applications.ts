import { type Answer, refusal } from './answer.ts'
import type { State, Version } from './state.ts'

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
