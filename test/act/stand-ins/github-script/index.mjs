import { createRequire } from 'node:module'

// Runs a script with GitHub's toolkit, whose folder is in TOOLKIT.
const toolkit = name => import(`${process.env.TOOLKIT}/${name}`)
const core = await toolkit('core/lib/core.js')
const { context, getOctokit } = await toolkit('github/lib/github.js')
const script = Object.getPrototypeOf(async () => {}).constructor(
  'github',
  'context',
  'core',
  'require',
  core.getInput('script'),
)
await script(getOctokit(core.getInput('github-token')), context, core, createRequire(import.meta.url)).catch(
  core.setFailed,
)
