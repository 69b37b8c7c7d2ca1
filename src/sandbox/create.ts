import { type Answer, refusal, unprocessable } from './answer.ts'
import { checkCreate } from './create-check.ts'
import type { RepositoryRecord } from './repositories.ts'
import type { State } from './state.ts'

/** The sandbox's answer if the name is taken; `accept` creates a second deployment with that name. */
export type TakenNames = 'conflict' | 'bad_request' | 'unprocessable' | 'accept'

const REFUSALS: Record<Exclude<TakenNames, 'accept'>, number> = {
  conflict: 409,
  bad_request: 400,
  unprocessable: 422,
}

/** The dependencies of the create operation. */
export interface CreateSetting {
  state: State
  repositories: readonly RepositoryRecord[]
  taken_names: TakenNames
}

/**
 * The create operation: 201 with the deployment, 422 with all findings, 400 for a body that is not JSON, or the refusal
 * of a taken name. The deployment is created `late` milliseconds from now, by default at once.
 */
export function createDeployment(bytes: Uint8Array, setting: CreateSetting, late?: number): Answer {
  const { state, repositories, taken_names } = setting
  const parsed = parse(bytes)
  // The parser's message quotes the text, which may contain a secret.
  if (parsed === undefined) return refusal(400, 'The body is not valid JSON')
  const checked = checkCreate(parsed.body, repositories)
  if ('findings' in checked) return unprocessable(checked.findings)
  const { request } = checked
  if (taken_names !== 'accept' && state.isTaken(request.name)) {
    return refusal(REFUSALS[taken_names], `A deployment named ${JSON.stringify(request.name)} already exists`)
  }
  return { status: 201, body: state.create(request, late) }
}

function parse(bytes: Uint8Array): { body: unknown } | undefined {
  try {
    return { body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return undefined
  }
}
