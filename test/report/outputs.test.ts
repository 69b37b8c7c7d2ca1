import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import { COMMIT } from '../harness/job.ts'
import { answer } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { IMAGE, repositoryOrder } from '../orders.ts'
import { readPage } from '../security/page.ts'

const FAILURE = ['error_code', 'error_message', 'http_status']
/** The outputs that the action's metadata declares for a success. */
function declared(action: string): string[] {
  const { outputs } = parse(readFileSync(`${import.meta.dirname}/../../${action}/action.yml`, 'utf8'))
  const names = Object.keys(outputs).filter(name => !FAILURE.includes(name))
  return names.toSorted()
}

const UNKNOWN = { created: '', error_code: 'unknown_outcome' }
// biome-ignore format: a table
const LOST: [situation: string, post: Parameters<typeof answer>, expected: object][] = [
  ['a failure', [502, '<title>Bad Gateway</title>'], { ...UNKNOWN, http_status: '502' }],
  ['a success without an id', [201, {}], { ...UNKNOWN, http_status: '201' }],
  ['a redirect', [307, '', { location: '/login' }], { ...UNKNOWN, id: '', http_status: '307' }],
]

describe.concurrent('the outputs', () => {
  test('of a create are the deployment as the service sent it', async ({ serve, create }) => {
    const service = await serve()
    const custom_url = 'https://shop.example/a?b=1&c=2'
    const inputs = { ...repositoryOrder(service), secrets: 'KEY=hidden-value', custom_url }
    const { outputs, summary } = await create(service, inputs)
    const [deployment = expect.unreachable()] = service.deployments
    const { id, name, status, tenant_id, latest_revision_id, active_revision_id } = deployment
    expect(Object.keys(outputs).toSorted()).toEqual(declared('.'))
    expect(outputs).toMatchObject({
      ...{ id, name, status, tenant_id, latest_revision_id, active_revision_id, created: 'true' },
      ...{ url: custom_url, repo_url: service.repositories[0]?.url, repo_ref: 'main' },
      ...{ repo_commit_sha: COMMIT, image_version: '', differences: '[]' },
    })
    expect(JSON.parse(outputs['deployment'] ?? '')).toEqual({ ...deployment, secrets: ['KEY'] })
    // The address is the one text of the service that is a link.
    expect(readPage(summary).links).toEqual([{ href: custom_url, text: custom_url }])
    const request = service.of('create')[0]?.body as object
    expect(JSON.parse(outputs['request'] ?? '')).toEqual({ ...request, secrets: ['KEY'] })
  })

  test.for(LOST)(
    'after %s do not say whether this run created it',
    async ([, post, expected], { serve, create }) => {
      const service = await serve()
      service.override('create', 'each', answer(...post))
      const { outputs, exitCode } = await create(service, IMAGE)
      expect(exitCode).toBe(1)
      expect(outputs).toMatchObject(expected)
      expect(outputs['request']).toContain('"name":"shop"')
      expect(outputs['report']).toMatch(/^## /)
    },
  )

  test('of the wait action are those of its action.yml', async ({ serve, run }) => {
    const { base_url, deployments } = await serve({ deployments: [{}] })
    const { outputs, exitCode } = await run({ action: 'wait', with: { base_url, name: 'shop' } })
    expect(exitCode).toBe(0)
    expect(Object.keys(outputs).toSorted()).toEqual(declared('wait'))
    expect(outputs['id']).toBe(deployments[0]?.id)
  })
})

test('what the service said is cut, and error_message to a line of 500', async ({ serve, create }) => {
  const service = await serve()
  const field = (name: string) => ({ loc: ['body', name], msg: `${name}\n`.repeat(400) })
  service.override('create', 1, answer(422, { detail: ['qa', 'qb', 'qc', 'qd'].map(field) }))
  const { errors, outputs, summary } = await create(service, IMAGE)
  expect(errors).toHaveLength(1)
  expect(errors[0]?.message.length).toBeLessThanOrEqual(4000)
  expect((errors[0]?.message.match(/q[a-d]/g) ?? []).length).toBeLessThanOrEqual(500)
  expect((summary.match(/q[a-d]/g) ?? []).length).toBeLessThanOrEqual(1000)
  expect(outputs['error_message']?.length).toBeLessThanOrEqual(500)
  expect(outputs['error_message']).not.toContain('\n')
})
