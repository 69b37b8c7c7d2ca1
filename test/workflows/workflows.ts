import { globSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A workflow of the repository or of its pages. */
interface Shown {
  /** Its file, or its place on a page. */
  name: string
  text: string
}

interface Step {
  id?: string
  uses?: string
  run?: string
  with?: Record<string, unknown>
}

interface Job {
  uses?: string
  environment?: string | object
  permissions?: Record<string, string>
  steps?: Step[]
  'timeout-minutes'?: number
}

/** The jobs of a workflow, by their ids. */
export const jobsOf = (text: string): Record<string, Job> => parse(text).jobs

/** All steps of a workflow. */
export const stepsOf = (text: string): Step[] => Object.values(jobsOf(text)).flatMap(job => job.steps ?? [])

const read = (name: string): Shown => ({ name, text: readFileSync(name, 'utf8') })

/** The fenced YAML of the pages. */
const FENCED: Shown[] = [...globSync('*.md'), ...globSync('docs/*.md')].map(read).flatMap(page =>
  Array.from(page.text.matchAll(/^( *)```yaml\n(.*?)^ *```$/gms), ([, indent = '', text = ''], index) => ({
    name: `${page.name}, example ${index + 1}`,
    text: text.replace(new RegExp(`^${indent}`, 'gm'), ''),
  })),
)

/** A fenced text as a whole workflow: it is one, or jobs, or steps. A `config` file is none. */
function workflowOf({ name, text }: Shown): Shown[] {
  const value: object = parse(text)
  if ('on' in value) return [{ name, text }]
  if ('jobs' in value) return [{ name, text: `on: push\npermissions: { contents: read }\n${text}` }]
  const before = 'on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n'
  return Array.isArray(value) ? [{ name, text: before + text.replace(/^(?=.)/gm, '      ') }] : []
}

/** The workflows of this repository. */
export const OWN: Shown[] = globSync('.github/workflows/*.yml').map(read)

/** The workflows that users copy. */
export const EXAMPLES: Shown[] = [...globSync('examples/*.yml').map(read), ...FENCED.flatMap(workflowOf)]

export const ALL: Shown[] = [...OWN, ...EXAMPLES]
