import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { needs } from '../tools.ts'
import { EXAMPLES, jobsOf, OWN } from './workflows.ts'

// zizmor finds what is unsafe in general: expressions in scripts, dangerous events, actions that are not pinned, left
// credentials, inherited secrets. The other tests hold what only this repository knows.

const ALL = [...OWN, ...EXAMPLES]

/** What zizmor says of these workflows; empty if it finds nothing. Each ignored line has its reason beside it. */
function findingsIn(workflows: { name: string; text: string }[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'workflows-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.github/workflows'), { recursive: true })
  for (const { name, text } of workflows)
    writeFileSync(join(folder, '.github/workflows', `${name.replace(/\W+/g, '-')}.yml`), text)
  const options = ['--offline', '--quiet', '--config=.github/zizmor.yml']
  const { status, stdout, stderr } = spawnSync('zizmor', [...options, folder], { encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}

it('zizmor finds nothing in any workflow, those of the pages included', test => {
  needs(test, 'zizmor')
  expect(findingsIn(ALL)).toBe('')
  // This one, it finds.
  const unsafe = `on: issues\njobs: {a: {runs-on: x, steps: [{run: "\${{ github.event.issue.title }}"}]}}\n`
  expect(findingsIn([{ name: 'unsafe', text: unsafe }])).toContain('template-injection')
})

it.each(ALL)('$name says beside each finding of zizmor that it ignores why', ({ text }) => {
  const ignored = text.match(/zizmor: ignore.*/g) ?? []
  expect(ignored.filter(comment => !/^zizmor: ignore\[[\w-]+\] \w+ \w+ \w+/.test(comment))).toEqual([])
})

/** The jobs of a workflow that may write, with their scopes. */
const writing = (text: string) =>
  Object.entries(jobsOf(text)).flatMap(([job, { permissions = {} }]) => {
    const scopes = Object.keys(permissions).filter(scope => permissions[scope] === 'write')
    return scopes.length > 0 ? [{ job, scopes }] : []
  })

it('few jobs may write', () => {
  const found = ALL.flatMap(({ name, text }) =>
    writing(text).map(({ job, scopes }) => `${name}: ${job}: ${scopes.join(', ')}`),
  )
  expect(found.sort()).toMatchInlineSnapshot(`
    [
      ".github/workflows/first-run.yml: oidc: id-token",
      ".github/workflows/first-run.yml: tag: contents",
      ".github/workflows/major-tag.yml: move: contents",
      ".github/workflows/rebuild.yml: commit: contents",
      ".github/workflows/release.yml: attest: id-token, attestations",
      ".github/workflows/release.yml: draft: contents",
      ".github/workflows/scan.yml: codeql: security-events",
      ".github/workflows/scan.yml: scorecard: security-events, id-token",
      ".github/workflows/scan.yml: zizmor: security-events",
      "README.md, example 2: image: packages",
      "docs/pull-requests.md, example 1: deploy: deployments, pull-requests",
      "examples/container.yml: image: packages, id-token, attestations, artifact-metadata",
      "examples/forty-services.yml: services: pull-requests",
      "examples/leftovers.yml: find: issues",
      "examples/oidc.yml: deploy: id-token",
      "examples/preview.yml: preview: deployments, pull-requests",
      "examples/promotion.yml: production: deployments",
    ]
  `)
})

it.each(OWN)('$name gives each job a timeout, and runs no own code in a job that may write', ({ text }) => {
  const jobs = Object.entries(jobsOf(text))
  expect(jobs.filter(([, job]) => !job.uses && !job['timeout-minutes'])).toEqual([])
  const writers = writing(text).map(({ job }) => job)
  const steps = jobs.flatMap(([job, { steps = [] }]) => (writers.includes(job) ? steps : []))
  const own = steps.filter(
    ({ run = '', uses = '' }) => /^[.$]\//.test(uses) || /\b(np[mx]|node)\b|\.\//.test(run),
  )
  expect(own).toEqual([])
})

it('each action of others is pinned to the same commit everywhere', () => {
  const everything = ALL.map(({ text }) => text).join('\n')
  const pins = new Set(everything.match(/[\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40}.*/g))
  const actions = Array.from(pins, pin => pin.replace(/@.*/, ''))
  expect(actions.sort()).toEqual([...new Set(actions)].sort())
  const unpinned = /uses: (?!OWNER\/)[\w-]+\/[\w./-]+@(?![0-9a-f]{40}\b).*/g
  expect(OWN.flatMap(({ text }) => text.match(unpinned) ?? [])).toEqual([])
})
