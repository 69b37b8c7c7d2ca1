import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { marked, type Tokens } from 'marked'
import { expect, it } from 'vitest'
import { tokensIn } from '../markdown.ts'
import { needs } from '../tools.ts'

// Follows four lists of CONTRIBUTING.md to the letter in a copy of the repository, and then runs all its tests.

const RECIPES = [
  { heading: 'Add a field of the create request', test: 'the input region_code' },
  { heading: 'Add a filter of the list', test: '"source":"repohost"' },
  { heading: 'Add an output', test: 'the outputs for a deployment that differs' },
  { heading: 'Add an error code', test: 'payment_required' },
]

/** A step of a list: its file, the changes to make by hand, and the commands to run. */
interface Step {
  file: string
  diffs: string[]
  commands: string[]
}

/** The numbered steps under a heading. */
function stepsUnder(heading: string, text: string): Step[] {
  const tokens = marked.lexer(text)
  const start = tokens.findIndex(token => token.type === 'heading' && token['text'] === heading)
  const list = tokens.slice(start + 1).find((token): token is Tokens.List => token.type === 'list')
  return (list?.items ?? []).map(item => {
    const inside = tokensIn([item])
    const texts = (type: string, language?: string) =>
      inside.flatMap(token => (token.type === type && token['lang'] === language ? [token['text']] : []))
    const link = inside.find(({ type }) => type === 'link')
    const commands = texts('codespan').filter(code => code.startsWith('npm '))
    return { file: link?.['href'] ?? '', diffs: texts('code', 'diff'), commands }
  })
}

/** Applies a diff to a text, which must contain the kept and removed lines exactly once. */
function patched(text: string, diff: string): string {
  const without = (sign: string) =>
    diff
      .split('\n')
      .filter(line => !line.startsWith(sign))
      .map(line => `${line.slice(1)}\n`)
      .join('')
  const [before, after] = [without('+'), without('-')]
  expect(text.split(before), `the place for this change:\n${diff}\n`).toHaveLength(2)
  return text.replace(before, () => after)
}

/** A copy of the repository on the same disk, so that its packages are links. */
async function copyOfTheRepository(): Promise<string> {
  await mkdir('.tools', { recursive: true })
  const copy = resolve(await mkdtemp('.tools/contributing-'))
  for (const entry of await readdir('.')) {
    if (!['node_modules', '.git', '.tools', 'build'].includes(entry))
      await cp(entry, join(copy, entry), { recursive: true })
  }
  await promisify(execFile)('cp', ['-al', resolve('node_modules'), copy])
  return copy
}

it('the recipes of CONTRIBUTING.md, followed to the letter, leave no test red', {
  timeout: 900_000,
}, async context => {
  needs(context, 'git', 'npm', 'cp')
  const copy = await copyOfTheRepository()
  /** Runs a command in the copy. Returns `ok`, or its output if it fails. */
  const run = async (command: string, ...args: string[]): Promise<string> => {
    const options = { cwd: copy, env: { ...process.env, CI: '' }, maxBuffer: 1e8 }
    try {
      await promisify(execFile)(command, args, options)
      return 'ok'
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      return stdout + stderr
    }
  }
  try {
    for (const args of [
      ['init', '--quiet'],
      ['add', '--all'],
    ])
      expect(await run('git', ...args)).toBe('ok')
    const text = await readFile('CONTRIBUTING.md', 'utf8')
    const recipes = RECIPES.map(recipe => ({ ...recipe, steps: stepsUnder(recipe.heading, text) }))
    const apply = async ({ file, diffs }: Step) =>
      writeFile(join(copy, file), diffs.reduce(patched, await readFile(join(copy, file), 'utf8')))
    for (const { test, steps } of recipes) {
      const [first] = steps
      if (!first) return expect.unreachable('there is no step with a change')
      await apply(first)
      const before = await run('npx', 'vitest', 'run', first.file, '--testNamePattern', test)
      expect(before).toContain('1 failed')
    }
    for (const { steps } of recipes) for (const step of steps.slice(1)) if (step.file) await apply(step)
    const commands = new Set(recipes.flatMap(({ steps }) => steps.flatMap(step => step.commands)))
    expect([...commands]).toEqual(['npm run readme', 'npm run schema', 'npm run build'])
    for (const command of commands) expect(await run('npm', ...command.split(' ').slice(1))).toBe('ok')
    expect(await run('npm', 'run', 'check')).toBe('ok')
    expect(await run('npm', 'test')).toBe('ok')
  } finally {
    await rm(copy, { recursive: true })
  }
})
