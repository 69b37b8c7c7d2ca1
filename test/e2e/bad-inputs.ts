import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { convert } from 'html-to-text'
import { marked } from 'marked'
import { expect } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts'
import { runInProcess } from '../security/in-process.ts'
import { type create, type Run, withAnnotations } from './create.ts'
import { createInTurn } from './create-in-turn.ts'

type Words = readonly (string | RegExp)[]

/**
 * A problem that a run must report: an input or a place, which is `line:col` of the config file or `file:line:col`,
 * and words that the message must contain.
 */
export type Problem = readonly [where: string, ...words: Words]

/** A step with a mistake, without which it would be accepted. */
export interface BadStep {
  with?: Record<string, string>
  env?: Record<string, string>
  /** Files of the workspace. */
  files?: Record<string, string | Uint8Array>
  /** Changes the workspace further. */
  prepare?: (workspace: string) => Promise<void>
  /** Parts of secrets and credentials that no output may contain. */
  hidden?: string[]
}

/** The config file of {@link inConfig}. */
const CONFIG = 'deploy.yml'

/** A step with a config file that contains this text. */
export const inConfig = (text: string | Uint8Array, step: BadStep = {}): BadStep => ({
  ...step,
  with: { config: CONFIG, ...step.with },
  files: { [CONFIG]: text, ...step.files },
})

/** GitHub shows at most this number of annotations of a step; the last one lists all others. */
const MOST_ANNOTATIONS = 10

type Subject = BadStep | ((sandbox: Sandbox, workspace: string) => BadStep)

/**
 * Runs the step in the built action, with {@link createInTurn}. It must fail before any request and report exactly these
 * problems.
 */
export const expectRefusal = (step: Subject, ...problems: Problem[]) => refusal(createInTurn, step, problems)

/** Like {@link expectRefusal}, but in this process, which is faster: for many cases of one rule. */
export const expectRefusalInProcess = (step: Subject, ...problems: Problem[]) =>
  refusal(createInProcess, step, problems)

const createInProcess: typeof create = async (sandbox, inputs, { env, workspace } = {}) => {
  const answer = () => Promise.reject(new Error('a request was made'))
  const given = { base_url: sandbox.base_url, ...inputs }
  const { log, succeeded, ...written } = await runInProcess(given, answer, {
    ...env,
    GITHUB_WORKSPACE: workspace,
  })
  return withAnnotations({ ...written, stdout: log, stderr: '', exitCode: succeeded ? 0 : 1, state: {} })
}

async function refusal(run: typeof create, step: Subject, problems: Problem[]) {
  const sandbox = await startSandbox({ ready_after: 0 })
  const workspace = await mkdtemp(join(tmpdir(), 'workspace-'))
  try {
    const { hidden = [], ...bad } = typeof step === 'function' ? step(sandbox, workspace) : step
    const result = await runIn(run, workspace, sandbox, bad)
    expectInvalidInput(result)
    expect(sandbox.requests).toEqual([])
    expectNamed(result, problems)
    expectHidden(result, hidden)
  } finally {
    await Promise.all([sandbox.close(), rm(workspace, { recursive: true })])
  }
}

async function runIn(
  run: typeof create,
  workspace: string,
  sandbox: Sandbox,
  { env = {}, files = {}, ...step }: BadStep,
) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true })
    await writeFile(join(workspace, name), text)
  }
  await step.prepare?.(workspace)
  return await run(sandbox, { name: 'shop', source: 'internal_template', ...step.with }, { env, workspace })
}

function expectInvalidInput({ exitCode, stdout, stderr, outputs }: Run) {
  // First stderr, because a stack trace explains most.
  expect(stderr).toBe('')
  expect({ exitCode, error_code: outputs['error_code'] }, stdout).toEqual({
    exitCode: 1,
    error_code: 'invalid_input',
  })
}

function expectNamed({ errors, summary }: Run, problems: Problem[]) {
  const annotated = errors.map(({ properties: { file, line, col }, message }) => ({
    place: file && `${file}:${line}:${col}`,
    text: message.split('\n')[0] ?? '',
  }))
  const inText = errors.flatMap(({ message }) => message.split('\n')).map(sentence)
  const said = problems.length <= MOST_ANNOTATIONS ? annotated : inText
  const shown = convert(marked.parse(summary, { async: false }), {
    wordwrap: false,
    selectors: [{ selector: 'code', format: 'inlineSurround', options: { prefix: '`', suffix: '`' } }],
  })
  for (const problem of problems) {
    expectSentence('annotations', said, problem)
    expectSentence('summary', shown.split('\n').map(sentence), problem)
  }
  const most = Math.min(problems.length, MOST_ANNOTATIONS)
  expect(annotated, 'one annotation for each problem').toHaveLength(most)
}

/** A message and its place in a file. */
interface Sentence {
  place: string | undefined
  text: string
}

function sentence(line: string): Sentence {
  const [, place] = /^[ *]*`?([^\s`].*:\d+:\d+)`?: /.exec(line) ?? []
  return { place, text: line }
}

function expectSentence(whose: string, sentences: Sentence[], [where, ...words]: Problem) {
  const place = where.replace(/^(?=\d+:\d+$)/, `${CONFIG}:`)
  const located = place.includes(':')
  const wanted = (located ? words : [`\`${where}\``, ...words]).map(wordPattern)
  const found = sentences.some(
    ({ place: own, text }) => own === (located ? place : undefined) && wanted.every(word => word.test(text)),
  )
  const all = sentences.map(({ place: own, text }) => `${own ?? 'nowhere'} | ${text}`).join('\n')
  expect(found, `${whose} say "${[place, ...words].join(' … ')}":\n${all}\n`).toBe(true)
}

/** Matches a string as whole words. */
const wordPattern = (word: string | RegExp) =>
  typeof word === 'string' ? new RegExp(`(?<!\\w)${RegExp.escape(word)}(?!\\w)`) : word

function expectHidden({ stdout, stderr, outputs, summary }: Run, hidden: string[]) {
  const log = stdout.split('\n').filter(line => !line.startsWith('::add-mask::'))
  const seen = [...log, stderr, ...Object.values(outputs), summary].join('\n')
  for (const part of hidden) expect(seen).not.toContain(part)
}
