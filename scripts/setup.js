import { spawnSync } from 'node:child_process'

// Installs the packages that the other scripts need, if one is missing. It runs without packages, on any Node.

const OPTIONS = { encoding: 'utf8', shell: process.platform === 'win32' }
/** Without these limits, npm is silent for minutes if the registry does not answer. */
const LIMITS = { npm_config_fetch_timeout: '15000', npm_config_fetch_retries: '1' }

const npm = (...words) => spawnSync('npm', words, { ...OPTIONS, env: { ...LIMITS, ...process.env } })

if (npm('ls', '--loglevel=silent').status !== 0) {
  console.log('Installing the packages that are missing, with npm …')
  const failed = failure()
  if (failed) {
    console.error(`${failed.stderr || failed.error || ''}
The packages could not be installed, for the reason above. \`npm ping\` tells whether the registry answers.
If you have a registry of your own, set it with \`npm config set registry URL\`, and run this again.`)
    process.exitCode = 1
  }
}

/** Installs from npm's cache, which needs no registry, or from the registry; returns the command that failed. */
function failure() {
  if (npm('install', '--no-save', '--offline', '--loglevel=silent').status === 0) return undefined
  const ping = npm('ping', '--loglevel=error', '--fetch-retries=0')
  // A registry without this endpoint answers with a status, such as E404.
  if (ping.status !== 0 && !/code E\d{3}\b/.test(ping.stderr)) return ping
  const install = npm('install', '--no-save', '--loglevel=error')
  return install.status === 0 ? undefined : install
}
