import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  type Action,
  errorsPage,
  OTHERS,
  PAGES,
  readAction,
  waitAction,
  withoutConnection,
  withTables,
} from '../../scripts/readme.ts'
import { readCreateInputs } from '../../src/inputs/order.ts'
import { words } from '../../src/lib/sentence.ts'
import { createOutputs } from '../../src/report/report.ts'
import { silentJob } from '../github/job.ts'

const action = parse(readFileSync('action.yml', 'utf8'))

it('the create action reads exactly the inputs that action.yml declares', async () => {
  const read = new Set<string>()
  const job = silentJob({ source: 'repohost' })
  await readCreateInputs({ ...job, input: name => read.add(name) && job.input(name) }, {})
  expect([...read].sort()).toEqual(Object.keys(action.inputs).sort())
})

it('the create action sets exactly the outputs that action.yml declares', () => {
  const failure = { code: 'rejected' as const, what: words('Could not create the deployment'), status: 422 }
  const outputs = createOutputs({ created: false }, { result: 'failed', failure })
  expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort())
})

it('the create action has the defaults that action.yml declares', async () => {
  const required = { base_url: 'https://service.test', name: 'shop', source: 'internal_template' }
  const defaults = Object.entries<{ default?: string }>(action.inputs).map(([name, input]) => [
    name,
    input.default ?? '',
  ])
  const withDefaults = await readCreateInputs(silentJob({ ...Object.fromEntries(defaults), ...required }), {})
  const without = await readCreateInputs(silentJob(required), {})
  expect(withDefaults).toMatchObject({ ok: true })
  expect(JSON.stringify(withDefaults)).toBe(JSON.stringify(without))
})

it.each(PAGES)('%s has the generated tables', page => {
  const text = readFileSync(page, 'utf8')
  expect(withTables(text)).toBe(text)
})

it('the README and docs/ list all inputs and outputs of each action.yml', () => {
  const texts = PAGES.map(page => readFileSync(page, 'utf8')).join('\n')
  const shown = (table: string) => new RegExp(`<!-- ${table}: .*?<!-- /${table} -->`, 's').exec(texts)?.[0]
  const actions: [prefix: string, declared: Action][] = [
    ['', action],
    ...OTHERS.map((folder): [string, Action] => [`${folder}_`, readAction(folder)]),
  ]
  for (const [prefix, { inputs, outputs }] of actions) {
    const own = prefix === '' ? inputs : withoutConnection(inputs)
    for (const name of Object.keys(own)) expect(shown(`${prefix}inputs`)).toContain(`| \`${name}\` |`)
    for (const name of Object.keys(outputs)) expect(shown(`${prefix}outputs`)).toContain(`| \`${name}\` |`)
  }
})

it('wait/action.yml has the outputs of create', () => {
  expect(readFileSync('wait/action.yml', 'utf8')).toBe(waitAction())
})

it('docs/errors.md matches the catalogue of error codes', () => {
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage())
})

it('the pictures of the README exist, are small and have a text alternative', () => {
  const readme = readFileSync('README.md', 'utf8')
  const files = Array.from(readme.matchAll(/(?:src|srcset)="([^"]+)"/g), ([, file = '']) => file)
  expect(files).toHaveLength(4)
  expect(files.filter(file => statSync(file).size >= 100_000)).toEqual([])
  expect(readme.match(/<img [^>]*alt="[^"]{50,}"/g)).toHaveLength(2)
})
