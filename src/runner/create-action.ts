import { routeOf, type Surroundings } from './action.ts'
import { readCreateInputs } from './inputs/create.ts'

/**
 * The create action, from its inputs to its report. What reads the inputs is small and comes first: all else is
 * loaded while connections to the service are being opened.
 *
 * @returns whether it succeeded
 */
export async function createAction(surroundings: Surroundings): Promise<boolean> {
  const { job, env } = surroundings
  const route = routeOf(surroundings)
  try {
    const read = await readCreateInputs(job, env, (connection, requests) =>
      route.to(connection).warm(new URL(connection.base_url), requests),
    )
    const { createRun } = await import('./create-run.ts')
    return await createRun(read, route, surroundings)
  } catch (error) {
    const { reportBug } = await import('./create-run.ts')
    return await reportBug(error, surroundings)
  } finally {
    await route.close()
  }
}
