import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tokensIn } from '../markdown.ts'
import { EXAMPLES, jobsOf, OWN } from './workflows.ts'

// What GitHub accepts in `uses:`. Neither the linters nor GitHub's own validator judge all of it, so this is the grammar of
// the runner: PipelineTemplateConverter and PipelineConstants.TryParseSelfRepository in actions/runner.

/** The folder of this repository that holds a used action; undefined for an action of others. */
type Target = { folder: string } | { folder: undefined } | { problem: string }

/** Reads the `uses:` of a step as the runner does. */
function parseUses(uses: string): Target {
  if (uses.startsWith('docker://')) return { folder: undefined }
  // A folder of the workspace.
  if (uses.startsWith('./') || uses.startsWith('.\\')) return { folder: uses.slice(2) || '.' }
  // A folder of the workflow's own repository at its own commit. Without a folder the runner reads it as the last form.
  const own = uses.startsWith('$/') ? uses.slice(2).replace(/^\/+/, '') : ''
  if (own !== '') return { folder: own }
  const [path = '', ref = '', ...more] = uses.split('@')
  const [owner, repository, ...folder] = path.split(/[/\\]/).filter(step => step !== '')
  if (!owner || !repository || ref === '' || more.length > 0)
    return { problem: `Expected format {org}/{repo}[/path]@ref. Actual '${uses}'` }
  const isOurs = `${owner}/${repository}` === 'OWNER/create-deployment'
  return { folder: isOurs ? folder.join('/') || '.' : undefined }
}

/** What is wrong with the `uses:` of a step; undefined if nothing is. */
function problemOf(uses: string): string | undefined {
  const target = parseUses(uses)
  if ('problem' in target) return target.problem
  const isThere = target.folder === undefined || existsSync(`${target.folder}/action.yml`)
  return isThere ? undefined : `${uses} has no action.yml`
}

it.each([...OWN, ...EXAMPLES])('$name uses actions in a form that the runner accepts', ({ text }) => {
  const steps = Object.values(jobsOf(text)).flatMap(({ steps = [] }) => steps)
  const used = steps.flatMap(({ uses }) => uses ?? [])
  expect(used.flatMap(uses => problemOf(uses) ?? [])).toEqual([])
})

/** A workflow file that a job calls: of the same commit, or of a repository at a ref. */
const CALL = /^(?:\$\/|\.\/|OWNER\/create-deployment\/(?=.*@v1$))(\.github\/workflows\/[\w-]+\.yml)(?:@v1)?$/

it.each([...OWN, ...EXAMPLES])('$name calls workflows that exist', ({ text }) => {
  const called = Object.values(jobsOf(text)).flatMap(({ uses }) => uses ?? [])
  const files = called.map(uses => CALL.exec(uses)?.[1] ?? `no call: ${uses}`)
  expect(files.filter(file => !existsSync(file))).toEqual([])
})

const PAGES = [...globSync('*.md'), ...globSync('docs/*.md')].map(name => ({ name }))

it.each(PAGES)('$name names only actions that exist', ({ name }) => {
  const code = tokensIn(readFileSync(name, 'utf8')).filter(({ type }) => type === 'codespan')
  const named = code
    .map(({ text }) => String(text))
    .filter(text => /^OWNER\/create-deployment\S*@v/.test(text))
  expect(named.filter(uses => !CALL.test(uses)).flatMap(uses => problemOf(uses) ?? [])).toEqual([])
})

it.each([
  ['$/', 'Expected format'],
  ['$//', 'Expected format'],
  ['$/missing', 'has no action.yml'],
  ['OWNER/create-deployment', 'Expected format'],
  ['OWNER/create-deployment@v1@v2', 'Expected format'],
  ['OWNER/create-deployment/missing@v1', 'has no action.yml'],
  ['$/create', undefined],
  ['OWNER/create-deployment/create@v1', undefined],
])('uses: %s is judged as the runner does', (uses, problem) => {
  const found = problemOf(uses)
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(problem)
})
