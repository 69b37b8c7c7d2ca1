import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { marked, type Tokens } from 'marked'
import { expect, it } from 'vitest'
import { tokensIn } from '../markdown.ts'
import { needs } from '../tools.ts'

// Follows four lists of CONTRIBUTING.md to the letter in a copy of the repository, and then runs all its tests.

/** Their headings, and the test that each makes fail at first: its file and its title. */
const RECIPES = [
  ['Add a field of the create request', 'test/e2e/sources', 'the input region_code'],
  ['Add a filter of the list', 'test/e2e/list', '"source":"repohost"'],
  ['Add an output', 'test/e2e/outputs', 'the outputs for a deployment that differs'],
  ['Add an error code', 'test/summary/snapshots', 'payment_required'],
] as const

/** The numbered steps under a heading: the file, the changes to make by hand, and the commands to run. */
function stepsUnder(heading: string, text: string) {
  const tokens = marked.lexer(text)
  const start = tokens.findIndex(token => token.type === 'heading' && token['text'] === heading)
  const list = tokens.slice(start + 1).find((token): token is Tokens.List => token.type === 'list')
  return (list?.items ?? []).map(item => {
    const inside = tokensIn([item])
    const diffs = inside.filter(token => token.type === 'code' && token['lang'] === 'diff')
    const code = inside.filter(({ type }) => type === 'codespan').map(token => String(token['text']))
    return {
      file: String(inside.find(({ type }) => type === 'link')?.['href'] ?? ''),
      diffs: diffs.map(token => String(token['text'])),
      commands: code.flatMap(text => /^npm run (\w+)$/.exec(text)?.slice(1) ?? []),
    }
  })
}

/** Applies a diff to a text, which must contain the kept and removed lines exactly once. */
function patched(text: string, diff: string): string {
  const lines = diff.split('\n')
  const without = (sign: string) =>
    lines.flatMap(line => (line.startsWith(sign) ? [] : [`${line.slice(1)}\n`])).join('')
  expect(text.split(without('+')), `the place for this change:\n${diff}\n`).toHaveLength(2)
  return text.replace(without('+'), () => without('-'))
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
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { cwd: copy, env: { ...process.env, CI: '' }, maxBuffer: 1e8 }).then(
      () => 'ok',
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    )
  const text = await readFile('CONTRIBUTING.md', 'utf8')
  const lists = RECIPES.map(([heading]) => stepsUnder(heading, text))
  const apply = async ({ file, diffs }: (typeof lists)[number][number]) => {
    if (diffs.length > 0)
      await writeFile(join(copy, file), diffs.reduce(patched, await readFile(join(copy, file), 'utf8')))
  }
  try {
    expect(await run('git', 'init', '--quiet')).toBe('ok')
    expect(await run('git', 'add', '--all')).toBe('ok')
    for (const [index, [, file, title]] of RECIPES.entries()) {
      for (const step of lists[index]?.slice(0, 1) ?? []) await apply(step)
      expect(await run('npx', 'vitest', 'run', file, '--testNamePattern', title)).toContain('1 failed')
    }
    for (const steps of lists) for (const step of steps.slice(1)) await apply(step)
    const commands = new Set(lists.flatMap(steps => steps.flatMap(step => step.commands)))
    expect([...commands]).toEqual(['readme', 'schema', 'build'])
    for (const command of [...commands, 'check', 'test']) expect(await run('npm', 'run', command)).toBe('ok')
  } finally {
    await rm(copy, { recursive: true })
  }
})
