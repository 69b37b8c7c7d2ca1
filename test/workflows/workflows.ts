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
  needs?: string
  if?: string
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

/** A fenced text is a whole workflow, jobs, steps, or a `config` file, which is none. */
function isOfWorkflow({ text }: Shown): boolean {
  const value: object = parse(text)
  return Array.isArray(value) || 'on' in value || 'jobs' in value
}

/** A fenced text, completed to a whole workflow. */
function completed({ name, text }: Shown): Shown {
  const value: object = parse(text)
  if ('on' in value) return { name, text }
  if ('jobs' in value) return { name, text: `on: push\npermissions:\n  contents: read\n${text}` }
  const steps = text.replace(/^(?=.)/gm, '      ')
  const before = 'on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n'
  return { name, text: before + steps }
}

/** The workflows of this repository. */
export const OWN: Shown[] = globSync('.github/workflows/*.yml').map(read)

/** The workflows that users copy. */
export const EXAMPLES: Shown[] = [
  ...globSync('examples/*.yml').map(read),
  ...FENCED.filter(isOfWorkflow).map(completed),
]

export const ALL: Shown[] = [...OWN, ...EXAMPLES]
