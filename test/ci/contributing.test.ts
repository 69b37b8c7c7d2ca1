import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { marked, type Tokens } from 'marked'
import { expect, it } from 'vitest'
import { entryFile, entryText } from '../../scripts/entries.ts'
import { tokensIn } from '../markdown.ts'
import { needs } from '../tools.ts'

// Follows the lists of CONTRIBUTING.md in a copy of the repository, and checks that their steps are complete.

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
    return { file: link?.['href'] ?? '', diffs: texts('code', 'diff'), commands: texts('codespan') }
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

/** A copy without fetched and built files. Its actions run from source, because a build takes too long. */
async function copyOfTheRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'contributing-'))
  const left = ['node_modules', '.git', '.tools', 'build', 'dist']
  for (const entry of await readdir('.')) {
    if (!left.includes(entry)) await cp(entry, join(copy, entry), { recursive: true })
  }
  await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  await cp('dist/package.json', join(copy, 'dist/package.json'))
  for (const action of ['create', 'list']) {
    const file = join(copy, 'dist', entryFile(action))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, entryText(action, pathToFileURL(join(copy, 'src/main.ts')).href))
  }
  return copy
}

/** Runs a tool in the copy. Returns `ok`, or its output if it fails. */
async function run(copy: string, tool: string, ...args: string[]): Promise<string> {
  try {
    await promisify(execFile)(tool, args, { cwd: copy, env: { ...process.env, CI: '' } })
    return 'ok'
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return stdout + stderr
  }
}

const GENERATED = [
  'README.md',
  'config.schema.json',
  'docs/connection.md',
  'docs/errors.md',
  'docs/list.md',
  'docs/wait.md',
]

/** Prefixes of the test files that fail if a step is missing. */
const GUARDS = ['test/actions/drift', 'test/deployment/list.', 'test/inputs/schema', 'test/sandbox/create.']

it.concurrent.for([
  { heading: 'Add a field of the create request', test: 'the input region' },
  { heading: 'Add a filter of the list', test: '"source":"repohost"' },
  { heading: 'Add an output', test: 'the outputs for a deployment that differs' },
  { heading: 'Add an error code', test: 'payment_required' },
])(
  'the steps of CONTRIBUTING.md are complete: $heading',
  { timeout: 300_000 },
  async ({ heading, test }, context) => {
    needs(context, 'git')
    const copy = await copyOfTheRepository()
    try {
      expect(await run(copy, 'git', 'init', '--quiet')).toBe('ok')
      expect(await run(copy, 'git', 'add', '--all')).toBe('ok')
      const steps = stepsUnder(heading, await readFile('CONTRIBUTING.md', 'utf8'))
      const [first, ...others] = steps.filter(({ diffs }) => diffs.length > 0)
      if (!first) return expect.unreachable('there is no step with a change')
      const runNewTest = () => run(copy, 'vitest', 'run', first.file, '--testNamePattern', test)
      const apply = async ({ file, diffs }: Step) =>
        writeFile(join(copy, file), diffs.reduce(patched, await readFile(join(copy, file), 'utf8')))

      await apply(first)
      expect(await runNewTest()).toContain('1 failed')

      for (const step of others) await apply(step)
      const commands = steps.at(-1)?.commands ?? []
      expect(commands).toContain('npm run build')
      for (const command of commands.filter(command => command !== 'npm run build')) {
        expect(await run(copy, 'npm', ...command.split(' ').slice(1))).toBe('ok')
      }
      const [newTest, otherTests, types, lint] = await Promise.all([
        runNewTest(),
        run(copy, 'vitest', 'run', ...GUARDS),
        run(copy, 'tsc', '--noEmit'),
        run(copy, 'biome', 'check', '--error-on-warnings'),
      ])
      expect({ newTest, otherTests, types, lint }).toEqual({
        newTest: 'ok',
        otherTests: 'ok',
        types: 'ok',
        lint: 'ok',
      })
      const { stdout } = await promisify(execFile)('git', ['diff', '--name-only'], { cwd: copy })
      const byCommand = stdout
        .trim()
        .split('\n')
        .filter(file => !steps.some(step => step.file === file))
      expect(GENERATED).toEqual(expect.arrayContaining(byCommand))
    } finally {
      await rm(copy, { recursive: true })
    }
  },
)
