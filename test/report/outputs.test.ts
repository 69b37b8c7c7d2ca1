import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import { COMMIT } from '../harness/job.ts'
import { terse } from '../harness/records.ts'
import { answer, createAndHangUp, type Handler, hangUp } from '../harness/service.ts'
import { test } from '../harness/test.ts'
import { IMAGE, repositoryOf } from '../inputs/orders.ts'

const FAILURE = ['error_code', 'error_message', 'http_status']
/** The outputs that the action's metadata declares for a success. */
function declared(action: string): string[] {
  const { outputs } = parse(readFileSync(`${import.meta.dirname}/../../${action}/action.yml`, 'utf8'))
  const names = Object.keys(outputs).filter(name => !FAILURE.includes(name))
  return names.toSorted()
}

const UNKNOWN = { created: '', error_code: 'unknown_outcome' }
// biome-ignore format: a table
const SITUATIONS: [situation: string, inputs: object, post: Parameters<typeof answer> | Handler, expected: object][] = [
  ['a name that is free', {}, [201, { id: 'd-1' }], { created: 'true', id: 'd-1', error_code: undefined }],
  ['a plan', { dry_run: 'true' }, [500], { created: 'false', id: '', error_code: undefined }],
  ['wrong inputs', { wait_for: 'x' }, [500], { created: 'false', http_status: '', error_code: 'invalid_input' }],
  ['a refusal', {}, [422, { detail: 'No' }], { created: 'false', http_status: '422', error_code: 'rejected' }],
  ['a conflict', {}, [409], { created: 'false', http_status: '409', error_code: 'conflict' }],
  ['a lost answer', {}, createAndHangUp, { created: 'true', id: expect.stringMatching(/./), error_code: undefined }],
  ['a reset', {}, hangUp, { ...UNKNOWN, id: '', http_status: '' }],
  ['a failure', {}, [502, '<title>Bad Gateway</title>'], { ...UNKNOWN, http_status: '502' }],
  ['a success without an id', {}, [201, {}], { ...UNKNOWN, http_status: '201' }],
  ['another name', {}, [201, { id: 'd-1', name: 'cart' }], { created: 'true', id: 'd-1', error_code: 'unexpected_response' }],
]

describe.concurrent('the outputs', () => {
  test('of a create are the deployment as the service sent it', async ({ serve, create }) => {
    const service = await serve()
    const inputs = {
      ...repositoryOf(service),
      secrets: 'KEY=hidden-value',
      custom_url: 'https://shop.example',
    }
    const { outputs } = await create(service, inputs)
    const [{ id, tenant_id, latest_revision_id, active_revision_id, ...rest } = expect.unreachable()] =
      service.deployments
    expect(Object.keys(outputs).toSorted()).toEqual(declared('.'))
    expect(outputs).toMatchObject({
      ...{
        id,
        tenant_id,
        latest_revision_id,
        active_revision_id,
        name: 'shop',
        status: 'READY',
        created: 'true',
      },
      ...{ url: 'https://shop.example', repo_url: service.repositories[0]?.url, repo_ref: 'main' },
      ...{ repo_commit_sha: COMMIT, image_version: '', differences: '[]' },
    })
    const sent = { id, tenant_id, latest_revision_id, active_revision_id, ...rest, secrets: ['KEY'] }
    expect(JSON.parse(outputs['deployment'] ?? '')).toEqual(sent)
    const request = service.of('create')[0]?.body as object
    expect(JSON.parse(outputs['request'] ?? '')).toEqual({ ...request, secrets: ['KEY'] })
  })

  test('of an answer with an id alone are empty where it says nothing', async ({ serve, create }) => {
    const service = await serve({ dialect: terse })
    service.override('list', 'each', answer(200, { resources: [], offset: 0 }))
    const { outputs } = await create(service, IMAGE)
    const [{ id, tenant_id } = expect.unreachable()] = service.deployments
    expect(outputs).toMatchObject({
      id,
      tenant_id,
      created: 'true',
      latest_revision_id: '',
      url: '',
      repo_ref: '',
    })
  })

  test.for(SITUATIONS)(
    'after %s say whether this run created it',
    async ([, inputs, post, expected], { serve, create }) => {
      const service = await serve()
      service.override('create', 'each', typeof post === 'function' ? post : answer(...post))
      const { outputs, exitCode } = await create(service, { ...IMAGE, ...inputs })
      const { created, id, http_status, error_code } = outputs
      expect({ created, id, http_status, error_code }).toMatchObject(expected)
      expect(exitCode).toBe(error_code === undefined ? 0 : 1)
      if (error_code !== 'invalid_input') expect(outputs['request']).toContain('"name":"shop"')
      expect(outputs['report']).toMatch(/^## /)
    },
  )

  test('of differences are a list of paths with both values', async ({ serve, create }) => {
    const existing = 'registry.example/shop:2'
    const service = await serve({ deployments: [{ source_revision_config: { image_uri: existing } }] })
    const { outputs } = await create(service, IMAGE)
    const id = service.deployments[0]?.id
    expect(outputs).toMatchObject({ id, error_code: 'differs', created: 'false', http_status: '' })
    const path = 'source_revision_config.image_uri'
    expect(JSON.parse(outputs['differences'] ?? '')).toEqual([{ path, requested: IMAGE.image_uri, existing }])
  })

  test('of the wait action are those of its action.yml', async ({ serve, run }) => {
    const { base_url, deployments } = await serve({ deployments: [{}] })
    const { outputs, exitCode } = await run({ action: 'wait', with: { base_url, name: 'shop' } })
    expect(exitCode).toBe(0)
    expect(Object.keys(outputs).toSorted()).toEqual(declared('wait'))
    expect(outputs['id']).toBe(deployments[0]?.id)
  })
})

describe.concurrent('what the service said of an error', () => {
  // biome-ignore format: a table
  test.for<[body: unknown, said: string[], unsaid?: RegExp]>([
    [{ detail: 'Too long' }, ['Too long']],
    [{ detail: [{ loc: ['body', 'repo_url'], msg: 'is wrong' }, { msg: 'other' }] }, ['repo_url', 'is wrong', 'other']],
    [{ message: 'Over the limit', code: 7 }, ['Over the limit']],
    [{ error: { message: 'Deep' } }, ['Deep']],
    [{ errors: [{ path: 'name', message: 'is taken' }, { field: 'source', reason: 'is odd' }] }, ['name', 'source', 'is odd']],
    [{ errors: { repo_ref: ['is missing', 'is odd'] } }, ['repo_ref', 'is missing', 'is odd']],
    [{ title: 'Bad', description: 'Very bad' }, ['Bad', 'Very bad']],
    [{ messages: ['one', 'two'] }, ['one', 'two']],
    [{ code: 'E17', hint: { a: 1 } }, ['{"code":"E17","hint":{"a":1}}']],
    ['<html><head><title>Sign in &amp; go</title></head><body>Long</body></html>', ['Sign in'], /Long/],
    ['plain words', ['plain words']],
  ])('%j is read as %j', async ([body, said, unsaid], { serve, create }) => {
    const service = await serve()
    service.override('create', 1, answer(400, body))
    const { errors, outputs } = await create(service, IMAGE)
    for (const word of said) {
      expect(errors[0]?.message).toContain(word)
      expect(outputs['error_message']).toContain(word)
    }
    expect(errors[0]?.message).not.toMatch(unsaid ?? /object Object/)
  })

  test('is cut to 1,000 characters, and error_message to a line of 500', async ({ serve, create }) => {
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
})
