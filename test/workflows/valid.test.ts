import { existsSync, readFileSync } from 'node:fs'
import { type ActionsMetadataProvider, type ValidationConfig, validate } from '@actions/languageservice'
import { expect, it } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import { ALL, EXAMPLES, jobsOf, stepsOf } from './workflows.ts'

// GitHub's own parser and validator check every workflow of the repository and of its pages, against the action.yml files.

/** The inputs of others' actions that the workflows use. */
const INPUTS_OF_OTHERS = new Set(
  `subject-path sbom-path persist-credentials ref fail-on-severity name path cache
  node-version-file retention-days languages queries config sarif_file category results_file results_format
  publish_results pattern merge-multiple overwrite`.split(/\s+/),
)

/** The metadata of an action. */
const actionsMetadataProvider: ActionsMetadataProvider = {
  async fetchActionMetadata({ name, path = '.' }) {
    if (name === 'create-deployment') return parse(readFileSync(`${path}/action.yml`, 'utf8'))
    const inputs = Array.from(INPUTS_OF_OTHERS, input => [input, { description: 'as used here' }])
    return { name, description: '', inputs: Object.fromEntries(inputs) }
  },
}

/** Reusable workflows of this repository. */
const fileProvider: NonNullable<ValidationConfig['fileProvider']> = {
  async getFileContent(reference) {
    const name = reference.path.replace('./', '')
    return { name, content: readFileSync(name, 'utf8') }
  },
}

let documents = 0

/** The problems that GitHub's validator finds in a workflow. */
async function problemsIn(workflow: string): Promise<string[]> {
  // The validator caches documents by their address.
  const address = `file:///.github/workflows/${documents++}.yml`
  // The validator reads the metadata only of actions of other repositories.
  const named = workflow
    .replace(/uses: \.\/(?=\w)/g, 'uses: OWNER/create-deployment/')
    .replace(/uses: \.\/$/gm, 'uses: OWNER/create-deployment')
    .replace(/(uses: OWNER\/[\w/-]+)$/gm, '$1@v1')
  const document = TextDocument.create(address, 'yaml', 1, named)
  const diagnostics = await validate(document, { actionsMetadataProvider, fileProvider })
  return diagnostics.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
}

it.each(ALL)('$name is a valid workflow', async ({ text }) => {
  expect(await problemsIn(text)).toEqual([])
})

it('the validator knows the inputs of the actions', async () => {
  const step = '      - uses: ./\n        with: {base_url: x, image_url: y}\n'
  const workflow = `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n${step}`
  expect(await problemsIn(workflow)).toEqual([expect.stringMatching(/^line 7: .*image_url/)])
})

/** The outputs of own actions that a workflow reads, but that do not exist. */
function unknownOutputs(text: string): string[] {
  return Object.values(jobsOf(text)).flatMap(job => {
    const inJob = JSON.stringify(job)
    return (job.steps ?? []).flatMap(({ id, uses }) => {
      const file = manifestOf(uses)
      if (id === undefined || file === undefined) return []
      const outputs = parse(readFileSync(file, 'utf8')).outputs
      const used = inJob.matchAll(new RegExp(`steps\\.${id}\\.outputs\\.(\\w+)`, 'g'))
      return Array.from(used, ([, name = '']) => name).filter(name => !(name in outputs))
    })
  })
}

/** The action.yml that a step names, if it names an action of this repository. */
function manifestOf(uses = ''): string | undefined {
  if (!/^(?:\.\/|OWNER\/)/.test(uses)) return undefined
  const folder = uses.replace(/^(?:\.|OWNER\/create-deployment)\/?/, '').replace(/@v1$/, '')
  return `./${folder}/action.yml`
}

it.each(ALL)('$name uses only what exists and what the runner takes', ({ text }) => {
  const manifests = stepsOf(text).flatMap(({ uses }) => manifestOf(uses) ?? [])
  expect(manifests.filter(file => !existsSync(file))).toEqual([])
  expect(unknownOutputs(text)).toEqual([])
  // GitHub's editor knows these two, but the parser of the runner refuses them.
  for (const { uses, environment = {}, steps = [] } of Object.values(jobsOf(text))) {
    expect(environment).not.toHaveProperty('deployment')
    expect([uses, ...steps.map(step => step.uses)].filter(name => name?.startsWith('$'))).toEqual([])
  }
})

it.each(EXAMPLES)('$name names each version that it deploys, and ends no job before its wait', ({ text }) => {
  for (const { steps = [], 'timeout-minutes': minutes = 360 } of Object.values(jobsOf(text))) {
    for (const { uses = '', with: inputs = {} } of steps) {
      const { name, repo_ref, image_uri, wait_timeout = '30m' } = inputs
      // A rerun of the job would build another image.
      expect(`${image_uri}`).not.toContain('steps.')
      if (/github\.ref_name/.test(`${repo_ref} ${image_uri}`)) expect(name).toContain('github.ref_name')
      const waits = 'wait_for' in inputs || uses.includes('/wait@')
      const [count, unit] = String(wait_timeout).match(/\d+|[sm]$/g) ?? []
      if (waits) expect(Number(count) / (unit === 'm' ? 1 : 60)).toBeLessThan(minutes)
    }
  }
})
