import { RequestFailure } from '../../src/service/failure.ts'
import type { Exchange, Response } from '../../src/service/http.ts'
import type { VirtualClock } from './clock.ts'

// A model of the service: what it holds at each moment, and how each request to it fails. Times are in milliseconds.

/** The name that every run asks for. */
export const NAME = 'shop'

/** How a request fails; a number is the status of the answer. */
type Failure = 'lost' | 'unsent' | number
export type PostAnswer = 'created' | 'terse' | 'renamed' | 'redirect' | 'no_id' | Failure
export type ListAnswer = 'page' | 'html' | 'no_list' | Failure

export interface PostFault {
  answer: PostAnswer
  /** After what time the deployment is there, if the answer leaves that open; -1 if it never is. */
  commits: number
  takes: number
}

export interface ListFault {
  answer: ListAnswer
  /** How old the list is that a replica shows. */
  lag: number
  takes: number
}

/** What the service does in a world. */
export interface Traits {
  /** How a name that is taken is answered; 0 accepts it as a second deployment. */
  taken: number
  /** The most items of a page. */
  cap: number
  isNewestFirst: boolean
  /** Every page is the first one. */
  ignoresOffset: boolean
  /** Shows ids in capitals in its list. */
  shouts: boolean
  /** Keeps another image than the requested one. */
  rewrites: boolean
  /** How long a new revision takes to become active; -1 if it never does. */
  activeAfter: number
}

/** A deployment that the service holds for some time. */
export interface Held {
  id: string
  name: string
  image: string
  /** The run that made it; -1 for another. */
  by: number
  from: number
  /** When its status became AWAITING_DELETE. It is gone a while later. */
  removed: number
}

/** One request and what came of it. */
export interface Exchanged {
  run: number
  method: 'GET' | 'POST'
  /** The filter of a list. */
  filter: '' | 'name' | 'ids'
  sent: number
  ended: number
  /** `pending` if the run ended before. */
  result: PostAnswer | ListAnswer | 'pending'
  /** The ids of the name that it showed, in lower case. */
  shown: string[]
  /** The moment of the list that it showed. */
  asOf: number
  showsDeletion: boolean
}

export interface Model {
  held: Held[]
  exchanges: Exchanged[]
  hold(given: Pick<Held, 'name' | 'image' | 'by'>, from?: number): Held
  exchangeOf(run: number, posts: PostFault[], lists: ListFault[], signal: AbortSignal): Exchange
}

/** How long a deployment that is being deleted is still listed. */
export const GONE_AFTER = 10_000
const CREATED: PostFault = { answer: 'created', commits: 0, takes: 50 }
const PAGE: ListFault = { answer: 'page', lag: 0, takes: 50 }

export const isThere = ({ from, removed }: Held, at: number): boolean =>
  from <= at && at < removed + GONE_AFTER

const response = (status: number, body: unknown): Response => ({
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

function failed(answer: Failure): Response {
  if (typeof answer === 'number') return response(answer, { detail: 'the service says why' })
  throw new RequestFailure(answer, 'no response', { code: 'ECONNRESET' })
}

export function openModel(traits: Traits, clock: VirtualClock): Model {
  const held: Held[] = []
  const exchanges: Exchanged[] = []

  const hold: Model['hold'] = (given, from = clock.now()) => {
    const id = `0000000a-0000-4000-8000-${String(held.length + 1).padStart(12, '0')}`
    const image = traits.rewrites && given.by >= 0 ? `${given.image}-rewritten` : given.image
    held.push({ ...given, id, image, from, removed: Number.POSITIVE_INFINITY })
    return held.at(-1) as Held
  }

  const shownAs = ({ id, name, image, from, removed }: Held, at: number) => ({
    id: traits.shouts ? id.toUpperCase() : id,
    name,
    source: 'external_container',
    source_config: {},
    source_revision_config: { image_uri: image },
    secrets: [],
    status: removed <= at ? 'AWAITING_DELETE' : 'READY',
    latest_revision_id: 'revision',
    active_revision_id: traits.activeAfter >= 0 && from + traits.activeAfter <= at ? 'revision' : null,
  })

  const isTaken = () => traits.taken > 0 && held.some(one => one.name === NAME && isThere(one, clock.now()))

  function answerList(exchanged: Exchanged, { answer, lag }: ListFault, { searchParams }: URL): Response {
    const { limit, offset, name_contains = '', deployment_ids = '' } = Object.fromEntries(searchParams)
    exchanged.result = answer
    exchanged.asOf = clock.now() - lag
    if (deployment_ids) exchanged.filter = 'ids'
    else if (name_contains) exchanged.filter = 'name'
    if (answer === 'html') return response(200, '<html><title>Login</title></html>')
    if (answer === 'no_list') return response(200, { detail: [] })
    if (answer !== 'page') return failed(answer)
    const items = held
      .filter(one => isThere(one, exchanged.asOf) && one.name.includes(name_contains))
      .filter(({ id }) => deployment_ids === '' || deployment_ids.toLowerCase() === id)
    if (traits.isNewestFirst) items.reverse()
    const begin = traits.ignoresOffset ? 0 : Number(offset)
    const page = items.slice(begin, begin + Math.min(Number(limit), traits.cap))
    const own = page.filter(({ name }) => name === NAME)
    exchanged.shown = own.map(({ id }) => id)
    exchanged.showsDeletion = own.some(({ removed }) => removed <= exchanged.asOf)
    return response(200, { resources: page.map(one => shownAs(one, exchanged.asOf)), offset: 0 })
  }

  function answerPost(exchanged: Exchanged, { answer, commits }: PostFault, body: string): Response {
    const { name, source_revision_config: config } = JSON.parse(body)
    const asked = { name, image: config.image_uri, by: exchanged.run }
    const isAnswered = answer === 'created' || answer === 'terse' || answer === 'renamed'
    exchanged.result = isAnswered && isTaken() ? traits.taken : answer
    if (isAnswered && !isTaken()) {
      const made = hold(answer === 'renamed' ? { ...asked, name: `${NAME}-1` } : asked)
      exchanged.asOf = clock.now()
      if (answer !== 'renamed') exchanged.shown = [made.id]
      return response(201, answer === 'terse' ? { id: made.id } : shownAs(made, clock.now()))
    }
    // A gateway gives up, and the service goes on.
    const isOpen = typeof answer === 'number' ? answer >= 500 : !isAnswered && answer !== 'unsent'
    if (isOpen && commits >= 0) clock.after(commits, () => isTaken() || hold(asked))
    if (answer === 'redirect') return response(303, '')
    return answer === 'no_id' ? response(201, { name: NAME }) : failed(isAnswered ? traits.taken : answer)
  }

  const exchangeOf: Model['exchangeOf'] = (run, posts, lists, signal) => {
    const next = { POST: 0, GET: 0 }
    return async ({ method, url, body = '' }) => {
      const index = next[method]++
      const post = posts[index] ?? CREATED
      const list = lists[index] ?? PAGE
      const pause = (method === 'POST' ? post : list).takes / 2
      const now = clock.now()
      const unknown = { result: 'pending' as const, shown: [], filter: '' as const, showsDeletion: false }
      const exchanged: Exchanged = { ...unknown, run, method, sent: now, ended: now, asOf: now }
      exchanges.push(exchanged)
      try {
        await clock.sleep(pause, signal)
        const isPost = method === 'POST'
        const answer = isPost ? answerPost(exchanged, post, body) : answerList(exchanged, list, url)
        await clock.sleep(pause, signal)
        return answer
      } finally {
        exchanged.ended = clock.now()
        // A run that is cancelled meanwhile does not learn the answer.
        if (signal.aborted) Object.assign(exchanged, unknown)
      }
    }
  }

  return { held, exchanges, hold, exchangeOf }
}
