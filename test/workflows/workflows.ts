import { readdirSync, readFileSync } from 'node:fs'

/** A workflow that is in the repository, or shown in its README. */
interface Shown {
  /** Its file, or its place in the README. */
  name: string
  text: string
}

const inFolder = (folder: string) =>
  readdirSync(folder).map(file => ({
    name: `${folder}/${file}`,
    text: readFileSync(`${folder}/${file}`, 'utf8'),
  }))

const README = readFileSync('README.md', 'utf8')

/** The steps of the README, each in a workflow around it. */
const stepsInReadme = Array.from(README.matchAll(/```yaml\n(- uses:.*?)```/gs), ([, steps = ''], index) => {
  const indented = steps.replace(/^(?=.)/gm, '      ')
  const text = `on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${indented}`
  return { name: `README.md, step ${index + 1}`, text }
})

const jobsInReadme = Array.from(README.matchAll(/```yaml\n(jobs:.*?)```/gs), ([, jobs = ''], index) => ({
  name: `README.md, jobs ${index + 1}`,
  text: `on: push\npermissions:\n  contents: read\n${jobs}`,
}))

/** The workflows of this repository's own home. */
export const OWN: Shown[] = inFolder('.github/workflows')

/** The workflows that users copy. */
export const EXAMPLES: Shown[] = [...inFolder('examples'), ...stepsInReadme, ...jobsInReadme]
