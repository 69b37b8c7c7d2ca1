import type { Goal, WaitFor } from '../deployment/goal.ts'
import type { Inputs } from './inputs.ts'
import { oneOf, parseCommit, parseDuration, parseHealthUrl } from './parse.ts'

/** Reads the wait inputs, which the create and the wait action share. */
export function readGoal(inputs: Inputs, defaults: { wait_for: WaitFor }): Goal {
  const [health_url, health_contains] = [inputs.text('health_url'), inputs.text('health_contains')]
  if (health_contains !== undefined && health_url === undefined) {
    const message = 'has no effect without `health_url`: no health check is made'
    inputs.warnings.push({ input: 'health_contains', message })
  }
  return {
    wait_for: inputs.readOr('wait_for', oneOf(['none', 'ready', 'active']), defaults.wait_for),
    wait_timeout: inputs.readOr('wait_timeout', parseDuration, '15m'),
    commit: inputs.read('commit', parseCommit),
    health_url: inputs.read('health_url', parseHealthUrl),
    health_contains,
  }
}
