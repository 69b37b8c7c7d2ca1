import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { needs } from '../tools.ts'
import { ALL, jobsOf, OWN } from './workflows.ts'

// zizmor finds what is unsafe in general: expressions in scripts, dangerous events, actions that are not pinned, left
// credentials, inherited secrets. `.ci/run` installs the linters. The other tests hold what only this repository knows.

it('zizmor finds nothing in any workflow, those of the pages included', test => {
  needs(test, 'zizmor')
  const folder = mkdtempSync(join(tmpdir(), 'workflows-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.github/workflows'), { recursive: true })
  for (const { name, text } of ALL)
    writeFileSync(join(folder, '.github/workflows', `${name.replace(/\W+/g, '-')}.yml`), text)
  const options = ['--offline', '--quiet', '--config=.github/zizmor.yml']
  const { status, stdout, stderr } = spawnSync('zizmor', [...options, folder], { encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
})

it.for(ALL)('actionlint and ShellCheck find nothing in $name', ({ text: input }, test) => {
  needs(test, 'actionlint', 'shellcheck')
  // By the place of a file that exists, actionlint finds the actions of the repository.
  const options = ['-oneline', '-shellcheck=shellcheck', '-pyflakes=', '-stdin-filename=.github/workflows/ci.yml', '-']
  const { stdout, stderr } = spawnSync('actionlint', options, { input, encoding: 'utf8' })
  expect(stdout + stderr).toBe('')
})

/** The jobs of a workflow that may write, with their scopes. */
const writing = (text: string) =>
  Object.entries(jobsOf(text)).flatMap(([job, { permissions = {} }]) => {
    const scopes = Object.keys(permissions).filter(scope => permissions[scope] === 'write')
    return scopes.length > 0 ? [{ job, scopes }] : []
  })

it('few jobs of this repository may write', () => {
  const found = OWN.flatMap(({ name, text }) =>
    writing(text).map(({ job, scopes }) => `${name.replace(/.*\//, '')}: ${job}: ${scopes.join(', ')}`),
  )
  expect(found.sort()).toEqual([
    'first-run.yml: oidc: id-token',
    'first-run.yml: tag: contents',
    'major-tag.yml: move: contents',
    'rebuild.yml: commit: contents',
    'release.yml: attest: id-token, attestations',
    'release.yml: draft: contents',
    'scan.yml: codeql: security-events',
    'scan.yml: scorecard: security-events, id-token',
    'scan.yml: zizmor: security-events',
  ])
})

it.each(OWN)('$name gives each job a timeout, and runs no own code in a job that may write', ({ text }) => {
  const jobs = Object.entries(jobsOf(text))
  expect(jobs.filter(([, job]) => !job.uses && !job['timeout-minutes'])).toEqual([])
  const writers = writing(text).map(({ job }) => job)
  const steps = jobs.flatMap(([job, { steps = [] }]) => (writers.includes(job) ? steps : []))
  const own = steps.filter(({ run = '', uses = '' }) => uses.startsWith('./') || /\b(np[mx]|node)\b|\.\//.test(run))
  expect(own).toEqual([])
})
