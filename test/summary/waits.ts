import type { Scenario } from './scenarios.ts'
import { deployment, fresh, json, listing, COMMIT as OLD } from './service.ts'

const NEW = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'

const atCommit = (repo_commit_sha: string, members: Record<string, unknown> = {}) =>
  deployment({
    ...{ source: 'repohost', source_revision_config: { repo_ref: 'main', repo_commit_sha } },
    ...members,
  })

const STARTING = { status: 503, text: 'Starting: migrations 3 of 7' }

/** Runs that wait: for a commit, for health, and by the wait action. */
export const WAITS: Record<string, Scenario> = {
  'created, then healthy': {
    inputs: { wait_for: 'active', health_url: '/health', health_contains: '"1.4.2"' },
    list: (index, now) => (index === 0 ? listing() : listing(now < 20_000 ? fresh() : deployment())),
    health: (_, now) =>
      now < 40_000
        ? STARTING
        : json(now < 70_000 ? { status: 'ok', version: '1.4.1' } : { status: 'ok', version: '1.4.2' }),
  },
  unhealthy: {
    inputs: { wait_for: 'ready', health_url: '/health', wait_timeout: '2m' },
    list: index => (index === 0 ? listing() : listing(deployment())),
    health: () => ({ status: 500, text: 'Database is down\n    at connect (db.js:12)' }),
  },
  'wait for an unused deployment': {
    action: 'wait',
    inputs: { wait_for: 'active' },
    list: () => listing(deployment({ status: 'UNUSED' })),
  },
  'wait for the commit that a push builds': {
    action: 'wait',
    inputs: { commit: NEW, wait_for: 'active' },
    list: (_, now) =>
      listing(
        now < 60_000
          ? atCommit(OLD)
          : atCommit(NEW, { active_revision_id: now < 180_000 ? 'older' : deployment().latest_revision_id }),
      ),
  },
  'wait_timeout, by the wait action': {
    action: 'wait',
    inputs: { commit: NEW, wait_for: 'ready', wait_timeout: '5m' },
    list: (_, now) => listing(atCommit(now > 60_000 && now < 120_000 ? NEW : OLD, { status: 'UNUSED' })),
  },
  'not_found, by the wait action': { action: 'wait', list: () => listing() },
}
