import { deploymentAt, holdsAt, type WaitWorld } from './waits.ts'

/** The limits of a wait, repeated here independently of src/. Times are in milliseconds. */
const GRACE = 1000
/** The longest pause between two polls of one request, with a retry and its response. */
const NOTICED_WITHIN = 40_000
const REQUESTS_PER_SECOND = 2

/** Checks all rules of a wait in a world. Returns the violations. */
export function waitViolations(world: WaitWorld): string[] {
  const { outcome, ended, schedule } = world
  if (outcome === 'cancelled') {
    return ended === schedule.cancelled ? [] : [`is cancelled at ${schedule.cancelled} and ends at ${ended}`]
  }
  const code = outcome.result === 'failed' ? outcome.failure.code : undefined
  return [
    ...tooManyRequests(world),
    ...stubborn(world),
    ...(code === undefined ? wrongSuccess(world) : wrongFailure(world, code)),
  ]
}

function tooManyRequests({ requests, ended }: WaitWorld): string[] {
  const most = 45 + (REQUESTS_PER_SECOND * ended) / 1000
  return requests > most ? [`sends ${requests} requests in ${ended} ms`] : []
}

/** The statuses that mean that waiting does not help. */
const REFUSED = [401, 403, 404]

/** The statuses of the lists since the wait began; 0 for a success. Refused filters do not count. */
const statusesOf = ({ answers, began = Infinity }: WaitWorld): number[] =>
  answers.flatMap(({ of, at, status = 0 }) =>
    of === 'list' && at >= began && status !== 422 ? [status] : [],
  )

/** The number of lists at the end that were refused for good. */
const refusals = (world: WaitWorld): number =>
  statusesOf(world).length - 1 - statusesOf(world).findLastIndex(status => !REFUSED.includes(status))

function stubborn(world: WaitWorld): string[] {
  const statuses = statusesOf(world)
  const isStubborn = statuses.some((_, index) => {
    const four = statuses.slice(index, index + 4)
    return four.length === 4 && four.every(status => REFUSED.includes(status))
  })
  return isStubborn ? ['asks again after three refusals in a row'] : []
}

/** A successful wait has found the state, and then the health. */
function wrongSuccess({ goal, answers }: WaitWorld): string[] {
  const seen = answers.findIndex(({ holds }) => holds)
  const found: string[] = []
  if (seen === -1) found.push('succeeds, and no poll has shown the state')
  const last = answers.findLast(({ of }) => of === 'health')
  if (goal.health_url !== undefined && last?.result !== 'healthy')
    found.push('succeeds without being healthy')
  if (goal.health_url === undefined && last) found.push('sends a health request without health_url')
  // The state may change after the last poll, or between the pages of that poll.
  if (goal.health_url === undefined && !answers.findLast(({ result }) => result === 'shown')?.holds)
    found.push('succeeds although the last poll shows another state')
  const firstHealth = answers.findIndex(({ of }) => of === 'health')
  if (firstHealth !== -1 && firstHealth < seen) found.push('asks for health before the state is reached')
  return found
}

function wrongFailure(world: WaitWorld, code: string): string[] {
  const { schedule, ended, began, answers } = world
  const { deleted, wait_timeout } = schedule
  const wrong = [`reports ${code}, which nothing explains`]
  const last = answers.findLast(({ of }) => of === 'list')
  switch (code) {
    case 'deleted':
      return deleted && deleted.at <= ended ? [] : wrong
    case 'not_found':
      // A 404 of the service also counts.
      if (began !== undefined) return refusals(world) === 3 && last?.status === 404 ? [] : wrong
      return deploymentAt(schedule, ended) === undefined || last?.result === 'failed' ? [] : wrong
    case 'unauthorized':
      if (began !== undefined) return refusals(world) === 3 && last?.status === 401 ? [] : wrong
      return last?.result === 'failed' ? [] : wrong
    case 'rate_limited':
    case 'unavailable':
    case 'unreachable':
      return began === undefined && last?.result === 'failed' ? [] : wrong
    case 'wait_timeout':
    case 'unhealthy': {
      if (ended < wait_timeout || ended > wait_timeout + 2 * GRACE)
        return [`waits ${ended} ms of ${wait_timeout}`]
      if (began === undefined) return code === 'wait_timeout' ? [] : wrong
      return code === 'wait_timeout' ? missed(world) : missedHealth(world)
    }
    default:
      return wrong
  }
}

/** The interval at which the last part of a wait is checked. */
const STEP = 500

const lastPart = (ended: number) =>
  Array.from({ length: NOTICED_WITHIN / STEP }, (_, index) => ended - GRACE - index * STEP)

/** A state that lasted long enough and was visible must be found. */
function missed({ schedule, answers, ended, began = 0 }: WaitWorld): string[] {
  const from = ended - GRACE - NOTICED_WITHIN
  // Many pages make the pauses longer, and a failed poll leaves a gap.
  const isHidden = answers.some(({ result, at }) => result === 'failed' && at >= from - NOTICED_WITHIN)
  if (from < began || isHidden || isSlow(schedule)) return []
  return lastPart(ended).every(at => holdsAt(schedule, at)) ? ['does not notice the state'] : []
}

/** Whether a poll takes several requests, which makes the pauses longer. */
const isSlow = ({ others, filters }: WaitWorld['schedule']) =>
  filters === 'refused' || filters === 'misread' || (others > 100 && filters !== 'all')

function missedHealth({ schedule, answers, ended }: WaitWorld): string[] {
  const { healthyFrom, deleted } = schedule
  const first = answers.find(({ of }) => of === 'health')
  if (!first) return ['is unhealthy without having asked']
  const from = ended - GRACE - NOTICED_WITHIN
  const isHidden = answers.some(({ result, at }) => result === 'failed' && at >= from - NOTICED_WITHIN)
  if (deleted && deleted.at < from && first.at < from && !isHidden && !isSlow(schedule))
    return ['does not notice the deletion']
  return healthyFrom !== undefined && healthyFrom < from && first.at < from ? ['does not notice health'] : []
}
