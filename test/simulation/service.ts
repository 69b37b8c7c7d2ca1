import { RequestFailure } from '../../src/service/failure.ts'
import type { Exchange, Response } from '../../src/service/http.ts'
import type { VirtualClock } from './clock.ts'

// A model of the service: what it holds at each moment, and how each request to it fails. Times are in milliseconds.

/** The name that every run asks for. */
export const NAME = 'shop'

/** How a create request is answered; a number is the status of a refusal or a failure. */
export type PostAnswer = ('created' | 'terse' | 'renamed' | 'lost' | 'unsent' | 'redirect' | 'no_id') | number

export interface PostFault {
  answer: PostAnswer
  /** After what time the deployment is there, if the answer leaves that open; -1 if it never is. */
  commits: number
  takes: number
}

export interface ListFault {
  answer: 'page' | 'lost' | 'unsent' | 'html' | 'no_list' | number
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
  isFiltered: boolean
  sent: number
  ended: number
  /** `pending` if the run ended before. */
  result: PostAnswer | ListFault['answer'] | 'pending'
  /** The ids of the name that it showed, in lower case. */
  shown: string[]
  /** The moment of the list that it showed. */
  asOf: number
  /** Whether it showed a deletion of one of the name. */
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

const response = (status: number, body: unknown, headers = {}): Response => ({
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

export function openModel(traits: Traits, clock: VirtualClock): Model {
  const held: Held[] = []
  const exchanges: Exchanged[] = []

  const hold: Model['hold'] = (given, from = clock.now()) => {
    const id = `0000000a-0000-4000-8000-${String(held.length + 1).padStart(12, '0')}`
    const image = traits.rewrites && given.by >= 0 ? `${given.image}-rewritten` : given.image
    const one = { ...given, id, image, from, removed: Number.POSITIVE_INFINITY }
    held.push(one)
    return one
  }

  function shownAs({ id, name, image, from, removed }: Held, at: number) {
    const { activeAfter } = traits
    return {
      id,
      name,
      source: 'external_container',
      source_config: {},
      source_revision_config: { image_uri: image },
      secrets: [],
      status: removed <= at ? 'AWAITING_DELETE' : 'READY',
      latest_revision_id: 'revision',
      active_revision_id: activeAfter >= 0 && from + activeAfter <= at ? 'revision' : null,
    }
  }

  const isTaken = () => traits.taken > 0 && held.some(one => one.name === NAME && isThere(one, clock.now()))

  function page(exchanged: Exchanged, { searchParams }: URL) {
    const ids = searchParams.get('deployment_ids')?.toLowerCase()
    const items = held
      .filter(one => isThere(one, exchanged.asOf))
      .filter(({ name }) => name.includes(searchParams.get('name_contains') ?? ''))
      .filter(({ id }) => ids === undefined || ids === id)
    if (traits.isNewestFirst) items.reverse()
    const offset = traits.ignoresOffset ? 0 : Number(searchParams.get('offset'))
    const shown = items.slice(offset, offset + Math.min(Number(searchParams.get('limit')), traits.cap))
    const own = shown.filter(({ name }) => name === NAME)
    exchanged.shown = own.map(({ id }) => id)
    exchanged.showsDeletion = own.some(({ removed }) => removed <= exchanged.asOf)
    const resources = shown
      .map(one => shownAs(one, exchanged.asOf))
      .map(one => (traits.shouts ? { ...one, id: one.id.toUpperCase() } : one))
    return response(200, { resources, offset: offset + shown.length })
  }

  function answerList(exchanged: Exchanged, { answer, lag }: ListFault, url: URL): Response {
    exchanged.result = answer
    exchanged.asOf = clock.now() - lag
    exchanged.isFiltered = url.searchParams.has('name_contains') || url.searchParams.has('deployment_ids')
    if (answer === 'page') return page(exchanged, url)
    if (answer === 'html') return response(200, '<html><title>Login</title></html>')
    return answer === 'no_list' ? response(200, { detail: [] }) : statusOf(answer)
  }

  function statusOf(answer: number | 'lost' | 'unsent'): Response {
    if (typeof answer === 'number') return response(answer, { detail: 'the service says why' })
    throw new RequestFailure(answer, 'no response', { code: 'ECONNRESET' })
  }

  function answerPost(
    exchanged: Exchanged,
    answer: PostAnswer,
    { commits }: PostFault,
    asked: Pick<Held, 'name' | 'image' | 'by'>,
  ): Response {
    if (answer === 'unsent' || (typeof answer === 'number' && answer < 500)) return statusOf(answer)
    if (answer === 'created' || answer === 'terse' || answer === 'renamed') {
      const made = hold(answer === 'renamed' ? { ...asked, name: `${NAME}-1` } : asked)
      if (made.name === NAME) exchanged.shown = [made.id]
      return response(201, answer === 'terse' ? { id: made.id } : shownAs(made, clock.now()))
    }
    // A gateway gives up, and the service goes on.
    if (commits >= 0) clock.after(commits, () => isTaken() || hold(asked))
    if (answer === 'redirect') return response(303, '', { location: '/elsewhere' })
    return answer === 'no_id' ? response(201, { name: NAME }) : statusOf(answer)
  }

  /** The answer of a service that may refuse a name that is taken. */
  const ifFree = (answer: PostAnswer): PostAnswer =>
    ['created', 'terse', 'renamed'].includes(String(answer)) && isTaken() ? traits.taken : answer

  const exchangeOf: Model['exchangeOf'] = (run, posts, lists, signal) => {
    const next = { POST: 0, GET: 0 }

    function answered(exchanged: Exchanged, index: number, url: URL, body = '{}'): Response {
      if (exchanged.method === 'GET') return answerList(exchanged, lists[index] ?? PAGE, url)
      const post = posts[index] ?? CREATED
      const { name, source_revision_config: config } = JSON.parse(body)
      exchanged.result = ifFree(post.answer)
      return answerPost(exchanged, exchanged.result, post, { name, image: config.image_uri, by: run })
    }

    return async ({ method, url, body }) => {
      const index = next[method]++
      const { takes } = (method === 'POST' ? posts[index] : lists[index]) ?? PAGE
      const now = clock.now()
      const facts = { isFiltered: false, shown: [], asOf: now, showsDeletion: false }
      const exchanged: Exchanged = { run, method, sent: now, ended: now, result: 'unsent', ...facts }
      exchanges.push(exchanged)
      try {
        await clock.sleep(takes / 2, signal)
        const response = answered(exchanged, index, url, body)
        await clock.sleep(takes / 2, signal)
        return response
      } finally {
        exchanged.ended = clock.now()
        // A run that is cancelled meanwhile does not learn the answer.
        if (signal.aborted) Object.assign(exchanged, { result: 'pending', shown: [] })
      }
    }
  }

  return { held, exchanges, hold, exchangeOf }
}
