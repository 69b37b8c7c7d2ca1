import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { EXAMPLES, OWN } from './workflows.ts'

// Security rules for the token, the secrets and the runner of a workflow.

interface Step {
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

interface Job extends Step {
  permissions?: Permissions
  secrets?: unknown
  steps?: Step[]
  'timeout-minutes'?: number
}

type Permissions = string | Record<string, string>

interface Workflow {
  on: string | string[] | Record<string, unknown>
  permissions?: Permissions
  concurrency?: unknown
  env?: unknown
  jobs: Record<string, Job>
}

/** The jobs that may write, and their scopes. */
const MAY_WRITE: Record<string, Record<string, string[]>> = {
  '.github/workflows/release.yml': {
    attest: ['id-token', 'attestations'],
    publish: ['contents'],
    'move-major-tag': ['contents'],
  },
  '.github/workflows/rebuild.yml': { commit: ['contents'] },
  'examples/container.yml': { deploy: ['packages'] },
  'examples/oidc.yml': { deploy: ['id-token'] },
  'examples/preview.yml': { preview: ['deployments', 'pull-requests'] },
  'docs/pull-requests.md, example 1': { deploy: ['deployments', 'pull-requests'] },
  'docs/pull-requests.md, example 2': { preview: ['deployments', 'pull-requests'] },
}

/** Workflows whose callers set the permissions: a caller who wants no comments can omit one. */
const LEFT_TO_CALLERS = ['.github/workflows/preview.yml']

/** Events that anyone can trigger, and that run a workflow with secrets and a token that may write. */
const DANGEROUS_EVENTS = ['pull_request_target', 'workflow_run', 'issue_comment', 'issues', 'discussion']

/** The violations of the rules in a workflow of this repository or an example. */
function faultsIn(name: string, text: string): string[] {
  const workflow: Workflow = parse(text)
  const jobs = Object.entries(workflow.jobs)
  const steps = jobs.flatMap(([, job]) => [job, ...(job.steps ?? [])])
  return [
    ...permissionFaults(workflow.permissions, jobs, MAY_WRITE[name] ?? {}, LEFT_TO_CALLERS.includes(name)),
    ...pinFaults(name, text),
    ...eventsOf(workflow)
      .filter(event => DANGEROUS_EVENTS.includes(event))
      .map(event => `it is started by ${event}`),
    ...steps.filter(runsExpression).map(step => `${step.uses ?? 'run'} executes an expression`),
    ...steps
      .filter(({ uses }) => uses?.startsWith('actions/checkout@'))
      .filter(step => step.with?.['persist-credentials'] !== false)
      .map(() => 'a checkout leaves its credentials'),
    ...jobs.filter(([, { secrets }]) => secrets === 'inherit').map(([job]) => `${job} passes on all secrets`),
    ...(JSON.stringify(workflow.env ?? '').includes('secrets.') ? ['every job has a secret in env'] : []),
  ]
}

function permissionFaults(
  top: Permissions | undefined,
  jobs: [string, Job][],
  mayWrite: Record<string, string[]>,
  isCallersChoice: boolean,
) {
  const writes = (permissions: Permissions = {}) =>
    typeof permissions === 'string'
      ? [permissions]
      : Object.entries(permissions).flatMap(([scope, access]) => (access === 'write' ? [scope] : []))
  const all = Object.fromEntries(jobs.map(([job, { permissions }]) => [job, writes(permissions)]))
  // A permission that is no longer used must not stay in the table.
  const names = new Set([...Object.keys(all), ...Object.keys(mayWrite)])
  const faults = [...names]
    .filter(job => String(all[job] ?? []) !== String(mayWrite[job] ?? []))
    .map(job => `${job} may write ${all[job]}`)
  if (top === undefined && !isCallersChoice) faults.push('no permissions are set')
  if (writes(top).length > 0) faults.push(`every job may write ${writes(top)}`)
  return faults
}

const OURS =
  /^(\.\/.*|OWNER\/create-deployment(\/\w+|\/\.github\/workflows\/(deploy-many|preview)\.yml)?@v1)$/
const PINNED = /^[\w-]+\/[\w-]+(\/[\w.-]+)*@[0-9a-f]{40} # v\d+\.\d+\.\d+$/

/** Workflows that must pin their actions, so that a caller who pins the workflow has pinned them too. */
const isOwn = (name: string) => name.startsWith('.github/workflows/')

const pinFaults = (name: string, text: string) =>
  Array.from(text.matchAll(/\buses: *(.*)/g), ([, used = '']) => used)
    .filter(used => !PINNED.test(used) && !(OURS.test(used) && !(isOwn(name) && used.endsWith('@v1'))))
    .map(used => `${used} is not pinned to a commit and its version`)

/** Whether a script contains an expression: GitHub inserts its value as code. */
const runsExpression = ({ run, uses, with: inputs }: Step) =>
  run?.includes('${{') ||
  (uses?.startsWith('actions/github-script@') && String(inputs?.['script']).includes('${{'))

const eventsOf = ({ on }: Workflow) =>
  typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on)

describe.each([...OWN, ...EXAMPLES])('$name', ({ name, text }) => {
  it('keeps the security rules', () => {
    expect(faultsIn(name, text)).toEqual([])
  })
})

describe.each(OWN)('$name', ({ name, text }) => {
  const workflow: Workflow = parse(text)

  it('sets a timeout for every job', () => {
    // Jobs of a called workflow have their own timeouts.
    const endless = Object.entries(workflow.jobs).filter(([, job]) => !job.uses && !job['timeout-minutes'])
    expect(endless).toEqual([])
  })

  it('runs no code of the repository in a job that may write', () => {
    const writing = Object.keys(MAY_WRITE[name] ?? {}).flatMap(job => workflow.jobs[job]?.steps ?? [])
    const running = writing.filter(
      ({ run, uses }) => /^\.\//.test(uses ?? '') || /\b(np[mx]|node)\b|\.\//.test(run ?? ''),
    )
    expect(running).toEqual([])
  })

  it('sets concurrency, unless only other workflows call it', () => {
    if (eventsOf(workflow).some(event => event !== 'workflow_call'))
      expect(workflow.concurrency).toMatchObject({ group: expect.any(String) })
  })
})

it('each external action is pinned to the same commit everywhere', () => {
  const everything = [...OWN, ...EXAMPLES].map(({ text }) => text).join('\n')
  const pins = new Set(everything.match(/[\w-]+\/[\w-]+@[0-9a-f]{40}.*/g))
  const actions = Array.from(pins, pin => pin.replace(/@.*/, ''))
  expect(actions.sort()).toEqual([...new Set(actions)].sort())
})

describe('the security rules find', () => {
  const good = `on: push
permissions: {}
jobs:
  a:
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          persist-credentials: false
      - run: echo "$TITLE"
        env:
          TITLE: \${{ github.event.pull_request.title }}
`

  it('no violation in a secure workflow', () => {
    expect(faultsIn('good.yml', good)).toEqual([])
  })

  it.each([
    ['missing permissions', 'permissions: {}\n', '', 'no permissions are set'],
    [
      'all permissions for every job',
      'permissions: {}',
      'permissions: write-all',
      'every job may write write-all',
    ],
    [
      'a permission for every job',
      'permissions: {}',
      'permissions: {issues: write}',
      'every job may write issues',
    ],
    ['a job that may write', 'contents: read', 'contents: write', 'a may write contents'],
    ['an action that is pinned to a tag', /@08c.*/, '@v5', 'not pinned'],
    [
      'an own action that is pinned to a branch',
      /actions\/checkout@.*/,
      'OWNER/create-deployment@main',
      'not pinned',
    ],
    ['a commit without its version', ' # v5.0.0', '', 'not pinned'],
    ['an expression in a script', '$TITLE', `\${{ github.head_ref }}`, 'run executes an expression'],
    [
      'a checkout that keeps its credentials',
      'persist-credentials: false',
      'fetch-depth: 0',
      'leaves its credentials',
    ],
    [
      'a checkout whose persist-credentials is a string',
      'persist-credentials: false',
      "persist-credentials: 'no'",
      'credentials',
    ],
    [
      'the event pull_request_target',
      'on: push',
      'on: [push, pull_request_target]',
      'started by pull_request_target',
    ],
    [
      'the event workflow_run',
      'on: push',
      'on: {workflow_run: {workflows: [CI]}}',
      'started by workflow_run',
    ],
    ['inherited secrets', 'runs-on: ubuntu-latest', 'secrets: inherit', 'passes on all secrets'],
    ['a secret for every job', 'jobs:', `env: {KEY: "\${{ secrets.KEY }}"}\njobs:`, 'every job has a secret'],
  ])('%s', (_, what, instead, fault) => {
    // A function, because `replace` interprets dollar signs in a string.
    const bad = good.replace(what, () => instead)
    expect(bad).not.toBe(good)
    expect(faultsIn('bad.yml', bad)).toEqual([expect.stringContaining(fault)])
  })

  it('an own action that is pinned to a tag in an own workflow, but not in an example', () => {
    const own = good.replace(/actions\/checkout@.*/, 'OWNER/create-deployment@v1')
    expect(faultsIn('examples/good.yml', own)).toEqual([])
    expect(faultsIn('.github/workflows/good.yml', own)).toEqual([expect.stringContaining('is not pinned')])
  })

  it('an expression in a script of actions/github-script', () => {
    const script = `
      - uses: actions/github-script@0123456789abcdef0123456789abcdef01234567 # v8.0.0
        with:
          script: log("\${{ github.head_ref }}")
`
    expect(faultsIn('bad.yml', good + script)).toEqual([expect.stringContaining('executes an expression')])
  })

  it('an allowed permission that is not used', () => {
    const { text = '' } = EXAMPLES.find(({ name }) => name === 'examples/oidc.yml') ?? {}
    const fault = faultsIn('examples/oidc.yml', text.replace('id-token: write', 'id-token: none'))
    expect(fault).toEqual([expect.stringContaining('deploy may write')])
  })
})
