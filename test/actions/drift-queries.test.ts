import { describe, expect, it } from 'vitest'
import { CONNECTION, readAction } from '../../scripts/readme.ts'
import { LIST } from '../../src/actions/list.ts'
import { outputsOfFailure, type Query, readQueryInputs } from '../../src/actions/query.ts'
import { REPOSITORIES } from '../../src/actions/repositories.ts'
import { words } from '../../src/lib/sentence.ts'
import { silentJob } from '../github/job.ts'

const QUERIES: [string, Pick<Query<unknown, unknown>, 'read' | 'outputs'>, Record<string, string>][] = [
  ['list', LIST, {}],
  ['repositories', REPOSITORIES, { integration_id: '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11' }],
]

describe.each(QUERIES)('%s/action.yml', (folder, query, required) => {
  const action = readAction(folder)
  const read = (given: Record<string, string>, note: (name: string) => void = () => {}) => {
    const job = silentJob({ base_url: 'https://service.test', ...required, ...given })
    return readQueryInputs(query, {
      job: {
        ...job,
        input(name) {
          note(name)
          return job.input(name)
        },
      },
      env: {},
    })
  }

  it('declares exactly the inputs that the action reads', async () => {
    const names = new Set<string>()
    await read({}, name => names.add(name))
    expect([...names].sort()).toEqual(Object.keys(action.inputs).sort())
  })

  it('declares exactly the outputs that the action sets', () => {
    const outputs = outputsOfFailure(query, { code: 'rejected', what: words('Could not'), status: 422 })
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort())
  })

  it('declares the defaults of the code', async () => {
    const inputs = Object.entries(action.inputs).flatMap(([name, input]) =>
      input.default === undefined ? [] : [[name, input.default]],
    )
    const withDefaults = await read(Object.fromEntries(inputs))
    expect(withDefaults).toMatchObject({ ok: true })
    expect(withDefaults).toEqual(await read({}))
  })

  it('declares the connection inputs of action.yml', () => {
    const root = readAction('.')
    for (const name of CONNECTION) expect(action.inputs[name], name).toEqual(root.inputs[name])
  })
})
