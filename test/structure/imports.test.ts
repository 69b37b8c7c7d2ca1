import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modulesOf } from './modules.ts'

// Only entries have effects on import, and modules keep no state. So tests and actions can import any module.

const MODULES = [...modulesOf('src/*/**/*.ts').values()]

/** The effects of modules on import. */
function effectsOf(folder: string, files: string[]): string[] {
  const watch = resolve('test/structure/watch-imports.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [watch, resolve(folder), ...files], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout.split('\n').at(-1) ?? '')
}

it('modules of src/ have no effects on import', () => {
  const files = MODULES.map(({ file }) => file)
  expect(files.length).toBeGreaterThan(60)
  expect(effectsOf('src', files)).toEqual([])
})

it('modules of src/ keep no state', () => {
  const variables = MODULES.flatMap(({ file, statements }) =>
    statements
      .map(statement => statement.declaration ?? statement)
      .filter(({ type, kind }) => type === 'VariableDeclaration' && kind !== 'const')
      .map(() => file),
  )
  expect(variables).toEqual([])
})

describe('an effect on import is found', () => {
  const cases = [
    ['prints', "console.log('x')", 'console.log'],
    ['writes', "process.stderr.write('x')", 'process.stderr'],
    ['reads the environment', "export const ci = process.env['CI']", 'process.env'],
    ['reads the arguments', 'export const [, , a] = process.argv', 'process.argv'],
    ['sets the exit code', 'process.exitCode = 0', 'process.exitCode'],
    ['listens to a signal', "process.on('SIGUSR2', () => {})", 'process.on'],
    ['waits', 'setTimeout(() => {}, 1)', 'setTimeout'],
    [
      'waits for a promise',
      "import { setTimeout } from 'node:timers/promises'\nawait setTimeout(1)",
      'timers/promises.setTimeout',
    ],
    [
      'reads a file',
      "import { readFileSync } from 'node:fs'\nreadFileSync('package.json')",
      'fs.readFileSync',
    ],
    [
      'reads a file asynchronously',
      "import { readFile } from 'node:fs/promises'\nvoid readFile('package.json')",
      'fs/promises.readFile',
    ],
    [
      'starts a process',
      "import { spawn } from 'node:child_process'\nspawn(process.execPath, ['-v'])",
      'child_process.spawn',
    ],
    [
      'opens a socket',
      "import * as net from 'node:net'\nnet.createServer().listen(0).unref()",
      'net.createServer',
    ],
    ['creates a socket', "import { Socket } from 'node:net'\nnew Socket()", 'net.Socket'],
    ['sends a request', "fetch('http://127.0.0.1:9').catch(() => {})", 'fetch'],
    ['reads the clock', 'export const started = Date.now()', 'Date.now'],
    ['gets a random number', 'export const id = Math.random()', 'Math.random'],
    [
      'calls a function with an effect',
      'const f = () => Math.random()\nexport const a = [1].map(f)',
      'Math.random',
    ],
  ] as const
  const fileOf = (title: string) => `${title.replaceAll(' ', '-')}.ts`

  // One process imports them all. Node names modules by their real paths, and the temporary folder may be a link.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'effects-')))
  afterAll(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  for (const [title, text] of cases) writeFileSync(join(folder, fileOf(title)), text)
  let effects: string[]
  beforeAll(() => {
    effects = effectsOf(
      folder,
      cases.map(([title]) => join(folder, fileOf(title))),
    )
  })

  it.each(cases)('if a module %s', (title, _, effect) =>
    expect(effects).toContain(`${fileOf(title)}: ${effect}`),
  )
})
