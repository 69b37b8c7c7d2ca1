import { spawnSync } from 'node:child_process'

// Installs the packages that the other scripts need. It runs without packages, on any Node of the machine.

console.log('Installing the packages that are missing, with npm …')
const { status } = spawnSync(
  'npm',
  ['install', '--no-save', '--loglevel=error', '--fetch-timeout=15000', '--fetch-retries=1'],
  { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
)
if (status !== 0) {
  const message =
    'The packages could not be installed, for the reason above. `npm ping` tells whether the registry answers.'
  console.error(
    `\n${message} With an own registry, set it with \`npm config set registry URL\`, and run this again.`,
  )
  process.exitCode = 1
}
