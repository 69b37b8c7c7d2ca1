import fc from 'fast-check'
import { createAction } from '../../src/actions/create.ts'
import { listAction, repositoriesAction } from '../../src/actions/query.ts'
import { waitAction } from '../../src/actions/wait.ts'
import type { HttpRequest, HttpResponse } from '../../src/http/exchange.ts'

type Answer = (request: HttpRequest) => Pick<HttpResponse, 'status' | 'text'>

const NAME = 'shop-production'
export const INPUTS = {
  base_url: 'https://service.test',
  name: NAME,
  source: 'repohost',
  integration_id: '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11',
  repository: 'acme/shop',
  if_exists: 'reuse',
  wait_for: 'ready',
  wait_timeout: '3s',
}

const { base_url, integration_id, name } = INPUTS
const GOAL = { wait_for: 'none', wait_timeout: '3s', health_url: 'https://app.test/ok' }

/** Each action with its inputs. */
export const ACTIONS = {
  create: { run: createAction, inputs: INPUTS },
  list: { run: listAction, inputs: { base_url } },
  repositories: { run: repositoriesAction, inputs: { base_url, integration_id } },
  wait: { run: waitAction, inputs: { base_url, name, ...GOAL } },
}

const SCENES = [
  ...(['created', 'adopted', 'refused', 'no repository', 'two repositories'] as const),
  ...(['listing fails', 'not json'] as const),
] as const

/** The bodies of an error in which a service returns texts. */
const DIALECTS = {
  detail: (text: () => string) => ({ detail: text() }),
  fields: (text: () => string) => ({
    detail: [
      { loc: ['body', text(), 'name'], msg: text() },
      { loc: ['body', 'secrets', 0], msg: text() },
    ],
  }),
  message: (text: () => string) => ({ message: text() }),
  error: (text: () => string) => ({ error: text() }),
  nested: (text: () => string) => ({ unknown: { [text()]: [text()] } }),
  plain: (text: () => string) => text(),
  html: (text: () => string) => `<html><title>${text()}</title>${text()}`,
}

/** All scenes with all dialects of error responses. */
export const scene = fc.record({
  scene: fc.constantFrom(...SCENES),
  status: fc.constantFrom(400, 401, 403, 404, 409, 418, 422, 302),
  dialect: fc.constantFrom(...(Object.keys(DIALECTS) as (keyof typeof DIALECTS)[])),
})

/** The texts and the behaviour of a service. */
interface Echo {
  /** Text for fields, names and messages. */
  text: () => string
  scene: (typeof SCENES)[number]
  status: number
  dialect: keyof typeof DIALECTS
}

/** A service that returns the given text in every field and message. */
export function echoingService({ text, scene, status, dialect }: Echo): Answer {
  const record = (owner = 'acme', name = 'shop') => ({
    host_integration_id: INPUTS.integration_id,
    id: 1,
    owner,
    name,
    url: `https://github.com/acme/shop#${text()}`,
    default_branch: text(),
    note: text(),
  })
  const deployment = (ready: boolean) => ({
    id: text() || 'id',
    name: NAME,
    source: 'repohost',
    status: ready ? 'READY' : text(),
    tenant_id: text(),
    latest_revision_id: text(),
    active_revision_id: text(),
    image_version: text(),
    source_config: { custom_url: text(), repo_url: text(), resource_spec: { labels: { [text()]: text() } } },
    source_revision_config: { repo_ref: text(), repo_commit_sha: text() },
    secrets: [
      { name: 'A', value: text() },
      { name: text(), value: text() },
    ],
    unknown: [text(), { deeper: text() }],
  })
  const json = (value: unknown, code = 200) => ({ status: code, text: JSON.stringify(value) })
  const refusal = () => {
    const body = DIALECTS[dialect](text)
    return { status, text: typeof body === 'string' ? body : JSON.stringify(body) }
  }

  return ({ method, url }) => {
    if (url.pathname.includes('/repos')) {
      if (scene === 'no repository') return json([record(text(), text()), record('other', text())])
      if (scene === 'two repositories') return json([record(), record()])
      if (scene === 'listing fails') return refusal()
      return json([record('other', text()), record()])
    }
    if (method === 'POST') {
      if (scene === 'not json') return { status: 201, text: text() }
      return scene === 'refused' ? refusal() : json(deployment(false), 201)
    }
    if (url.searchParams.get('offset') !== '0') return json({ resources: [], offset: 0 })
    if (scene === 'adopted') return json({ resources: [deployment(true)], offset: 0 })
    return json({ resources: [{ ...deployment(true), name: text() }], offset: 0 })
  }
}
