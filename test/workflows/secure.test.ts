import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { EXAMPLES, OWN } from './workflows.ts'

// Rules that keep a workflow's token, secrets and runner from those who are not meant to have them.

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

/** Every job that may write, and what. */
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

/** Workflows whose callers decide what they may do: a caller who wants no comment need not grant it. */
const LEFT_TO_CALLERS = ['.github/workflows/preview.yml']

/** By these, a workflow would have the repository's secrets and a token that writes while strangers say what it does. */
const DANGEROUS_EVENTS = ['pull_request_target', 'workflow_run', 'issue_comment', 'issues', 'discussion']

/** What is wrong with a workflow of this repository's, or one that its users copy. */
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
  // What is no longer written is no longer allowed.
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

/** Those who pin a workflow of ours have not pinned what it uses, unless that is pinned too. */
const isOwn = (name: string) => name.startsWith('.github/workflows/')

const pinFaults = (name: string, text: string) =>
  Array.from(text.matchAll(/\buses: *(.*)/g), ([, used = '']) => used)
    .filter(used => !PINNED.test(used) && !(OURS.test(used) && !(isOwn(name) && used.endsWith('@v1'))))
    .map(used => `${used} is not pinned to a commit and its version`)

/** An expression becomes part of a script before it is run, whatever its value holds. */
const runsExpression = ({ run, uses, with: inputs }: Step) =>
  run?.includes('${{') ||
  (uses?.startsWith('actions/github-script@') && String(inputs?.['script']).includes('${{'))

const eventsOf = ({ on }: Workflow) =>
  typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on)

describe.each([...OWN, ...EXAMPLES])('$name', ({ name, text }) => {
  it('keeps its token, its secrets and its runner', () => {
    expect(faultsIn(name, text)).toEqual([])
  })
})

describe.each(OWN)('$name', ({ name, text }) => {
  const workflow: Workflow = parse(text)

  it('gives every job a time to end in', () => {
    // The jobs of a called workflow have their own.
    const endless = Object.entries(workflow.jobs).filter(([, job]) => !job.uses && !job['timeout-minutes'])
    expect(endless).toEqual([])
  })

  it('runs nothing of the repository where it may write', () => {
    const writing = Object.keys(MAY_WRITE[name] ?? {}).flatMap(job => workflow.jobs[job]?.steps ?? [])
    const running = writing.filter(
      ({ run, uses }) => /^\.\//.test(uses ?? '') || /\b(np[mx]|node)\b|\.\//.test(run ?? ''),
    )
    expect(running).toEqual([])
  })

  it('says what becomes of two runs at a time, unless that is for its callers to say', () => {
    if (eventsOf(workflow).some(event => event !== 'workflow_call'))
      expect(workflow.concurrency).toMatchObject({ group: expect.any(String) })
  })
})

it('every action of others is used at one commit throughout', () => {
  const everything = [...OWN, ...EXAMPLES].map(({ text }) => text).join('\n')
  const pins = new Set(everything.match(/[\w-]+\/[\w-]+@[0-9a-f]{40}.*/g))
  const actions = Array.from(pins, pin => pin.replace(/@.*/, ''))
  expect(actions.sort()).toEqual([...new Set(actions)].sort())
})

describe('the rules notice', () => {
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

  it('nothing in a workflow that keeps them', () => {
    expect(faultsIn('good.yml', good)).toEqual([])
  })

  it.each([
    ['no permissions', 'permissions: {}\n', '', 'no permissions are set'],
    ['all permissions', 'permissions: {}', 'permissions: write-all', 'every job may write write-all'],
    [
      'a permission for every job',
      'permissions: {}',
      'permissions: {issues: write}',
      'every job may write issues',
    ],
    ['a job that may write', 'contents: read', 'contents: write', 'a may write contents'],
    ['a tag', /@08c.*/, '@v5', 'not pinned'],
    ['a branch of ours', /actions\/checkout@.*/, 'OWNER/create-deployment@main', 'not pinned'],
    ['a commit of no version', ' # v5.0.0', '', 'not pinned'],
    ['an expression in a script', '$TITLE', `\${{ github.head_ref }}`, 'run executes an expression'],
    ['credentials that stay', 'persist-credentials: false', 'fetch-depth: 0', 'leaves its credentials'],
    [
      'credentials that stay by a word',
      'persist-credentials: false',
      "persist-credentials: 'no'",
      'credentials',
    ],
    [
      'an event of strangers',
      'on: push',
      'on: [push, pull_request_target]',
      'started by pull_request_target',
    ],
    ['another one', 'on: push', 'on: {workflow_run: {workflows: [CI]}}', 'started by workflow_run'],
    ['secrets that are inherited', 'runs-on: ubuntu-latest', 'secrets: inherit', 'passes on all secrets'],
    ['a secret for every job', 'jobs:', `env: {KEY: "\${{ secrets.KEY }}"}\njobs:`, 'every job has a secret'],
  ])('%s', (_, what, instead, fault) => {
    // A function, as a text would have its dollars replaced.
    const bad = good.replace(what, () => instead)
    expect(bad).not.toBe(good)
    expect(faultsIn('bad.yml', bad)).toEqual([expect.stringContaining(fault)])
  })

  it('an action of ours by its tag in a workflow of ours', () => {
    const own = good.replace(/actions\/checkout@.*/, 'OWNER/create-deployment@v1')
    expect(faultsIn('examples/good.yml', own)).toEqual([])
    expect(faultsIn('.github/workflows/good.yml', own)).toEqual([expect.stringContaining('is not pinned')])
  })

  it('an expression in a script of github-script', () => {
    const script = `
      - uses: actions/github-script@0123456789abcdef0123456789abcdef01234567 # v8.0.0
        with:
          script: log("\${{ github.head_ref }}")
`
    expect(faultsIn('bad.yml', good + script)).toEqual([expect.stringContaining('executes an expression')])
  })

  it('a permission that is allowed and no longer used', () => {
    const { text = '' } = EXAMPLES.find(({ name }) => name === 'examples/oidc.yml') ?? {}
    const fault = faultsIn('examples/oidc.yml', text.replace('id-token: write', 'id-token: none'))
    expect(fault).toEqual([expect.stringContaining('deploy may write')])
  })
})
