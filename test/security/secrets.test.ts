import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { openGitHub } from '../github/github.ts'
import { pullRequest } from '../harness/job.ts'
import { answer } from '../harness/service.ts'
import type { Run } from '../harness/step.ts'
import { test } from '../harness/test.ts'
import { IMAGE } from '../orders.ts'
import { readPage } from './page.ts'

const escapedIn = (value: string) => JSON.stringify(value).slice(1, -1)

/** A secret with the signs that markdown, HTML and JSON escape. A sign of the mask itself would be ambiguous. */
const sign = fc.constantFrom(...'abcXYZ0189 \'"&<>\\/|`_~[](){}#+-.!@:=%$\t', 'é', '😀')
const line = fc.string({ unit: sign, minLength: 9, maxLength: 40 }).filter(value => value.trim().length > 8)
const secret = fc.oneof(
  line,
  fc.array(line, { minLength: 2, maxLength: 3 }).map(lines => lines.join('\n')),
)

/** The forms of the values, and of their lines, that no reader may find. */
const formsOf = (values: string[]) =>
  values.flatMap(value => [value, ...value.split('\n')]).flatMap(text => [text, text.trim(), escapedIn(text)])

/** The text as people read it where the runner applies its masks, and where it does not. */
function readersTexts({ stdout, summary, outputs, masks, errors, warnings }: Run, comments: string[]) {
  const longestFirst = masks.toSorted((one, other) => other.length - one.length)
  const masked = (text: string) =>
    longestFirst.reduce((rest, mask) => rest.replaceAll(mask, '***').replaceAll(escapedIn(mask), '***'), text)
  const log = masked(stdout.replaceAll(/^::add-mask::.*$/gm, ''))
  const page = readPage(masked(summary)).text
  const unmasked = [outputs['report'] ?? '', outputs['error_message'] ?? '', ...comments]
  const said = masked([...errors, ...warnings].map(({ message }) => message).join('\n'))
  const texts = [log, page, said, ...unmasked, ...unmasked.map(text => readPage(text).text)]
  return texts.join('\n')
}

const JOB = { event: pullRequest({ sha: 'c0ffee'.repeat(6).padEnd(40, '0'), ref: 'feature' }) }
const WITH_COMMENT = { ...IMAGE, comment: 'true', github_token: 'ghs_0123456789' }
const asInput = (values: string[]) =>
  JSON.stringify(Object.fromEntries(values.map((value, index) => [`S${index}`, value])))

describe.concurrent('secrets that the service returns', () => {
  test.for([
    ['a refusal', 422, 1],
    ['a refusal', 422, 2],
    ['a deployment', 201, 3],
    ['a deployment', 201, 4],
  ] as const)('in %s are shown to nobody', async ([, status, seed], { serve, create, atEnd }) => {
    const [service, github] = [await serve(), await openGitHub(atEnd)]
    const values = fc.sample(secret, { seed, numRuns: 6 })
    const forms = formsOf(values).filter(form => form.trim().length > 3)
    const text = values.map(value => `(${value}) ${JSON.stringify(value)}`).join(' ')
    const detail = [{ loc: ['body', ...values], msg: text }, text, values.join('')]
    const fields = { status: text, source_config: { custom_url: text, repo_url: text } }
    service.override('create', 'each', ({ body }, respond, store) =>
      respond(status, status === 422 ? { detail } : { ...(body as object), ...store.add(fields) }),
    )
    const inputs = { ...WITH_COMMENT, secrets: asInput(values) }
    const run = await create(service, inputs, { ...JOB, env: github.env })
    expect([run.exitCode, github.comments.length]).toEqual([status === 422 ? 1 : 0, 1])
    const shown = readersTexts(
      run,
      github.comments.map(({ body }) => body),
    )
    expect(forms.filter(form => shown.includes(form))).toEqual([])
    // The words of an error are redacted by the action itself.
    const said = run.errors.map(({ message }) => message).join('\n')
    expect(forms.filter(form => said.includes(form))).toEqual([])
    if (status === 201) expect(run.outputs['status']).toBe(text)
    expect(JSON.parse(run.outputs['request'] ?? '').secrets).toEqual(values.map((_, index) => `S${index}`))
  })

  const LONG = 'q7Zx0Kd4'.repeat(8)
  const PART = /q7Zx|x0Kd|Kd4q/
  test.for([990, 480, 3990, 170])('behind %d characters are hidden, cut or not', async (before, { serve, create }) => {
    const text = `${'x '.repeat(before / 2)}${LONG} ${'y '.repeat(2000)}`
    const service = await serve({ deployments: [{ name: 'cart', source_revision_config: { image_uri: text } }] })
    service.override('create', 1, answer(400, { detail: text }))
    const refused = await create(service, { ...IMAGE, secrets: `A=${LONG}` })
    expect(refused.outputs['error_code']).toBe('rejected')
    expect(refused.shown).not.toMatch(PART)
    const inputs = { ...IMAGE, name: 'cart', if_exists: 'reuse', secrets: `A=${LONG}` }
    const { outputs, summary, warnings } = await create(service, inputs)
    expect(warnings).not.toHaveLength(0)
    // The outputs for steps are exact.
    for (const page of [summary, outputs['report']]) expect(page).not.toMatch(PART)
    expect(outputs['differences']).toContain(LONG)
  })

  const OTHER = { name: 'OTHER', value: 'hunt3r-two' }
  test.for([
    ['another envelope', { items: [{ id: 'id-1', secrets: [OTHER] }] }],
    ['a broken list', `{"resources": [{"secrets": [${JSON.stringify(OTHER)}`],
    ['a page', `<title>Sign in</title><a href="https://x.example/${OTHER.value}">${OTHER.value}</a>`],
    ['a page', '<title>Sign in hunt3r<title</title>'],
  ] as const)('in a success that is no answer are not quoted: %s', async ([kind, body], { serve, create }) => {
    const service = await serve()
    service.override('list', 'each', answer(200, body))
    const { outputs, errors, shown } = await create(service, { ...IMAGE, secrets: 'A=hunt3r<title' })
    expect(outputs['error_code']).toBe('unexpected_response')
    expect(shown).not.toContain('hunt3r')
    if (kind === 'a page') expect(errors[0]?.message).toContain('Sign in')
  })

  const SOME = [OTHER, 'B=hunt3r', 7, [OTHER], { id: 'hunt3r' }]
  const LABELS = { labels: { secrets: ['a=b'] }, annotations: { secrets: { a: 'b' } } }
  test('of other deployments are names in the outputs', async ({ serve, create, run }) => {
    const [secrets, names] = [SOME, ['OTHER', 'B']]
    const { image_uri } = IMAGE
    const source_config = { resource_spec: LABELS, more: [{ secrets }] }
    const service = await serve({
      deployments: [{ source_config, source_revision_config: { image_uri } }],
      dialect: one => ({ ...one, secrets }),
    })
    const { integration_id, base_url } = service
    Object.assign(service.repositories[0] ?? {}, { secrets })
    const adopted = await create(service, IMAGE)
    const listed = await run({ action: 'list', with: { base_url } })
    const found = await run({ action: 'repositories', with: { base_url, integration_id } })
    const shown = [adopted.outputs['deployment'], listed.outputs['deployments'], found.outputs['repositories']]
    const [one, [other], [record]] = shown.map(text => JSON.parse(text ?? ''))
    for (const { secrets } of [one, other, record, one.source_config.more[0]]) expect(secrets).toEqual(names)
    expect(other.source_config.resource_spec).toEqual(LABELS)
    expect(await readFile(listed.outputs['file'] ?? '', 'utf8')).toBe(listed.outputs['deployments'])
    expect(JSON.stringify([adopted, listed, found])).not.toContain('hunt3r')
  })
})
