import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { SCHEMA_FILE } from '../scripts/schema.ts'
import { parseDuration } from '../src/inputs/parse.ts'
import { posts, sandboxForTest, workspaceWith } from './e2e/create.ts'
import { createInTurn } from './e2e/create-in-turn.ts'
import { listen } from './listen.ts'
import { CONFIGS, EXAMPLES, jobsOf } from './workflows/workflows.ts'

// The examples on the pages work: the actions accept their inputs.

/** The steps that send requests to the service. */
const STEPS = EXAMPLES.flatMap(({ name, text }) => {
  const own = Object.values(jobsOf(text))
    .flatMap(job => job.steps ?? [])
    .filter(step => step.with?.['base_url'] !== undefined)
  return own.map(step => ({ name, step }))
})

it.each(STEPS)(
  '$name has the version in the name if it deploys a version, and no image that a rerun of its job builds again',
  ({ step }) => {
    const { name, repo_ref, image_uri } = step.with ?? {}
    expect(`${image_uri}`).not.toContain('steps.')
    if (/github\.ref/.test(`${repo_ref} ${image_uri}`)) expect(name).toContain('github.ref_name')
  },
)

it.each(EXAMPLES)('$name has no job that ends before a wait in it does', ({ text }) => {
  for (const { steps = [], 'timeout-minutes': minutes = 360 } of Object.values(jobsOf(text)))
    for (const { uses = '', with: inputs = {} } of steps) {
      const isWait = 'wait_for' in inputs || uses.includes('/wait@')
      const limit = parseDuration(String(inputs['wait_timeout'] ?? '30m'))
      if (isWait) expect(limit).toBeLessThan(minutes * 60_000)
    }
})

/** Replaces each expression with a value. A secret is not a part of another value. */
const filled = (values: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\{.*?\}\}/g, expression => inPlaceOf(expression, name)),
    ]),
  )

function inPlaceOf(expression: string, name: string): string {
  if (name === 'commit') return 'c0ffee01'.repeat(5)
  return /secrets\.|github\.token/.test(expression) ? `secret-of-${name}` : 'some-value'
}

const VALUE = 'postgres://shop'
const VARIABLES = { GITHUB_REPOSITORY: 'acme/shop', DATABASE_URL: VALUE, STOCK_TOKEN: VALUE }

// test/act runs the other files of examples/.
it.each(STEPS.filter(({ name }) => !/^examples\/(?!matrix|drift)/.test(name)))(
  '$name: the action accepts the inputs of the step',
  async ({ step }) => {
    const [, action = '.'] = /^OWNER\/create-deployment(?:\/(\w+))?@v1$/.exec(step.uses ?? '') ?? []
    const { base_url, ...inputs } = filled(step.with)
    const sandbox = await sandboxForTest()
    if (action === 'wait') {
      const application = createServer((_, response) => response.end(inputs['health_contains']))
      const custom_url = `http://127.0.0.1:${await listen(application)}`
      const [deployment] = sandbox.seed({ name: inputs['name'] ?? 'shop', source_config: { custom_url } })
      if ('id' in inputs) inputs['id'] = deployment?.id ?? ''
    }
    if (action === '.') inputs['dry_run'] = 'true'
    if ('config' in inputs || 'integration_id' in inputs) inputs['integration_id'] = sandbox.integration_id
    const files = { [String(inputs['config'] ?? 'deploy.yml')]: CONFIGS[0]?.text ?? '' }
    const env = { ...VARIABLES, ...filled(step.env) }
    const run = await createInTurn(sandbox, inputs, { action, env, workspace: await workspaceWith(files) })
    // Fields that the action does not know are sent with a warning.
    const warnings = 'extra_fields' in inputs ? [expect.anything()] : []
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings })
  },
)

it.each(CONFIGS)(
  '$name is a config file that matches the schema and creates a deployment',
  async ({ text }) => {
    const value = parse(text)
    const [firstLine] = text.split('\n')
    const json = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))
    expect(json.$id).toMatch(/^https:\/\/.*\/v1\/config\.schema\.json$/)
    expect(firstLine).toBe(`# yaml-language-server: $schema=${json.$id}`)
    const schema = z.fromJSONSchema(json)
    expect(schema.safeParse(value)).toMatchObject({ success: true })
    expect(schema.safeParse({ ...value, nmae: 'shop' })).toMatchObject({ success: false })

    const sandbox = await sandboxForTest()
    const workspace = await workspaceWith({ 'deploy.yml': text })
    const isRepository = value.source === 'repohost'
    const inputs = {
      ...{ config: 'deploy.yml', version: 'v1.4.2' },
      ...(isRepository && { integration_id: sandbox.integration_id }),
    }
    const run = await createInTurn(sandbox, inputs, { workspace, env: VARIABLES })
    expect(run).toMatchObject({ exitCode: 0, errors: [], warnings: [], outputs: { created: 'true' } })
    const {
      source_config,
      secrets,
      variables = {},
      ...others
    } = parse(text.replaceAll('{version}', 'v1.4.2'))
    const [{ host_integration_id: integration_id, url: repo_url } = {}] = sandbox.repositories
    const values = Object.entries(variables).map(([name, value]) => ({ name, value: String(value) }))
    expect(posts(sandbox)).toEqual([
      {
        ...others,
        source_config: { ...source_config, ...(isRepository && { integration_id, repo_url }) },
        secrets: [...secrets.map((name: string) => ({ name, value: VALUE })), ...values],
      },
    ])
  },
)
