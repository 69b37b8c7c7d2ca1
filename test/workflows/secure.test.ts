import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { needs } from '../tools.ts'
import { EXAMPLES, OWN } from './workflows.ts'

// zizmor finds what is unsafe in general: expressions in scripts, dangerous events, actions that are not pinned, left
// credentials, inherited secrets. The other tests hold what only this repository knows.

interface Job {
  uses?: string
  permissions?: Record<string, string>
  steps?: { uses?: string; run?: string }[]
  'timeout-minutes'?: number
}

const jobsOf = (text: string): [string, Job][] => Object.entries(parse(text).jobs)

const ALL = [...OWN, ...EXAMPLES]

/** What zizmor says of these workflows, of medium or high severity; empty if it finds nothing. */
function findingsIn(workflows: { name: string; text: string }[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'workflows-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.github/workflows'), { recursive: true })
  for (const { name, text } of workflows)
    writeFileSync(join(folder, '.github/workflows', `${name.replace(/\W+/g, '-')}.yml`), text)
  const options = ['--offline', '--quiet', '--min-severity=medium', '--config=.github/zizmor.yml']
  const { status, stdout, stderr } = spawnSync('zizmor', [...options, folder], { encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}

it('zizmor finds nothing of medium or high severity in any workflow, those of the pages included', test => {
  needs(test, 'zizmor')
  expect(findingsIn(ALL)).toBe('')
  // This one, it finds.
  const unsafe = `on: issues\njobs: {a: {runs-on: x, steps: [{run: "\${{ github.event.issue.title }}"}]}}\n`
  expect(findingsIn([{ name: 'unsafe', text: unsafe }])).toContain('template-injection')
})

/** The jobs that may write, and their scopes. */
const MAY_WRITE: Record<string, Record<string, string[]>> = {
  '.github/workflows/release.yml': {
    attest: ['id-token', 'attestations'],
    publish: ['contents'],
    'move-major-tag': ['contents'],
  },
  '.github/workflows/scan.yml': {
    codeql: ['security-events'],
    zizmor: ['security-events'],
    scorecard: ['security-events', 'id-token'],
  },
  '.github/workflows/rebuild.yml': { commit: ['contents'] },
  'examples/container.yml': { deploy: ['packages', 'id-token', 'attestations'] },
  'examples/forty-services.yml': { services: ['pull-requests'] },
  'examples/oidc.yml': { deploy: ['id-token'] },
  'examples/promotion.yml': { production: ['deployments'] },
  'examples/preview.yml': { preview: ['deployments', 'pull-requests'] },
  'docs/approvals.md, example 1': { production: ['deployments'] },
  'docs/many.md, example 1': { services: ['pull-requests'] },
  'docs/pull-requests.md, example 1': { deploy: ['deployments', 'pull-requests'] },
  'docs/pull-requests.md, example 2': { preview: ['deployments', 'pull-requests'] },
}

it.each(ALL)('$name has no job that may write, but those of the table', ({ name, text }) => {
  const writing = jobsOf(text).flatMap(([job, { permissions = {} }]) => {
    const scopes = Object.entries(permissions).flatMap(([scope, access]) =>
      access === 'write' ? [scope] : [],
    )
    return scopes.length > 0 ? [[job, scopes]] : []
  })
  expect(Object.fromEntries(writing)).toEqual(MAY_WRITE[name] ?? {})
})

describe.each(OWN)('$name', ({ name, text }) => {
  it('sets a timeout for every job', () => {
    const endless = jobsOf(text).filter(([, job]) => !job.uses && !job['timeout-minutes'])
    expect(endless).toEqual([])
  })

  it('runs no code of the repository in a job that may write', () => {
    const steps = jobsOf(text).flatMap(([job, { steps = [] }]) => (MAY_WRITE[name]?.[job] ? steps : []))
    const isOwn = /^[.$]\//
    const running = steps.filter(
      ({ run = '', uses = '' }) => isOwn.test(uses) || /\b(np[mx]|node)\b|\.\//.test(run),
    )
    expect(running).toEqual([])
  })
})

it('each action of others is pinned to the same commit everywhere', () => {
  const everything = ALL.map(({ text }) => text).join('\n')
  const pins = new Set(everything.match(/[\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40}.*/g))
  const actions = Array.from(pins, pin => pin.replace(/@.*/, ''))
  expect(actions.sort()).toEqual([...new Set(actions)].sort())
})
