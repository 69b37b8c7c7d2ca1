import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

// The reusable workflows run the actions of this repository. A user who pins such a workflow by commit must also pin
// its actions, so the workflows name a full commit. A release therefore has two commits: the first is the release, and
// the second, which gets the tag, writes the first into the workflows.
//
//   node scripts/pin.ts           writes the newest commit into the workflows
//   node scripts/pin.ts --check   fails unless the newest commit did only that

export const PINNED_WORKFLOWS = ['.github/workflows/deploy-many.yml', '.github/workflows/preview.yml']

const OWN_ACTION = /(?<=\buses: OWNER\/create-deployment(?:\/[\w./-]+)?@).*$/gm

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** A workflow that runs the actions at a commit, with the version as a comment. */
const pinnedTo = (workflow: string, commit: string, version: string): string =>
  workflow.replace(OWN_ACTION, `${commit} # v${version}`)

function pin(commit: string): string[] {
  const { version } = JSON.parse(git('show', `${commit}:package.json`))
  return PINNED_WORKFLOWS.filter(file => {
    const workflow = readFileSync(file, 'utf8')
    const pinned = pinnedTo(workflow, commit, version)
    writeFileSync(file, pinned)
    return pinned !== workflow
  })
}

/** The reason why the newest commit is not the second of a release; undefined if it is. */
function fault(): string | undefined {
  const released = git('rev-parse', 'HEAD^')
  const others = git('diff', '--name-only', 'HEAD^', 'HEAD')
    .split('\n')
    .filter(file => !PINNED_WORKFLOWS.includes(file))
  if (others.length > 0) return `the newest commit changes more than the workflows: ${others.join(', ')}`
  const stale = pin(released)
  return stale.length > 0 ? `${stale.join(' and ')} must run the actions at ${released}` : undefined
}

if (import.meta.main) {
  if (process.argv.includes('--check')) {
    const found = fault()
    if (found !== undefined) {
      console.error(`${found}; run "npm run pin", commit what it writes, and tag that commit`)
      process.exitCode = 1
    }
  } else {
    const commit = git('rev-parse', 'HEAD')
    console.log(`${pin(commit).join(' and ') || 'No workflow'} changed; the actions run at ${commit}`)
  }
}
