import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tokensIn } from '../markdown.ts'
import { EXAMPLES, jobsOf, OWN } from './workflows.ts'

// The forms of `uses:` by which the workflows and the pages name what is in this repository. Neither the linters nor
// GitHub's own validator judge all of it: the runner takes a bare `$/` for `{owner}/{repo}@{ref}`, and refuses it.

/** A folder, or the file of a workflow, at the commit of the workflow itself or at `v1`; the root only at `v1`. */
const OURS =
  /^(?:\$\/(?=\w|\.github)|OWNER\/create-deployment(?=@v[^@]+$)|OWNER\/create-deployment\/(?=[^@]+@v[^@]+$))([^@]*)/

/** The file in this repository that a `uses:` names, or what is wrong with it; undefined for what others have. */
function fileOf(uses: string): string | undefined {
  if (!/^(?:\$|OWNER\b)/.test(uses)) return undefined
  const [, path] = OURS.exec(uses) ?? []
  if (path === undefined) return `no form of uses: ${uses}`
  return path.endsWith('.yml') ? path : `./${path}/action.yml`
}
const missing = (used: string[]) => used.filter(uses => !existsSync(fileOf(uses) ?? '.'))

it.each([...OWN, ...EXAMPLES])(
  '$name uses actions and workflows that exist, in forms that the runner accepts',
  ({ text }) => {
    const jobs = Object.values(jobsOf(text))
    expect(
      missing(
        jobs.flatMap(({ uses, steps = [] }) => [uses ?? [], ...steps.map(({ uses = [] }) => uses)].flat()),
      ),
    ).toEqual([])
  },
)

it.each([...globSync('*.md'), ...globSync('docs/*.md')])('%s names only actions that exist', page => {
  const code = tokensIn(readFileSync(page, 'utf8')).filter(({ type }) => type === 'codespan')
  const named = code.map(({ text }) => String(text))
  expect(missing(named.filter(text => /^OWNER\/create-deployment\S*@v/.test(text)))).toEqual([])
})
