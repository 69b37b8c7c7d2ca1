import { readFileSync } from 'node:fs'
import { type ActionsMetadataProvider, type ValidationConfig, validate } from '@actions/languageservice'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'

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
export async function problemsIn(workflow: string): Promise<string[]> {
  // The validator caches documents by their address.
  const address = `file:///.github/workflows/${documents++}.yml`
  const document = TextDocument.create(address, 'yaml', 1, workflow)
  const diagnostics = await validate(document, { actionsMetadataProvider, fileProvider })
  return diagnostics.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
}
