import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { SCHEMA_FILE } from '../scripts/schema.ts'
import { create, posts, sandboxForTest, workspaceWith } from './e2e/create.ts'
import { problemsIn } from './host-validator.ts'
import { tokensIn } from './markdown.ts'

// What a reader copies from the pages works: the host takes it for a workflow, and the actions for their inputs.

interface Step {
  uses?: string
  with?: Record<string, unknown>
  env?: Record<string, unknown>
}

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs').map(name => `docs/${name}`),
]

const EXAMPLES = PAGES.filter(page => page.endsWith('.md')).flatMap(page =>
  tokensIn(readFileSync(page, 'utf8'))
    .filter(({ type, lang }) => type === 'code' && lang === 'yaml')
    .map(({ text }, index) => ({
      title: `${page}, example ${index + 1}`,
      text: String(text),
      value: parse(text),
    })),
)

const isSteps = (value: unknown) => Array.isArray(value)
const isConfig = (value: object) => !('on' in value || 'jobs' in value || isSteps(value))

/** An example as the whole workflow that its reader makes of it. */
function workflowOf({ text, value }: (typeof EXAMPLES)[number]): string {
  if ('on' in value) return text
  if ('jobs' in value) return `on: push\npermissions:\n  contents: read\n${text}`
  const steps = text.replace(/^(?=.)/gm, '      ')
  return `on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`
}

const workflows = EXAMPLES.filter(({ value }) => !isConfig(value)).map(example => ({
  ...example,
  workflow: workflowOf(example),
}))
const configs = EXAMPLES.filter(({ value }) => isConfig(value))

describe.each(workflows)('$title', ({ workflow }) => {
  it('is what the host takes for a workflow', async () => {
    expect(await problemsIn(workflow)).toEqual([])
  })

  it('uses actions of others by commit', () => {
    const used = Array.from(workflow.matchAll(/uses: ([^\s#]+)/g), ([, name = '']) => name)
    const foreign = used.filter(name => !name.startsWith('OWNER/create-deployment'))
    for (const name of foreign) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  })
})

/** The steps of a workflow that lead to the service. */
function stepsIn({ title, workflow }: { title: string; workflow: string }) {
  const jobs: { steps?: Step[] }[] = Object.values(parse(workflow).jobs)
  const own = jobs.flatMap(job => job.steps ?? []).filter(step => step.with?.['base_url'] !== undefined)
  return own.map(step => ({ title, step }))
}

const examples = readdirSync('examples').map(name => {
  const workflow = readFileSync(`examples/${name}`, 'utf8')
  return { title: `examples/${name}`, workflow }
})

it.each([...workflows, ...examples])(
  '$title creates under another name what is another version, as there is no update',
  ({ workflow }) => {
    for (const { step } of stepsIn({ title: '', workflow })) {
      const { name, repo_ref, image_uri } = step.with ?? {}
      if (/github\.ref/.test(`${repo_ref} ${image_uri}`)) expect(name).toContain('github.ref_name')
    }
  },
)

/** Each expression stands for some value. */
const filled = (values: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\{.*?\}\}/g, 'some-value'),
    ]),
  )

it.each(workflows.flatMap(stepsIn))('$title: the action takes the inputs of its step', async ({ step }) => {
  const sandbox = await sandboxForTest()
  const workspace = await workspaceWith({ 'deploy.yml': configs[0]?.text ?? '' })
  const [, action = '.'] = /^OWNER\/create-deployment(?:\/(\w+))?@v1$/.exec(step.uses ?? '') ?? []
  const { base_url: _, ...inputs } = filled(step.with)
  if ('config' in inputs || 'integration_id' in inputs) inputs['integration_id'] = sandbox.integration_id
  const env = { GITHUB_REPOSITORY: 'acme/shop', DATABASE_URL: 'some-value', ...filled(step.env) }
  const run = await create(sandbox, { ...inputs, dry_run: 'true' }, { action, workspace, env })
  expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [] })
})

it.each(configs)(
  '$title is a config file: editors take it for one, and the action creates from it',
  async ({ text, value }) => {
    const [firstLine] = text.split('\n')
    expect(firstLine).toMatch(new RegExp(`^# yaml-language-server: \\$schema=https://.*/${SCHEMA_FILE}$`))
    const schema = z.fromJSONSchema(JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')))
    expect(schema.safeParse(value)).toMatchObject({ success: true })
    expect(schema.safeParse({ ...value, nmae: 'shop' })).toMatchObject({ success: false })

    const sandbox = await sandboxForTest()
    const workspace = await workspaceWith({ 'deploy.yml': text })
    const inputs = { config: 'deploy.yml', integration_id: sandbox.integration_id }
    const env = { GITHUB_REPOSITORY: 'acme/shop', DATABASE_URL: 'postgres://shop' }
    const run = await create(sandbox, inputs, { workspace, env })
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], outputs: { created: 'true' } })
    const { source_config, secrets, ...others } = value
    expect(posts(sandbox)).toEqual([
      {
        ...others,
        source_config: {
          ...source_config,
          integration_id: sandbox.repositories[0]?.host_integration_id,
          repo_url: sandbox.repositories[0]?.url,
        },
        secrets: secrets.map((name: string) => ({ name, value: 'postgres://shop' })),
      },
    ])
  },
)
