import { spawnSync } from 'node:child_process'

// Installs the packages that the other scripts need, if one is missing. It runs without packages, on any Node.

const npm = (...words) =>
  spawnSync('npm', words, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // Without these limits, npm is silent for minutes if the registry does not answer.
    env: { npm_config_fetch_timeout: '15000', npm_config_fetch_retries: '1', ...process.env },
  })

if (npm('ls').status !== 0) {
  console.log('Installing the packages that are missing, with npm …')
  const { status, stderr, error } = npm('install', '--no-save', '--prefer-offline')
  if (status !== 0) {
    console.error(`${stderr || error}
The packages could not be installed, for the reason above. \`npm ping\` tells whether the registry answers.
If you have a registry of your own, set it with \`npm config set registry URL\`, and run this again.`)
    process.exitCode = 1
  }
}
