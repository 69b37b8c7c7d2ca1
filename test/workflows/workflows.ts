import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { tokensIn } from '../markdown.ts'

/** A workflow of the repository or of its pages. */
interface Shown {
  /** Its file, or its place on a page. */
  name: string
  text: string
}

interface Step {
  id?: string
  name?: string
  uses?: string
  run?: string
  shell?: string
  with?: Record<string, unknown>
  env?: Record<string, unknown>
}

interface Job {
  uses?: string
  needs?: string | string[]
  if?: string
  permissions?: Record<string, string>
  steps?: Step[]
  'timeout-minutes'?: number
}

/** The jobs of a workflow, by their ids. */
export const jobsOf = (text: string): Record<string, Job> => parse(text).jobs

const read = (name: string) => ({ name, text: readFileSync(name, 'utf8') })
const inFolder = (folder: string) => readdirSync(folder).map(file => `${folder}/${file}`)

const PAGES = [...inFolder('.'), ...inFolder('docs')].filter(name => name.endsWith('.md')).map(read)

/** All YAML examples of the pages. */
const SHOWN: Shown[] = PAGES.flatMap(page =>
  tokensIn(page.text)
    .filter(({ type, lang }) => type === 'code' && lang === 'yaml')
    .map(({ text }, index) => ({
      name: `${page.name.replace('./', '')}, example ${index + 1}`,
      text: String(text),
    })),
)

const isConfig = ({ text }: Shown) => {
  const value: object = parse(text)
  return !(Array.isArray(value) || 'on' in value || 'jobs' in value)
}

/** An example, completed to a whole workflow. */
function workflowOf({ name, text }: Shown): Shown {
  const value: object = parse(text)
  if ('on' in value) return { name, text }
  if ('jobs' in value) return { name, text: `on: push\npermissions:\n  contents: read\n${text}` }
  const steps = text.replace(/^(?=.)/gm, '      ')
  return {
    name,
    text: `on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`,
  }
}

/** The workflows of this repository. */
export const OWN: Shown[] = inFolder('.github/workflows').map(read)

/** The workflows that users copy. */
export const EXAMPLES: Shown[] = [
  ...inFolder('examples').map(read),
  ...SHOWN.filter(example => !isConfig(example)).map(workflowOf),
]

/** The `config` files that users copy. */
export const CONFIGS: Shown[] = SHOWN.filter(isConfig)
