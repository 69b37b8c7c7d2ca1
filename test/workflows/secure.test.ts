import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { needs } from '../tools.ts'
import { EXAMPLES, jobsOf, OWN } from './workflows.ts'

// zizmor finds what is unsafe in general: expressions in scripts, dangerous events, actions that are not pinned, left
// credentials, inherited secrets. The other tests hold what only this repository knows.

const ALL = [...OWN, ...EXAMPLES]

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

/** The jobs of a workflow that may write, with their scopes. */
const writing = (text: string) =>
  Object.entries(jobsOf(text)).flatMap(([job, { permissions = {} }]) => {
    const scopes = Object.keys(permissions).filter(scope => permissions[scope] === 'write')
    return scopes.length > 0 ? [{ job, scopes }] : []
  })

it('few jobs of this repository may write', () => {
  const found = OWN.flatMap(({ name, text }) =>
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

it('deploy-many.yml stores its results for seven days, and nothing but the fields that SECURITY.md names', () => {
  const text = readFileSync('.github/workflows/deploy-many.yml', 'utf8')
  expect(text.match(/actions\/upload-artifact|retention-days: .*/g)).toEqual([
    'actions/upload-artifact',
    'retention-days: 7',
  ])
  const page = readFileSync('SECURITY.md', 'utf8')
  const stored = Array.from(text.matchAll(/^ +"(\w+)": .*\$\{\{/gm), ([, key]) => key)
  // The page names these three by words.
  expect(stored.filter(key => !page.includes(`\`${key}\``)).sort()).toEqual(['file', 'job', 'outcome'])
})
