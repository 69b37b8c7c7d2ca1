import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type JsonObject as Item, textAt } from '../../src/base/json.ts'
import { RequestFailure } from '../../src/service/failure.ts'
import { broken, judgeWorlds } from './rules.ts'
import { NAME } from './service.ts'
import { type Mutation, simulate } from './world.ts'
import { worlds } from './worlds.ts'

it('no rule of creating once is broken in 2,000 random worlds', async () => {
  await judgeWorlds({ seed: 1, numRuns: 2000 })
})

// What creating once relies on, broken one thing at a time: the rule that forbids it must notice.

/** Changes the items of each page; `before` are those of the page before it. */
const listing =
  (change: (items: Item[], before: Item[], image: string) => Item[]): Mutation =>
  (service, { image }) => {
    let before: Item[] = []
    return {
      ...service,
      async listDeployments(query, limits) {
        const items = (await service.listDeployments(query, limits)) as Item[]
        before = change(items, query.offset === '0' ? [] : before, image)
        return before
      },
    }
  }

const isNamed = (item: unknown) => textAt(item, 'name') === NAME

/** Changes each item of the name. */
const showing = (change: (item: Item, image: string) => Item) =>
  listing((items, _, image) => items.map(item => (isNamed(item) ? { ...item, ...change(item, image) } : item)))

/** Reacts to a create request that failed. */
const failing =
  (react: (failure: RequestFailure) => 'again' | RequestFailure): Mutation =>
  service => ({
    ...service,
    createDeployment: (...sent) =>
      service.createDeployment(...sent).catch(error => {
        const reaction = error instanceof RequestFailure ? react(error) : error
        if (reaction === 'again') return service.createDeployment(...sent)
        throw reaction
      }),
  })

const again = (isRepeated: (failure: RequestFailure) => boolean) =>
  failing(failure => (isRepeated(failure) ? 'again' : failure))

const REFUSED = new RequestFailure('refused', 'the service answered 404', { status: 404 })
const LOST = new RequestFailure('lost', 'no response')

const unreadIsEmpty: Mutation = service => ({
  ...service,
  listDeployments: (...query) => service.listDeployments(...query).catch(() => []),
})

const MUTANTS: Record<string, Mutation> = {
  'a lost request is sent again': again(({ kind }) => kind === 'lost'),
  'a 5xx is sent again': again(({ status = 0 }) => status >= 500),
  'a success without an id is sent again': again(({ status }) => status === 200),
  'a refusal is sent again': again(({ status }) => status === 422),
  'a page that cannot be read is empty': unreadIsEmpty,
  'only the first page is read': listing((items, last) => (last.length > 0 ? last.slice(-1) : items)),
  'pages need not join': listing((items, last) => (last.length > 0 ? [...last.slice(-1), ...items.slice(1)] : items)),
  'the case of names does not matter': listing(items =>
    items.map(item => ({ ...item, name: textAt(item, 'name').toLowerCase() })),
  ),
  'the first of several is taken': listing(items =>
    items.filter(item => !isNamed(item) || item === items.find(isNamed)),
  ),
  'differences do not matter': showing((_, image_uri) => ({ source_revision_config: { image_uri } })),
  'a deletion does not matter': showing(() => ({ status: 'READY' })),
  'every revision counts as active': showing(item => ({ active_revision_id: item['latest_revision_id'] })),
  'a lost request counts as refused': failing(failure => (failure.kind === 'lost' ? REFUSED : failure)),
  'a conflict counts as lost': failing(failure => (failure.status === 409 ? LOST : failure)),
  'a refusal counts as lost': failing(failure => (failure.status === 404 ? LOST : failure)),
}

const WORLDS = fc.sample(worlds, { seed: 3, numRuns: 5000 })

it.for(Object.entries(MUTANTS))('if %s, a world breaks a rule', async ([, mutation]) => {
  for (const world of WORLDS) if (broken(await simulate(world, mutation)).length > 0) return
  expect.unreachable('no world breaks it')
})
