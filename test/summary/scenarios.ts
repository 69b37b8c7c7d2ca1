import { join } from 'node:path'
import { createAction } from '../../src/actions/create.ts'
import { waitAction } from '../../src/actions/wait.ts'
import { runInProcess, type Written } from '../security/in-process.ts'
import { FAILURES } from './failures.ts'
import {
  COMMIT,
  deployment,
  fresh,
  HOST_INTEGRATION_ID,
  INTEGRATION_ID,
  json,
  listing,
  lost,
  type Responses,
  SERVICE,
  scriptedService,
  updating,
} from './service.ts'

/** A run of an action against a scripted service on a virtual clock. */
export interface Scenario extends Responses {
  inputs?: Record<string, string>
  /** The create action by default. */
  action?: 'wait'
  /** Milliseconds after which the workflow is cancelled. */
  cancelAfter?: number
}

const REPOHOST = {
  source: 'repohost',
  ...{ integration_id: INTEGRATION_ID, image_uri: '', custom_url: '' },
  repo_ref: 'refs/tags/v1.4.2',
  secrets: 'DATABASE_URL=postgres://shop:s3cret@db.internal/shop',
}

const OTHER_COMMIT = '5f6e7d8c9b5f6e7d8c9b5f6e7d8c9b5f6e7d8c9b'
const DIGEST = `ghcr.io/acme/shop@sha256:${'0a1b2c3d'.repeat(8)}`

const ofRepository = {
  source: 'repohost',
  source_config: { repo_url: 'https://github.com/acme/shop' },
  source_revision_config: { repo_ref: 'refs/tags/v1.4.2', repo_commit_sha: COMMIT },
  secrets: [{ name: 'DATABASE_URL', value: '' }],
}

const existingAt = (repo_commit_sha: string) =>
  deployment({
    ...ofRepository,
    source_config: { ...ofRepository.source_config, integration_id: HOST_INTEGRATION_ID },
    source_revision_config: { ...ofRepository.source_revision_config, repo_commit_sha },
  })

/** Runs that succeed. */
const SUCCESSES: Record<string, Scenario> = {
  created: {},
  'created, not as requested': {
    create: () => json(fresh({ source_revision_config: { image_uri: 'ghcr.io/acme/shop:1.4.1' } }), 201),
  },
  'created from a repository, ready': {
    inputs: { ...REPOHOST, wait_for: 'ready' },
    create: () => json(fresh(ofRepository), 201),
    list: (index, now) =>
      index === 0
        ? listing()
        : listing(now < 4000 ? fresh(ofRepository) : { ...fresh(ofRepository), status: 'READY' }),
  },
  'created, active after a long wait': {
    inputs: { wait_for: 'active' },
    list: (index, now) => {
      if (index === 0) return listing()
      if (now > 60_000 && now < 80_000) return json({ detail: 'Under maintenance' }, 503)
      return listing(now < 40_000 ? fresh() : now < 200_000 ? { ...fresh(), status: 'READY' } : deployment())
    },
  },
  adopted: { list: () => listing(deployment()) },
  'adopted by the digest of its image, not active': {
    inputs: { image_uri: DIGEST },
    list: () => listing({ ...updating(), source_revision_config: { image_uri: DIGEST } }),
  },
  'adopted at another commit': { inputs: REPOHOST, list: () => listing(existingAt(OTHER_COMMIT)) },
  'adopted despite differences': {
    inputs: { if_exists: 'reuse', resource_spec: 'min_scale: 1\nmax_scale: 3', k8s_namespace: 'shopstaging' },
    list: () =>
      listing(
        deployment({
          source_config: {
            custom_url: 'https://old.example',
            resource_spec: { min_scale: 1 },
            listener_config: { k8s_namespace: 'shopproduction' },
          },
          source_revision_config: { image_uri: 'ghcr.io/acme/shop:1.4.1' },
        }),
      ),
  },
  'adopted after a lost response': {
    create: () => lost,
    list: index => (index < 2 ? listing() : listing(fresh())),
  },
  'dry run of a free name': { inputs: { dry_run: 'true' } },
  'dry run of an existing deployment': { inputs: { dry_run: 'true' }, list: () => listing(updating()) },
}

const NEW = 'f00ba47f00ba47f00ba47f00ba47f00ba47f00ba'

const atCommit = (repo_commit_sha: string, members: Record<string, unknown> = {}) =>
  deployment({
    ...{ source: 'repohost', source_revision_config: { repo_ref: 'main', repo_commit_sha } },
    ...members,
  })

const STARTING = { status: 503, text: 'Starting: migrations 3 of 7' }

/** Runs that wait: for a commit, for health, and by the wait action. */
const WAITS: Record<string, Scenario> = {
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
          ? atCommit(COMMIT)
          : atCommit(NEW, { active_revision_id: now < 180_000 ? 'older' : deployment().latest_revision_id }),
      ),
  },
  'wait_timeout, by the wait action': {
    action: 'wait',
    inputs: { commit: NEW, wait_for: 'ready', wait_timeout: '5m' },
    list: (_, now) => listing(atCommit(now > 60_000 && now < 120_000 ? NEW : COMMIT, { status: 'UNUSED' })),
  },
  'not_found, by the wait action': { action: 'wait', list: () => listing() },
}

export const SCENARIOS: Record<string, Scenario> = { ...SUCCESSES, ...WAITS, ...FAILURES }

/** An input that a scenario gives as '' is not set. */
const INPUTS = {
  base_url: `https://${SERVICE}/api-host`,
  api_key: 'key-of-the-service',
  name: 'shop',
  source: 'external_container',
  image_uri: 'ghcr.io/acme/shop:1.4.2',
  custom_url: 'https://shop.example',
}

const JOB = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: COMMIT,
  GITHUB_RUN_ID: '1234567890',
  GITHUB_WORKSPACE: join(import.meta.dirname, 'workspace'),
  DATABASE_URL: 'postgres://shop:s3cret@db.internal/shop',
}

/** Plays a scenario. */
export const play = ({ inputs, action, cancelAfter, ...responses }: Scenario): Promise<Written> =>
  runInProcess({ ...INPUTS, ...inputs }, scriptedService(responses), JOB, {
    cancelAfter,
    run: action === 'wait' ? waitAction : createAction,
  })
