import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { patched, RECIPES, type Step } from '../recipes.ts'
import { needs } from '../tools.ts'

// Follows the recipes to the letter in a copy of the repository, and then runs all its tests.

const FIELDS = 'src/service/fields.ts'

/** The recipe of a field, for a field that is a boolean. */
const ofBoolean = (diff: string) =>
  diff
    .replace('region_code: text', 'zoned: boolean')
    .replaceAll('region_code', 'zoned')
    .replace("'north',", "'true',")
    .replace("'north'", 'true')

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
    promisify(execFile)(program, args, {
      cwd: copy,
      env: { ...process.env, CI: '', TRIES: '' },
      maxBuffer: 1e8,
    }).then(
      () => 'ok',
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    )
  const apply = async ({ file, diffs }: Step) => {
    if (diffs.length > 0)
      await writeFile(join(copy, file), diffs.reduce(patched, await readFile(join(copy, file), 'utf8')))
  }
  try {
    expect(await run('git', 'init', '--quiet')).toBe('ok')
    expect(await run('git', 'add', '--all')).toBe('ok')
    for (const { steps, file, title } of RECIPES) {
      for (const step of steps.slice(0, 1)) await apply(step)
      expect(await run('npx', 'vitest', 'run', file, '--testNamePattern', title)).toContain('1 failed')
    }
    for (const { steps } of RECIPES) for (const step of steps.slice(1)) await apply(step)
    for (const step of RECIPES[0]?.steps ?? []) await apply({ ...step, diffs: step.diffs.map(ofBoolean) })
    // Writes the log that docs/errors.md quotes.
    expect(await run('npx', 'vitest', 'run', 'test/summary/snapshots')).toBe('ok')
    const commands = new Set(RECIPES.flatMap(({ steps }) => steps.flatMap(step => step.commands)))
    expect([...commands]).toEqual(['readme', 'schema', 'build'])
    for (const command of [...commands, 'check', 'test']) expect(await run('npm', 'run', command)).toBe('ok')
    // A wrong kind is an error where it stands, and nowhere else.
    await apply({ file: FIELDS, diffs: ['-  zoned: boolean,\n+  zoned: boolaen,'], commands: [] })
    expect(await run('npx', 'tsc', '--noEmit')).toMatch(/^src\/service\/fields\.ts\(\d+,\d+\): .*\n$/)
  } finally {
    await rm(copy, { recursive: true })
  }
})
