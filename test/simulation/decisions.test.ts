import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tokens } from 'marked'
import { expect, it } from 'vitest'
import { tokensIn } from '../markdown.ts'
import { judge } from './rules.ts'
import type { ListFault, PostAnswer, PostFault } from './service.ts'
import { type History, PLAN, type Plan, QUIET, simulate } from './world.ts'

// The tables of docs/design.md, "Creating once", against the code.

const DESIGN = readFileSync(join(import.meta.dirname, '../../docs/design.md'), 'utf8')
const [, CREATING_ONCE = ''] = DESIGN.split('\n## Creating once\n')

/** The rows of a table by its first heading, as texts. */
function rowsOf(heading: string): string[][] {
  const tables = tokensIn(CREATING_ONCE).filter(({ type }) => type === 'table') as Tokens.Table[]
  const found = tables.find(({ header }) => header[0]?.text === heading)
  return found?.rows.map(row => row.map(({ text }) => text)) ?? []
}

/** The create answers that the first column names. */
const ANSWERS: Record<string, PostAnswer[]> = {
  'no connection came up': ['unsent'],
  '408': [408],
  '425': [425],
  '429': [429],
  'a reset': ['lost'],
  'a timeout': ['lost'],
  'a 5xx': [500, 502, 503, 504],
  'a redirect': ['redirect'],
  'a 2xx without an id': ['no_id'],
  '409': [409],
  '400': [400],
  '422': [422],
  'another 4xx': [401, 402, 403, 404, 413],
  'a 2xx with another name': ['renamed'],
  'a 2xx with an id': ['created', 'terse'],
}

const answersIn = (cell: string): PostAnswer[] =>
  cell.split(/, or |, | or /).flatMap(term => {
    const answers = ANSWERS[term]
    if (!answers) throw new Error(`the simulation has no answer for "${term}"`)
    return answers
  })

/** The codes in a cell. */
const codesIn = (cell: string): string[] =>
  Array.from(cell.matchAll(/`(\w+)`/g), ([, code = '']) => code).filter(
    code => code !== 'if_exists' && code !== 'created',
  )

const always = (answer: PostAnswer, commits = -1): PostFault[] =>
  Array(9).fill({ answer, commits, takes: 50 })

/** What one run did after its create request. */
function reactionOf({ model }: History): string {
  const sent = model.exchanges.filter(({ run, method }) => run === 0 && method === 'POST')
  const last = sent.at(-1)?.ended ?? 0
  const looks = model.exchanges.filter(
    ({ run, method, sent }) => run === 0 && method === 'GET' && sent >= last,
  )
  const isLong = (looks.at(-1)?.sent ?? 0) - last >= 30_000
  if (sent.length > 1) return 'sent again'
  if (looks.length > 1) return isLong ? 'looked up for half a minute' : 'looked up several times'
  if (looks.length === 0) return 'nothing'
  return looks[0]?.filter ? 'one page of the list, filtered by the name' : 'looked up once'
}

/** Simulates a run with a plan, and perhaps others of the same name, which start a moment later. */
async function simulateRuns(plan: Partial<Plan>, ...others: Partial<Plan>[]): Promise<History> {
  const runs = [{ ...PLAN, ...plan }, ...others.map(other => ({ ...PLAN, start: 10, ...other }))]
  const history = await simulate({ ...QUIET, runs })
  judge(history)
  return history
}

const endOf = ({ runs: [first] }: History): string =>
  first?.stop?.code ?? (first?.created ? 'created' : 'adopted')

/** Lists that cannot be read after the first look. */
const UNREADABLE: ListFault[] = [
  { answer: 'page', lag: 0, takes: 50 },
  ...Array<ListFault>(60).fill({ answer: 503, lag: 0, takes: 50 }),
]

const ROWS = rowsOf('what came back').filter(([answer = '']) => !answer.includes('OIDC'))

it('the design has both tables', () => {
  expect(ROWS.length).toBeGreaterThan(8)
  expect(rowsOf('the looks show')).toHaveLength(3)
})

it.for(ROWS)('after %s the run does this: %s; and ends: %s', async ([answer = '', then = '', end = '']) => {
  const ends = new Set<string>()
  for (const one of answersIn(answer)) {
    const alone = await simulateRuns({ posts: always(one) })
    expect(then).toContain(reactionOf(alone))
    ends.add(endOf(alone))
    ends.add(endOf(await simulateRuns({ posts: always(one), lists: UNREADABLE })))
    const isAnswered = one === 'created' || one === 'terse'
    if (isAnswered) ends.add(endOf(await simulateRuns({ posts: always(one) }, {})))
  }
  const codes = codesIn(end)
  if (end.startsWith('created')) codes.push('created')
  expect([...ends].sort()).toEqual(codes.sort())
})

/** The images that other runs deploy meanwhile. */
const SHOWN: Record<string, string[]> = {
  'one deployment, as requested': ['image:1'],
  'one deployment, not as requested': ['image:2'],
  several: ['image:1', 'image:1'],
}

const CASES = rowsOf('the looks show').flatMap(([shown = '', open = '', refused = '']) => [
  { shown, answers: ['lost', 500, 502, 504, 'redirect', 'no_id'] as const, end: open },
  { shown, answers: [409, 400, 422] as const, end: refused },
])

it.for(CASES)('if the looks after $answers show $shown: $end', async ({ shown, answers, end }) => {
  const images = SHOWN[shown] ?? []
  for (const answer of answers) {
    const ends: string[] = []
    for (const if_exists of ['match', 'reuse', 'fail'] as const) {
      const others = images.map(image => ({ image }))
      const history = await simulateRuns({ if_exists, posts: always(answer) }, ...others)
      const [first] = history.runs
      ends.push(endOf(history))
      expect(first?.created).toBe(createdAfter(end, answer))
      if (end.includes('warning')) expect(first?.run.doubts).not.toEqual([])
    }
    expect(ends).toEqual(end.includes('`if_exists` decides') ? decidedFor(images) : Array(3).fill(endIn(end)))
  }
})

const endIn = (cell: string) => (cell.includes('created by this run') ? 'created' : codesIn(cell)[0])

/** How a run with `match`, `reuse` and `fail` ends where a deployment has the name. */
const decidedFor = ([image]: string[]) => [
  image === PLAN.image ? 'adopted' : 'differs',
  'adopted',
  'already_exists',
]

/** What the output `created` is. */
function createdAfter(end: string, answer: PostAnswer): boolean | undefined {
  if (end.includes('created by this run')) return true
  return [409, 400, 422].includes(Number(answer)) ? false : undefined
}
