import { readFileSync } from 'node:fs'
import { type ActionsMetadataProvider, type ValidationConfig, validate } from '@actions/languageservice'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'

/** The metadata of an action: all of ours, and for other actions the inputs that are used here. */
const actionsMetadataProvider: ActionsMetadataProvider = {
  async fetchActionMetadata({ owner, name, path = '.' }) {
    if (name === 'create-deployment') return parse(readFileSync(`${path}/action.yml`, 'utf8'))
    const names = owner === 'actions' ? INPUTS_OF_OTHERS[name] : undefined
    const inputs = names?.map(input => [input, { description: 'as used here' }] as const)
    return inputs && { name, description: '', inputs: Object.fromEntries(inputs) }
  },
}

const INPUTS_OF_OTHERS: Record<string, string[]> = {
  attest: ['subject-path', 'sbom-path', 'subject-name', 'subject-digest', 'push-to-registry'],
  checkout: ['persist-credentials', 'ref', 'fetch-depth'],
  'upload-artifact': ['name', 'path', 'overwrite', 'retention-days'],
  'download-artifact': ['name', 'pattern', 'path', 'merge-multiple'],
}

/** Reusable workflows. */
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
