// Preloaded by `node --import`: writes the size of the loaded code and the peak memory to the file WITNESS. Not TypeScript,
// whose types Node would remove with a compiler that takes more memory than the action.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

let loaded = 0
registerHooks({
  load(url, context, next) {
    const module = next(url, context)
    if (url !== import.meta.url && !url.startsWith('node:')) loaded += Buffer.byteLength(module.source ?? '')
    return module
  },
})
process.on('exit', () => {
  const testimony = { loaded, peak: process.resourceUsage().maxRSS * 1024 }
  writeFileSync(process.env['WITNESS'] ?? '', JSON.stringify(testimony))
})
