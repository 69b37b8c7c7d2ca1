import { describe, expect, it } from 'vitest'
import {
  judgeCreated,
  judgeDuplicates,
  judgeExisting,
  judgeLost,
  judgeRefused,
  type Outcome,
  type Terms,
} from '../../src/deployment/outcome.ts'
import { type Deployment, readDeployment } from '../../src/service/deployment.ts'
import { RequestFailure } from '../../src/service/failure.ts'

// The table of docs/design.md ("Creating once"): what came back, and what the looks showed, become what came of it.

const COMMIT = 'a'.repeat(40)
const OTHER_COMMIT = 'b'.repeat(40)

interface Shown {
  id?: string
  name?: string
  image?: string
  status?: string
  commit?: string | null
}

function shown({ id = 'one', name = 'shop', image = 'shop:1', status = 'READY', commit }: Shown = {}): Deployment {
  const source_revision_config = { image_uri: image, repo_commit_sha: commit }
  const deployment = readDeployment({ id, ...(name && { name }), status, source_revision_config })
  if (!deployment) throw new Error('it has an id')
  return deployment
}

const terms = (more: Partial<Terms> = {}): Terms => ({
  name: 'shop',
  requested: { name: 'shop', source_revision_config: { image_uri: 'shop:1' } },
  if_exists: 'match',
  awaitedCommit: undefined,
  redacted: text => text,
  ...more,
})

const [SAME, OTHER, DYING] = [shown(), shown({ image: 'shop:2' }), shown({ status: 'AWAITING_DELETE' })]
const TWO = [SAME, shown({ id: 'two' })]
const LOST = new RequestFailure('lost', 'the answer broke off')
const UNREAD = new RequestFailure('refused', 'the list answered 503', { status: 503 })
const TERSE = shown({ image: undefined as unknown as string })
Object.assign(TERSE.sent, { source_revision_config: {} })

/** What the looks after a failed create request showed, and what came of it. */
interface Looks {
  that: string
  found: Deployment[]
  failure?: RequestFailure
  if_exists?: Terms['if_exists']
  is: object
}

/** An outcome in short: the id, what became of the request, the caveats, and the code of an end. */
const inShort = ({ deployment, post, warnings, end }: Outcome) => ({
  ...(deployment && { id: deployment.id }),
  ...(post && { post }),
  ...(warnings.length > 0 && { caveats: warnings.map(({ caveat = '' }) => caveat) }),
  ...(end && { end: end.code }),
})

const DIFFERS = 'it differs from the inputs'
const NOT_KNOWN = 'it is not known whether this run deployed it'
const NO_ANSWER = 'the create request had no usable answer'

// biome-ignore format: a table
describe('a deployment that has the name', () => {
  const { match, fail, reuse } = { match: 'match', fail: 'fail', reuse: 'reuse' } as const
  it.each([
    { there: 'as requested', found: [SAME], if_exists: match, is: { id: 'one' } },
    { there: 'as requested', found: [SAME], if_exists: fail, is: { id: 'one', end: 'already_exists' } },
    { there: 'that differs', found: [OTHER], if_exists: match, is: { id: 'one', end: 'differs' } },
    { there: 'that differs', found: [OTHER], if_exists: reuse, is: { id: 'one', caveats: [DIFFERS] } },
    { there: 'that differs', found: [OTHER], if_exists: fail, is: { id: 'one', end: 'already_exists' } },
    { there: 'that does not show the image', found: [TERSE], if_exists: match, is: { id: 'one', caveats: [''] } },
    { there: 'being deleted', found: [DYING], if_exists: match, is: { id: 'one', end: 'deleted' } },
    { there: 'being deleted', found: [DYING], if_exists: fail, is: { id: 'one', end: 'deleted' } },
    { there: 'twice', found: [SAME, DYING], if_exists: reuse, is: { end: 'ambiguous_name' } },
    { there: 'twice', found: TWO, if_exists: fail, is: { end: 'ambiguous_name' } },
  ])('$there, by $if_exists: $is', ({ found, if_exists, is }) => {
    expect(inShort(judgeExisting(found, terms({ if_exists })))).toEqual(is)
  })

  it.each([
    ['AWAITING_FINAL_DELETE', 'deleted'],
    ['DELETING', 'deleted'],
    ['DELETION_PROTECTED', undefined],
    ['UNKNOWN', undefined],
  ])('in the status %s ends a run as %s', (status, code) => {
    expect(judgeExisting([shown({ status })], terms()).end?.code).toBe(code)
  })

  it('is named by its id, and each of several', () => {
    const ends = [[DYING], [OTHER], TWO].map(found => judgeExisting(found, terms()).end?.message)
    expect(ends).toEqual([expect.stringContaining('(one)'), expect.stringContaining('(one)'), expect.stringMatching(/one \(.*two \(/)])
  })

  it.each([
    { commit: OTHER_COMMIT, caveats: ['it is at another commit'] },
    { commit: COMMIT.slice(0, 7), caveats: undefined },
    { commit: null, caveats: undefined },
  ])('at $commit, in a plan that waits for nothing: $caveats', ({ commit, caveats }) => {
    const outcome = judgeExisting([shown({ commit })], terms({ awaitedCommit: COMMIT }))
    expect(inShort(outcome)).toEqual({ id: 'one', ...(caveats && { caveats }) })
  })
})

// biome-ignore format: a table
describe('an answer to the create request', () => {
  const withCommit = { requested: { source_revision_config: { repo_commit_sha: COMMIT } } }
  it.each([
    { what: 'as requested', answered: SAME, is: { id: 'one', post: 'created' } },
    { what: 'that differs', answered: OTHER, is: { id: 'one', post: 'created', caveats: ['it is not as requested'] } },
    { what: 'without a name', answered: shown({ name: '' }), is: { id: 'one', post: 'created' } },
    { what: 'with another name', answered: shown({ name: 'shop-1' }), is: { id: 'one', post: 'created', end: 'unexpected_response' } },
    { what: 'without the commit', answered: shown({ commit: null }), more: withCommit, is: { id: 'one', post: 'created', caveats: [''] } },
    { what: 'at another commit', answered: shown({ commit: OTHER_COMMIT }), more: withCommit, is: { id: 'one', post: 'created', caveats: ['it is not as requested'] } },
  ])('$what: $is', ({ answered, more, is }) => {
    expect(inShort(judgeCreated({ deployment: answered, status: 201 }, terms(more)))).toEqual(is)
  })

  it.each([
    { what: 'shows it alone', look: { found: [SAME] }, is: {} },
    { what: 'shows nothing', look: { found: [] }, is: {} },
    { what: 'fails', look: { found: [], failure: UNREAD }, is: { caveats: ['another one may be there, too'] } },
    { what: 'shows another one', look: { found: TWO }, is: { end: 'duplicate_created' } },
    { what: 'shows another one, and fails', look: { found: TWO, failure: UNREAD }, is: { end: 'duplicate_created' } },
  ])('and a look that $what: $is', ({ look, is }) => {
    expect(inShort(judgeDuplicates(SAME, look, terms()))).toEqual(is)
  })
})

// biome-ignore format: a table
describe('after a create request without an answer, looks', () => {
  const created = (...caveats: string[]) => ({ id: 'one', post: 'created', caveats: [...caveats, NO_ANSWER] })
  it.each<Looks>([
    { that: 'show nothing', found: [], is: { end: 'unknown_outcome' } },
    { that: 'fail', found: [], failure: UNREAD, is: { end: 'unknown_outcome' } },
    { that: 'show it, and fail', found: [SAME], failure: UNREAD, is: { end: 'unknown_outcome' } },
    { that: 'show it', found: [SAME], is: created() },
    { that: 'show it', found: [SAME], if_exists: 'fail', is: created() },
    { that: 'show it without its image', found: [TERSE], is: created('') },
    { that: 'show another version', found: [OTHER], is: { id: 'one', end: 'differs' } },
    { that: 'show another version', found: [OTHER], if_exists: 'reuse', is: { id: 'one', caveats: [DIFFERS, NOT_KNOWN] } },
    { that: 'show another version', found: [OTHER], if_exists: 'fail', is: { id: 'one', end: 'already_exists' } },
    { that: 'show it being deleted', found: [DYING], is: { id: 'one', end: 'deleted' } },
    { that: 'show two', found: TWO, is: { end: 'duplicate_created' } },
  ])('that $that, by $if_exists: $is', ({ found, failure, if_exists = 'match', is }) => {
    expect(inShort(judgeLost(LOST, { found, failure }, terms({ if_exists })))).toEqual(is)
  })

  it('that show a deployment, and never reach the end, say that it was seen', () => {
    const { end } = judgeLost(LOST, { found: [SAME], failure: UNREAD }, terms())
    expect(end?.message).toMatch(/broke off.*answered 503.*showed the deployment "shop" \(one\)/)
  })
})

// biome-ignore format: a table
describe('after a refused create request, looks', () => {
  const refusal = (status: number) => new RequestFailure('refused', `answered ${status}`, { status, said: 'taken' })
  it.each<Looks & { status: number }>([
    { that: 'show nothing', status: 409, found: [], is: { end: 'conflict' } },
    { that: 'fail', status: 409, found: [], failure: UNREAD, is: { end: 'conflict' } },
    { that: 'show it', status: 409, found: [SAME], is: { id: 'one', caveats: [''] } },
    { that: 'show it', status: 409, found: [SAME], if_exists: 'fail', is: { id: 'one', end: 'already_exists' } },
    { that: 'show another version', status: 422, found: [OTHER], is: { id: 'one', end: 'differs' } },
    { that: 'show another version', status: 409, found: [OTHER], if_exists: 'reuse', is: { id: 'one', caveats: [DIFFERS, ''] } },
    { that: 'show it being deleted', status: 409, found: [DYING], is: { id: 'one', end: 'deleted' } },
    { that: 'show two', status: 409, found: TWO, is: { end: 'ambiguous_name' } },
  ])('that $that, after $status by $if_exists: $is', ({ status, found, failure, if_exists = 'match', is }) => {
    expect(inShort(judgeRefused(refusal(status), { found, failure }, terms({ if_exists })))).toEqual(is)
  })

  it.each(['match', 'fail', 'reuse'] as const)('say by %s that it was created meanwhile', if_exists => {
    const { warnings, end } = judgeRefused(refusal(409), { found: [OTHER] }, terms({ if_exists }))
    expect([end?.message, ...warnings.map(({ text }) => text)].join()).toMatch(/created it meanwhile/)
  })
})
