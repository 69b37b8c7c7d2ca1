import { execFileSync } from 'node:child_process'
import { marked } from 'marked'
import { openSandbox } from '../src/sandbox/routes.ts'
import { serve } from '../src/sandbox/server.ts'
import { runStep } from './run-step.ts'

// Runs steps against the sandbox, and takes pictures of their summaries for the README, with chromium and pngquant.

const FAULTS = { release: 'none', failure: 'build_fails' }
const SHOP = { owner: 'acme', name: 'shop', url: 'https://github.com/acme/shop' }
const COMMIT = '6d5f1c0e8a3b4297c1e0f9a8b7d6c5e4f3a2b1c0'
const RUN = { GITHUB_REPOSITORY: 'acme/shop', GITHUB_REF: 'refs/tags/v1.4.2', GITHUB_SHA: COMMIT }
const STEP = { name: 'shop-v1.4.2', source: 'repohost', repo_ref: RUN.GITHUB_REF, wait_for: 'active' }

/** GitHub's colours of text, lines, code, links and background. */
const THEMES = { light: '#1f2328 #d1d9e0 #f0f1f2 #0969da #fff', dark: '#f0f6fc #3d444d #242a33 #4493f8 #111' }
const stylesOf = ([text, line, code, link, background]: string[]) => `<style>
  body { font: 16px/1.5 sans-serif; margin: 0 24px; display: flow-root; color: ${text}; background: ${background} }
  h2 { border-bottom: 1px solid ${line}; padding-bottom: 7px } table { border-collapse: collapse; margin: 16px 0 }
  td, th { border: 1px solid ${line}; padding: 6px 13px } details { margin-bottom: 16px } a { color: ${link} }
  code { font: 85% monospace; background: ${code}; padding: 3px 5px; border-radius: 6px }</style>`

const OPTIONS = ['--headless', '--no-sandbox', '--hide-scrollbars', '--disable-lcd-text']
const browse = (...more: string[]) =>
  String(execFileSync('chromium', [...OPTIONS, ...more], { stdio: 'pipe' }))

for (const [name, fault] of Object.entries(FAULTS)) {
  const more = { repositories: [SHOP], heads: { [SHOP.url]: COMMIT }, ready_after: 4000 }
  const { fetch, integration_id } = openSandbox({ ...more, faults: [fault] })
  const { url, close } = await serve(fetch, 0)
  const inputs = { ...STEP, base_url: url, integration_id, wait_timeout: '15s' }
  const { summary } = await runStep({ with: inputs, env: RUN }).finally(close)
  const body = `${marked.parse(summary)}<script>document.title = document.body.offsetHeight</script>`
  for (const [theme, colours] of Object.entries(THEMES)) {
    const html = `<!doctype html>${stylesOf(colours.split(' '))}${body}`
    const page = `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
    const [, height] = browse('--dump-dom', '--window-size=860,99', page).match(/<title>(\d+)/) ?? []
    const file = `docs/pictures/${name}-${theme}.png`
    browse(`--screenshot=${file}`, `--window-size=860,${height}`, page)
    execFileSync('pngquant', ['--force', '--output', file, '32', file])
  }
}
