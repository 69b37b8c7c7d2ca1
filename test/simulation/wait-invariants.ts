import { deploymentAt, holdsAt, type WaitWorld } from './waits.ts'

/** The limits of a wait, repeated here independently of src/. Times are in milliseconds. */
const GRACE = 1000
/** The longest pause between two polls of one request, with a retry and its response. */
const NOTICED_WITHIN = 40_000
const REQUESTS_PER_SECOND = 2

export const codeOfWait = ({ outcome }: WaitWorld): string =>
  outcome === 'cancelled' ? outcome : outcome.result === 'failed' ? outcome.failure.code : 'reached'

/** Checks all rules of a wait in a world. Returns the violations. */
export function waitViolations(world: WaitWorld): string[] {
  const { ended, requests, schedule } = world
  const code = codeOfWait(world)
  const found: string[] = []
  if (requests > 45 + (REQUESTS_PER_SECOND * ended) / 1000)
    found.push(`sends ${requests} requests in ${ended} ms`)
  if (refusalsInARow(world).some(length => length > 3)) found.push('asks again after three refusals in a row')
  if (code === 'cancelled')
    return ended === schedule.cancelled ? [] : [`is cancelled at ${schedule.cancelled} and ends at ${ended}`]
  if (code === 'reached') return [...found, ...wrongSuccess(world)]
  return isExplained(world, code) ? found : [...found, `reports ${code} at ${ended}, which nothing explains`]
}

/** The number of refusals in a row at each poll, by its last answer. Refused filters do not count. */
function refusalsInARow({ answers, polls }: WaitWorld): number[] {
  const lists = answers.filter(({ of, status }) => of === 'list' && status !== 422)
  const statuses = polls.map((end, index) => {
    const begin = polls[index - 1] ?? -1
    return lists.findLast(({ at }) => at > begin && at <= end)?.status ?? 0
  })
  const isRefused = statuses.map(status => [401, 403, 404].includes(status))
  return isRefused.map((_, index) => index - isRefused.lastIndexOf(false, index))
}

/** A successful wait has found the state, and then the health. */
function wrongSuccess({ schedule, answers }: WaitWorld): string[] {
  const found: string[] = []
  const seen = answers.findIndex(({ holds }) => holds)
  if (seen === -1) found.push('succeeds, and no poll has shown the state')
  const firstHealth = answers.findIndex(({ of }) => of === 'health')
  if (firstHealth !== -1 && firstHealth < seen) found.push('asks for health before the state is reached')
  if (schedule.health) {
    const last = answers.findLast(({ of }) => of === 'health')
    return last?.result === 'healthy' ? found : [...found, 'succeeds without being healthy']
  }
  if (firstHealth !== -1) found.push('sends a health request without health_url')
  // The state may change after the last poll, or between the pages of that poll.
  if (!answers.findLast(({ result }) => result === 'shown')?.holds)
    found.push('succeeds although the last poll shows another state')
  return found
}

function isExplained(world: WaitWorld, code: string): boolean {
  const { schedule, ended, began, answers } = world
  const { deleted, wait_timeout } = schedule
  const last = answers.findLast(({ of }) => of === 'list')
  const isRefused = refusalsInARow(world).at(-1) === 3
  switch (code) {
    case 'deleted':
      return deleted !== undefined && deleted.at <= ended
    case 'not_found':
      // A 404 of the service also counts.
      if (began !== undefined) return isRefused && last?.status === 404
      return deploymentAt(schedule, ended) === undefined || last?.result === 'failed'
    case 'unauthorized':
      return began === undefined ? last?.result === 'failed' : isRefused && last?.status === 401
    case 'rate_limited':
    case 'unavailable':
    case 'unreachable':
      return began === undefined && last?.result === 'failed'
    case 'wait_timeout':
    case 'unhealthy':
      if (ended < wait_timeout || ended > wait_timeout + 2 * GRACE) return false
      if (began === undefined) return code === 'wait_timeout'
      return code === 'wait_timeout' ? !isStateMissed(world) : !isHealthMissed(world)
    default:
      return false
  }
}

/** Whether polls failed near the end, or took several requests, which makes the pauses longer. */
function isHidden({ schedule: { others, filters }, answers, ended }: WaitWorld): boolean {
  const isSlow = filters === 'refused' || (others > 100 && filters === 'ignored')
  return (
    isSlow ||
    answers.some(({ result, at }) => result === 'failed' && at >= ended - 2 * NOTICED_WITHIN - GRACE)
  )
}

/** The interval at which the last part of a wait is checked. */
const STEP = 500

/** Whether a state lasted long enough, was visible and was not found. */
function isStateMissed(world: WaitWorld): boolean {
  const { schedule, ended, began = 0 } = world
  if (ended - GRACE - NOTICED_WITHIN < began || isHidden(world)) return false
  const steps = Array.from({ length: NOTICED_WITHIN / STEP }, (_, index) => ended - GRACE - index * STEP)
  return steps.every(at => holdsAt(schedule, at))
}

/** Whether health, or the deletion of the deployment, lasted long enough and was not found. */
function isHealthMissed(world: WaitWorld): boolean {
  const { schedule, answers, ended } = world
  const { healthyFrom = Infinity, deleted } = schedule
  const first = answers.find(({ of }) => of === 'health')
  if (!first) return true
  const from = ended - GRACE - NOTICED_WITHIN
  if (first.at >= from) return false
  return healthyFrom < from || (deleted !== undefined && deleted.at < from && !isHidden(world))
}
