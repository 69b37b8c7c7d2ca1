import { RequestFailure } from '../../src/service/failure.ts'
import type { HttpResponse, Send } from '../../src/service/http.ts'
import type { VirtualClock } from './clock.ts'

// A model of the service: what it holds at each moment, and how each request to it fails. Times are in milliseconds.

/** The name that every run asks for. */
export const NAME = 'shop'

/** How a request is answered; a number is a status. Two answers to a create request have an id, but no name, or another. */
export type Answer = 'well' | 'terse' | 'renamed' | 'redirect' | 'empty' | 'html' | 'lost' | 'unsent' | number

export interface Fault {
  answer: Answer
  takes: number
  /** After what time a create request whose answer leaves it open takes effect; -1 for never. */
  commits: number
  /** How old the list is that a replica shows. */
  lag: number
}

export const WELL: Fault = { answer: 'well', takes: 50, commits: 0, lag: 0 }

/** What the service does in a world. */
export interface Traits {
  /** How a name that is taken is answered; 0 accepts it as a second deployment. */
  taken: number
  /** The most items of a page. */
  cap: number
  isNewestFirst: boolean
  /** Every page is the first one. */
  ignoresOffset: boolean
  /** Its list shows ids in capitals. */
  shouts: boolean
  /** Keeps another image than the requested one. */
  rewrites: boolean
  /** How long a new revision takes to become active; -1 if it never does. */
  activeAfter: number
}

/** A deployment that the service holds: made by a run (-1 for others), and being deleted from some moment. */
export interface Held {
  id: string
  name: string
  image: string
  by: number
  from: number
  removed: number
}

/** One request, and what came of it. */
export interface Exchanged {
  run: number
  method: string
  filter: '' | 'name' | 'ids'
  sent: number
  ended: number
  /** `pending` if the run was cancelled before. */
  result: Answer | 'pending'
  /** The ids of the name that it showed, in lower case, at a moment. */
  shown: string[]
  asOf: number
}

export const isAnswered = (answer: unknown): boolean => ['well', 'terse', 'renamed'].includes(String(answer))

/** A 408 is none: a gateway answers it after the service began. */
const isRefused = (answer: unknown): boolean =>
  typeof answer === 'number' && answer >= 400 && answer < 500 && answer !== 408

/** Whether nobody can know what came of a create request. */
export const isOpen = (answer: Answer | 'pending' | undefined): boolean =>
  answer !== undefined && answer !== 'unsent' && !isAnswered(answer) && !isRefused(answer)

/** How long a deployment that is being deleted is still listed. */
export const GONE_AFTER = 10_000

export const isThere = ({ from, removed }: Held, at: number): boolean => from <= at && at < removed + GONE_AFTER

const response = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

function failed(answer: Answer): HttpResponse {
  if (typeof answer === 'number') return response(answer, { detail: 'the service says why' })
  if (answer === 'redirect') return response(303, '')
  if (answer === 'empty' || answer === 'html') return response(200, answer === 'html' ? '<html>' : {})
  throw new RequestFailure(answer === 'unsent' ? 'unsent' : 'lost', 'no response', { code: 'ECONNRESET' })
}

export function openModel(traits: Traits, clock: VirtualClock) {
  const held: Held[] = []
  const exchanges: Exchanged[] = []

  function hold(given: Pick<Held, 'name' | 'image' | 'by'>, from = clock.now()): Held {
    const id = `0000000a-0000-4000-8000-${String(held.length + 1).padStart(12, '0')}`
    const image = traits.rewrites && given.by >= 0 ? `${given.image}-rewritten` : given.image
    const one = { ...given, id, image, from, removed: Number.POSITIVE_INFINITY }
    held.push(one)
    return one
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

  function list(exchanged: Exchanged, { answer, lag }: Fault, { searchParams }: URL): HttpResponse {
    const { limit, offset, name_contains = '', deployment_ids = '' } = Object.fromEntries(searchParams)
    const asOf = clock.now() - lag
    if (deployment_ids) exchanged.filter = 'ids'
    else if (name_contains) exchanged.filter = 'name'
    Object.assign(exchanged, { result: answer, asOf })
    if (!isAnswered(answer)) return failed(answer)
    const items = held
      .filter(one => isThere(one, asOf) && one.name.includes(name_contains))
      .filter(({ id }) => deployment_ids === '' || deployment_ids.toLowerCase() === id)
    if (traits.isNewestFirst) items.reverse()
    const begin = traits.ignoresOffset ? 0 : Number(offset)
    const page = items.slice(begin, begin + Math.min(Number(limit), traits.cap))
    const own = page.filter(({ name }) => name === NAME)
    exchanged.shown = own.map(({ id }) => id)
    return response(200, { resources: page.map(one => shownAs(one, asOf)), offset: 0 })
  }

  function create(exchanged: Exchanged, { answer: given, commits }: Fault, body: string): HttpResponse {
    const { name, source_revision_config: config } = JSON.parse(body)
    const asked = { name, image: config.image_uri, by: exchanged.run }
    const answer = isAnswered(given) && isTaken() ? traits.taken : given
    Object.assign(exchanged, { result: answer, asOf: clock.now() })
    // A gateway gives up, and the service goes on.
    if (isOpen(answer) && commits >= 0) clock.after(commits, () => isTaken() || hold(asked))
    if (!isAnswered(answer)) return failed(answer)
    const made = hold(answer === 'renamed' ? { ...asked, name: `${NAME}-1` } : asked)
    if (answer !== 'renamed') exchanged.shown = [made.id]
    return response(201, answer === 'terse' ? { id: made.id } : shownAs(made, clock.now()))
  }

  function exchangeOf(run: number, posts: Fault[], lists: Fault[], signal: AbortSignal): Send {
    const left: Record<string, Iterator<Fault>> = { POST: posts.values(), GET: lists.values() }
    return async ({ method, url, body = '', onSent }) => {
      const fault = left[method]?.next().value ?? WELL
      const now = clock.now()
      const unknown = { result: 'pending' as const, shown: [], filter: '' as const }
      const exchanged: Exchanged = { ...unknown, run, method, sent: now, ended: now, asOf: now }
      exchanges.push(exchanged)
      let isSent = false
      try {
        await clock.sleep(fault.takes / 2, signal)
        isSent = fault.answer !== 'unsent'
        if (isSent) onSent?.()
        const answer = method === 'POST' ? create(exchanged, fault, body) : list(exchanged, fault, url)
        await clock.sleep(fault.takes / 2, signal)
        return answer
      } finally {
        exchanged.ended = clock.now()
        // A run that is cancelled meanwhile does not learn the answer.
        if (signal.aborted) Object.assign(exchanged, unknown, { result: isSent ? 'pending' : 'unsent' })
      }
    }
  }

  return { held, exchanges, hold, exchangeOf }
}
