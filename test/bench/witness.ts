import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Preloaded by `node --import`: tells, in the file that WITNESS names, what the process loaded and needed.

/** Bytes of JavaScript that were loaded, and the most memory that was resident, in bytes. */
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
