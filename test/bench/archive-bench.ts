import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, packArchive, unpackArchive } from './archive.ts'
import { runFrom } from './commands.ts'
import { median } from './report.ts'
import { SCENARIOS } from './scenarios.ts'

/** The cost of an archive, in bytes and milliseconds; `run` only for the create action of this repository. */
interface ArchiveFigures {
  packed: number
  unpacked: number
  files: number
  unpack: number
  run?: number
}

/**
 * Measures the time from `uses:` to the id: unpacks the archive into an empty folder and creates a deployment with it.
 * The download is left out, because it depends only on the network.
 *
 * @param others files with archives of other actions, which are unpacked only
 */
export async function benchArchives(others: readonly string[], runs: number): Promise<void> {
  const figures: Record<string, ArchiveFigures> = { 'this repository': await measureOwn(runs) }
  for (const file of others) figures[file] = measure(readFileSync(file), runs)
  console.log(`\nFrom \`uses:\` to the id, ${runs} runs`)
  console.table(
    Object.fromEntries(
      Object.entries(figures).map(([name, { packed, unpacked, files, unpack, run }]) => [
        name,
        {
          'packed kB': Math.round(packed / 1000),
          'unpacked kB': Math.round(unpacked / 1000),
          files,
          'unpack ms': Math.round(unpack),
          ...(run !== undefined && { 'run ms': Math.round(run), 'both ms': Math.round(unpack + run) }),
        },
      ]),
    ),
  )
}

async function measureOwn(runs: number): Promise<ArchiveFigures> {
  const archive = packArchive()
  const stage = await SCENARIOS[0]?.open()
  if (!stage) throw new Error('there is no scenario')
  const times: number[] = []
  try {
    for (let round = 0; round < runs; round++) {
      // A new folder each time, so that no code is in the compile cache.
      const root = unpackArchive(archive)
      times.push((await runFrom(join(root, 'dist/index.js'), stage.newTask())).ms)
      rmSync(root, { recursive: true })
    }
  } finally {
    await stage.close()
  }
  return { ...measure(archive, runs), run: median(times) }
}

function measure(archive: Buffer, runs: number): ArchiveFigures {
  const times: number[] = []
  let files = new Map<string, number>()
  for (let round = 0; round < runs; round++) {
    const begun = performance.now()
    const root = unpackArchive(archive)
    times.push(performance.now() - begun)
    files = filesIn(root)
    rmSync(root, { recursive: true })
  }
  const unpacked = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
  return { packed: archive.length, unpacked, files: files.size, unpack: median(times) }
}
