import { join } from 'node:path'
import { createAction } from '../../src/actions/create.ts'
import { waitAction } from '../../src/actions/wait.ts'
import { runInProcess, type Written } from '../security/in-process.ts'
import { FAILURES } from './failures.ts'
import { COMMIT, type Responses, SERVICE, scriptedService } from './service.ts'
import { SUCCESSES } from './successes.ts'
import { WAITS } from './waits.ts'

/** A run of an action against a scripted service on a virtual clock. */
export interface Scenario extends Responses {
  inputs?: Record<string, string>
  /** The create action by default. */
  action?: 'wait'
  /** Milliseconds after which the workflow is cancelled. */
  cancelAfter?: number
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
