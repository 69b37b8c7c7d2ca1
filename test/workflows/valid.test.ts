import { readFileSync } from 'node:fs'
import { type ActionsMetadataProvider, type ValidationConfig, validate } from '@actions/languageservice'
import { describe, expect, it } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import { EXAMPLES, OWN } from './workflows.ts'

// Every workflow that is in the repository, or shown in its README, is checked by the host's own validator,
// against the action.yml that it would meet.

/** What the host knows of an action: of ours all, of others the inputs that are used here. */
const actionsMetadataProvider: ActionsMetadataProvider = {
  async fetchActionMetadata({ owner, name, path = '.' }) {
    if (name === 'create-deployment') return parse(readFileSync(`${path}/action.yml`, 'utf8'))
    const names = owner === 'actions' ? INPUTS_OF_OTHERS[name] : undefined
    const inputs = names?.map(input => [input, { description: 'as used here' }] as const)
    return inputs && { name, description: '', inputs: Object.fromEntries(inputs) }
  },
}

const INPUTS_OF_OTHERS: Record<string, string[]> = {
  'attest-build-provenance': ['subject-path'],
  checkout: ['persist-credentials', 'ref'],
  'upload-artifact': ['name', 'path', 'overwrite', 'retention-days'],
  'download-artifact': ['name', 'pattern', 'path', 'merge-multiple'],
}

/** Workflows that others call. */
const fileProvider: NonNullable<ValidationConfig['fileProvider']> = {
  async getFileContent(reference) {
    const name = 'repository' in reference ? reference.path : reference.path.replace('./', '')
    return { name, content: readFileSync(name, 'utf8') }
  },
}

let documents = 0

async function problemsIn(workflow: string): Promise<string[]> {
  // The validator remembers documents by their address.
  const address = `file:///.github/workflows/${documents++}.yml`
  const document = TextDocument.create(address, 'yaml', 1, workflow)
  const diagnostics = await validate(document, { actionsMetadataProvider, fileProvider })
  return diagnostics.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
}

it.each([...OWN, ...EXAMPLES])('$name is what the host takes for a workflow', async ({ text }) => {
  // Of a path, the validator does not read the action.
  const named = text.replace(/uses: \.(?:\/|(\/\w+))$/gm, 'uses: OWNER/create-deployment$1@v1')
  expect(await problemsIn(named)).toEqual([])
})

describe('the validator notices', () => {
  const step = (inputs: string, action = 'OWNER/create-deployment') =>
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ${action}@v1\n        with:\n${inputs}`

  it('an input that there is not', async () => {
    expect(await problemsIn(step('          base_url: https://x\n          image_url: y'))).toEqual([
      expect.stringContaining('image_url'),
    ])
  })

  it('an input of one action that another does not have', async () => {
    const inputs = '          base_url: https://x\n          image_uri: y'
    expect(await problemsIn(step(inputs))).toEqual([])
    expect(await problemsIn(step(inputs, 'OWNER/create-deployment/list'))).toEqual([
      expect.stringContaining('image_uri'),
    ])
  })

  it('an input that a called workflow does not have, and one that it misses', async () => {
    const call = (inputs: string) =>
      `on: push\njobs:\n  a:\n    uses: OWNER/create-deployment/.github/workflows/deploy-many.yml@v1\n    with:\n${inputs}`
    const needed = '      base_url: https://x\n      config: services/*.yml\n'
    expect(await problemsIn(call(needed))).toEqual([])
    expect(await problemsIn(call(`${needed}      max_paralel: 3\n`))).toEqual([
      expect.stringContaining('max_paralel'),
    ])
    expect(await problemsIn(call('      base_url: https://x\n'))).toEqual([expect.stringContaining('config')])
  })

  it('a required input that is missing', async () => {
    expect(await problemsIn(step('          name: x'))).toEqual([expect.stringContaining('base_url')])
  })
})
