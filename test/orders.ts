import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { readConnection } from '../src/inputs/connection.ts'
import { openInputs } from '../src/inputs/inputs.ts'
import { readCommentToken, readOrder } from '../src/inputs/order.ts'
import { readWorkflow } from '../src/inputs/workflow.ts'
import { type Problem, RunError } from '../src/run/error.ts'
import { openRun } from '../src/run/run.ts'
import { COMMIT, type Event, jobVariables, PUSH } from './harness/job.ts'
import type { Fields } from './harness/records.ts'
import type { Service } from './harness/service.ts'
import type { Run, Step } from './harness/step.ts'
import type { Harness } from './harness/test.ts'

/** The inputs of a deployment of an image by its tag. */
export const IMAGE = { name: 'shop', source: 'external_container', image_uri: 'registry.example/shop:1' }

/** What `IMAGE` asks for, as the service holds it. */
export const AS_ASKED: Fields = { source_revision_config: { image_uri: IMAGE.image_uri } }

/** Another image than `IMAGE` asks for. */
export const OTHER_IMAGE: Fields = { source_revision_config: { image_uri: 'registry.example/shop:2' } }

/** The inputs of a deployment of the repository acme/shop. */
export const repositoryOrder = ({ integration_id }: { integration_id: string }) => ({
  ...{ name: 'shop', source: 'repohost', integration_id, repository: 'acme/shop' },
})

/** What `repositoryOrder` asks for, as the service holds it, at the commit of the run. */
export function repositoryAsAsked({ repositories: [record] }: Pick<Service, 'repositories'>): Fields {
  return {
    source: 'repohost',
    source_config: { integration_id: record?.host_integration_id, repo_url: record?.url },
    source_revision_config: { repo_ref: record?.default_branch, repo_commit_sha: COMMIT },
  }
}

/** All warnings, a line each. */
export const warningsOf = ({ warnings }: Pick<Run, 'warnings'>): string =>
  warnings.map(({ message }) => message).join('\n')

/** All errors, a line each. */
export const errorOf = ({ errors }: Pick<Run, 'errors'>): string => errors.map(({ message }) => message).join('\n')

/** The warning that a run which adopts deployed nothing. */
export const NOTHING_DEPLOYED = /nothing was deployed/i

/** The variables of a job for an event, whose file is gone after the test. */
export function variablesOf(event: Event): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'event-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const GITHUB_EVENT_PATH = join(folder, 'event.json')
  writeFileSync(GITHUB_EVENT_PATH, JSON.stringify(event.payload))
  return { ...jobVariables(event), GITHUB_EVENT_PATH }
}

/** The end of the last reading: inputs are variables of this process, so that only one reading may be under way. */
let last: Promise<unknown> = Promise.resolve()

/** Reads the inputs of create in this process, with more variables of the step. Sends nothing. */
export function read(given: Record<string, string>, variables: Record<string, string> = {}, prepare = () => {}) {
  const reading = last.then(prepare).then(() => readNow(given, variables))
  last = reading.catch(() => {})
  return reading
}

async function readNow(given: Record<string, string>, variables: Record<string, string>) {
  const env = { ...jobVariables(PUSH), ...variables }
  const masks: string[] = []
  const output = {
    ...{ info() {}, warning() {}, setOutput() {}, isDebug: () => false, debug() {} },
    setSecret: (text: string) => void masks.push(text),
  }
  const workflow = readWorkflow(env)
  const run = openRun({ mayCreate: true, ...workflow }, output)
  const all = { base_url: 'https://service.example', ...given }
  for (const [name, value] of Object.entries(all)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  try {
    const inputs = openInputs(env, run)
    readCommentToken(inputs)
    const order = await readOrder(inputs, workflow)
    const connection = await readConnection(inputs)
    return { order, connection, problems: problemsOf(() => inputs.accept(order)), masks, ...run }
  } finally {
    vi.unstubAllEnvs()
  }
}

function problemsOf(accept: () => unknown): Problem[] {
  try {
    accept()
    return []
  } catch (error) {
    if (error instanceof RunError) return error.facts.problems ?? []
    throw error
  }
}

/** The messages of problems, in one text. */
export const saidOf = (problems: Problem[]): string => problems.map(({ message }) => message).join('\n')

/** The names and values of the secrets in the request of an order. */
export const entriesOf = ({ order }: Awaited<ReturnType<typeof read>>): [string, string][] =>
  (order?.requested.secrets ?? []).map(({ name, value }) => [name, value])

/** What no error may show: parts of the secrets of these tests. */
export const HIDDEN = /hunt3r|cafe-b4be|98765432|Qm9iZGVi/

/** Runs create, and expects that its inputs are refused before any request, and that no secret of a test is shown. */
export async function refuse(
  { serve, create }: Pick<Harness, 'serve' | 'create'>,
  inputs: Record<string, string>,
  step: Partial<Step> = {},
): Promise<Run> {
  const service = await serve()
  const run = await create(service, inputs, step)
  const { error_code, created } = run.outputs
  expect({ error_code, created }).toEqual({ error_code: 'invalid_input', created: 'false' })
  expect(run.exitCode).toBe(1)
  expect(service.requests).toEqual([])
  expect(run.shown).not.toMatch(HIDDEN)
  return run
}

/** The names and values of the secrets in the last create request. */
export function secretsOf(service: Service): [string, string][] {
  const body = service.of('create').at(-1)?.body as { secrets: { name: string; value: string }[] } | undefined
  return (body?.secrets ?? []).map(({ name, value }) => [name, value])
}

/** Whether a text has a name as a word of its own. */
export const names = (text: string, name: string): boolean =>
  new RegExp(`(?<!\\w)${name.replaceAll('$', '\\$')}(?!\\w)`).test(text)
