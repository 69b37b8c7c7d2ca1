import { readFileSync } from 'node:fs'
import { type ActionsMetadataProvider, type ValidationConfig, validate } from '@actions/languageservice'
import { expect, it } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import { readAction } from '../../scripts/readme.ts'
import { EXAMPLES, jobsOf, OWN } from './workflows.ts'

// GitHub's validator checks every workflow of the repository and of its pages against the action.yml files.

/** The metadata of an action: all of ours, and for other actions the inputs that are used here. */
const actionsMetadataProvider: ActionsMetadataProvider = {
  async fetchActionMetadata({ owner, name, path = '.' }) {
    if (name === 'create-deployment') return parse(readFileSync(`${path}/action.yml`, 'utf8'))
    const names = INPUTS_OF_OTHERS[`${owner}/${name}`]
    const inputs = names?.map(input => [input, { description: 'as used here' }] as const)
    return inputs && { name, description: '', inputs: Object.fromEntries(inputs) }
  },
}

const INPUTS_OF_OTHERS: Record<string, string[]> = {
  'actions/attest': ['subject-path', 'sbom-path', 'subject-name', 'subject-digest', 'push-to-registry'],
  'actions/checkout': ['persist-credentials', 'ref'],
  'actions/github-script': ['script'],
  'actions/dependency-review-action': ['fail-on-severity'],
  'actions/download-artifact': ['name', 'pattern', 'path', 'merge-multiple'],
  'actions/setup-node': ['node-version-file', 'cache'],
  'actions/upload-artifact': ['name', 'path', 'overwrite', 'retention-days'],
  'github/codeql-action': ['languages', 'queries', 'config', 'sarif_file', 'category'],
  'ossf/scorecard-action': ['results_file', 'results_format', 'publish_results'],
}

/** Reusable workflows, and the manifests of actions that a workflow names by `$/` and their folder. */
const fileProvider: NonNullable<ValidationConfig['fileProvider']> = {
  async getFileContent(reference) {
    const name = 'repository' in reference ? reference.path : reference.path.replace('./', '')
    return { name, content: readFileSync(name, 'utf8') }
  },
}

let documents = 0

/** The problems that GitHub's validator finds in a workflow, checked against the action.yml files. */
async function problemsIn(workflow: string): Promise<string[]> {
  // The validator caches documents by their address.
  const address = `file:///.github/workflows/${documents++}.yml`
  const document = TextDocument.create(address, 'yaml', 1, workflow)
  const diagnostics = await validate(document, { actionsMetadataProvider, fileProvider })
  return diagnostics.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
}

it.each([...OWN, ...EXAMPLES])('$name is a valid workflow', async ({ text }) => {
  expect(await problemsIn(text)).toEqual([])
})

it.each([...OWN, ...EXAMPLES])('$name names each step whose script holds data', ({ text }) => {
  const steps = Object.values(jobsOf(text)).flatMap(({ steps = [] }) => steps)
  expect(steps.filter(({ name, run = '' }) => /\$\{\{/.test(run) && !name)).toEqual([])
})

it('the validator finds an input that an action of the same commit does not have', async () => {
  const workflow = `on: push\njobs: {a: {runs-on: x, steps: [{uses: $/create, with: {base_url: x, image_url: y}}]}}`
  expect(await problemsIn(workflow)).toEqual([expect.stringContaining('image_url')])
})

it.each(['deploy-many', 'preview'])(
  '%s.yml takes each input of the connection with its default, and passes it to each action',
  name => {
    const { on, jobs } = parse(readFileSync(`.github/workflows/${name}.yml`, 'utf8'))
    const { inputs, secrets } = on.workflow_call
    const steps: { uses?: string; with?: object }[] = Object.values<{ steps: [] }>(jobs).flatMap(
      job => job.steps,
    )
    // The last step of preview.yml sends nothing to the service.
    const calls = steps.filter(
      step => step.with && 'base_url' in step.with && !/close-preview$/.test(step.uses ?? ''),
    )
    expect(calls).toHaveLength(name === 'preview' ? 2 : 1)
    const { integration_id, ...connection } = readAction('repositories').inputs
    for (const [input, { default: fallback = '' }] of Object.entries(connection)) {
      expect(String({ ...inputs, ...secrets }[input]?.default ?? ''), input).toBe(fallback)
      const passed = `\${{ ${input in secrets ? 'secrets' : 'inputs'}.${input} }}`
      for (const call of calls) expect(call.with).toHaveProperty(input, passed)
    }
  },
)
