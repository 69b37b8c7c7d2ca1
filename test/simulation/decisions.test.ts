import { readFileSync } from 'node:fs'
import type { Tokens } from 'marked'
import { expect, it } from 'vitest'
import { tokensIn } from '../markdown.ts'
import { judge } from './rules.ts'
import { type Answer, type Fault, isAnswered, isRefused, WELL } from './service.ts'
import { type History, type Plan, simulate } from './world.ts'
import { PLAN, QUIET } from './worlds.ts'

// The tables of docs/design.md, "Creating once", against the code.

const [, CREATING_ONCE = ''] = readFileSync('docs/design.md', 'utf8').split('\n## Creating once\n')

/** The rows of a table by its first heading, as texts. */
function rowsOf(heading: string): string[][] {
  const tables = tokensIn(CREATING_ONCE).filter(({ type }) => type === 'table') as Tokens.Table[]
  const found = tables.find(({ header }) => header[0]?.text === heading)
  return found?.rows.map(row => row.map(({ text }) => text)) ?? []
}

/** The answers that the first column names. */
const ANSWERS: Record<string, Answer[]> = {
  'no connection came up': ['unsent'],

  '408': [408],
  'bytes that are no HTTP': ['lost'],
  '425': [425],
  '429': [429],
  'a reset': ['lost'],
  'a timeout': ['lost'],
  'a 5xx': [500, 502, 503, 504],
  'a redirect': ['redirect'],
  'a 2xx without an id': ['empty', 'html'],
  '409': [409],
  '400': [400],
  '422': [422],
  'another 4xx': [401, 402, 403, 404, 413],
  'a 2xx with another name': ['renamed'],
  'a 2xx with an id': ['well', 'terse'],
}

const answersIn = (cell: string): Answer[] =>
  cell.split(/, or |, | or /).flatMap(term => {
    const answers = ANSWERS[term]
    if (!answers) throw new Error(`the simulation has no answer for "${term}"`)
    return answers
  })

/** The ends that a cell names. */
const endsIn = (cell: string): string[] =>
  Array.from(cell.matchAll(/`(\w+)`|\bcreated\b/g), ([word, code = word]) => code)

/** A run whose create request is answered so, and perhaps others of the name, which start a moment later. */
async function simulateAnswer(answer: Answer, plan: Partial<Plan>, others: string[]): Promise<History> {
  const posts = Array<Fault>(9).fill({ ...WELL, answer, commits: -1 })
  const runs = [{ ...PLAN, posts, ...plan }, ...others.map(image => ({ ...PLAN, start: 10, image }))]
  const history = await simulate({ ...QUIET, runs })
  judge(history)
  return history
}

const endOf = ({ runs: [first] }: History): string => first?.stop?.code ?? (first?.created ? 'created' : 'adopted')

/** What the first run did after its create request, in the words of the table. */
function reactionOf({ model }: History): string {
  const own = model.exchanges.filter(({ run }) => run === 0)
  const posts = own.filter(({ method }) => method === 'POST')
  const since = posts.at(-1)?.ended ?? 0
  const [look, ...looks] = own.filter(({ method, sent }) => method === 'GET' && sent >= since)
  if (posts.length > 1) return 'sent again'
  if (!look) return 'nothing'
  if (look.filter) return 'one page of the list, filtered by the name'
  const isLong = (looks.at(-1)?.sent ?? 0) - since >= 30_000
  return isLong ? 'looked up for half a minute' : 'looked up once'
}

/** Lists that cannot be read after the first look. */
const UNREADABLE: Fault[] = [WELL, ...Array<Fault>(60).fill({ ...WELL, answer: 503 })]

// The model of the service knows no tokens: the tests of OIDC do.
const ROWS = rowsOf('what came back')
  .filter(([answer = '']) => !answer.includes('OIDC'))
  .map(([answer = '', then = '', end = '']) => ({ answer, then, end }))
const SHOWN = rowsOf('the looks show')

it('the design has both tables', () => {
  expect([ROWS.length > 8, SHOWN.length]).toEqual([true, 3])
})

it.for(ROWS)('after $answer: $then; ends: $end', async ({ answer, then, end }) => {
  const ends = new Set<string>()
  for (const one of answersIn(answer)) {
    const alone = await simulateAnswer(one, {}, [])
    const unread = await simulateAnswer(one, { lists: UNREADABLE }, [])
    const beside = isAnswered(one) ? await simulateAnswer(one, {}, ['image:1']) : alone
    expect(then).toContain(reactionOf(alone))
    for (const history of [alone, unread, beside]) ends.add(endOf(history))
  }
  expect([...ends].sort()).toEqual(endsIn(end).sort())
})

/** The images that other runs deploy meanwhile, and how a run with match, reuse and fail ends if `if_exists` decides. */
const MEANWHILE = {
  'one deployment, as requested': { images: ['image:1'], decided: ['adopted', 'adopted', 'already_exists'] },
  'one deployment, not as requested': {
    images: ['image:2'],
    decided: ['differs', 'adopted', 'already_exists'],
  },
  several: { images: ['image:1', 'image:1'], decided: [] },
}

const CASES = SHOWN.flatMap(([shown = '', open = '', refused = '']) => [
  ...(['lost', 500, 504, 'redirect', 'empty'] as const).map(answer => ({ shown, answer, end: open })),
  ...([409, 400, 422] as const).map(answer => ({ shown, answer, end: refused })),
])

it.for(CASES)('looks after $answer that show $shown: $end', async ({ shown, answer, end }) => {
  const { images, decided } = MEANWHILE[shown as keyof typeof MEANWHILE]
  const isCreated = end.includes('created by this run')
  const ends: string[] = []
  for (const if_exists of ['match', 'reuse', 'fail'] as const) {
    const history = await simulateAnswer(answer, { if_exists }, images)
    const [first] = history.runs
    ends.push(endOf(history))
    expect(first?.created).toBe(isCreated || (isRefused(answer) ? false : undefined))
    if (end.includes('warning')) expect(first?.run.warnings).not.toEqual([])
  }
  expect(ends).toEqual(end.includes('`if_exists` decides') ? decided : Array(3).fill(endsIn(end)[0]))
})
