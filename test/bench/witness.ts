import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Preloaded by `node --import`: writes the size of the loaded code and the peak memory to the file WITNESS.

/** The size of the loaded JavaScript and the peak of the resident memory, in bytes. */
export interface Testimony {
  loaded: number
  peak: number
}

let loaded = 0
registerHooks({
  load(url, context, next) {
    const module = next(url, context)
    if (url !== import.meta.url && !url.startsWith('node:')) loaded += Buffer.byteLength(module.source ?? '')
    return module
  },
})
process.on('exit', () => {
  const testimony: Testimony = { loaded, peak: process.resourceUsage().maxRSS * 1024 }
  writeFileSync(process.env['WITNESS'] ?? '', JSON.stringify(testimony))
})
