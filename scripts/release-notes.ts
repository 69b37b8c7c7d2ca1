import { readFileSync } from 'node:fs'

// Prints the section of CHANGELOG.md for a tag, whose version must be that of package.json: node
// scripts/release-notes.ts v1.2.3

const [, , tag = ''] = process.argv
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
if (tag !== `v${version}`)
  throw new Error(`the tag is ${tag || 'not given'}, and the version in package.json is ${version}`)

// A section ends at the next one, or at the links below the last.
const heading = new RegExp(`^## \\[${RegExp.escape(version)}\\].*\n`, 'm')
const [, below = ''] = readFileSync('CHANGELOG.md', 'utf8').split(heading)
const [section = ''] = below.split(/^(?:## |\[[^\]]+\]: )/m)
const notes = section.trim()
if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}`)
console.log(`${notes}

---

\`npm ci && npm run build\` at this tag writes the same \`dist/\`, byte for byte. After it, \`npm run -s stack < log.txt\` names the
lines of the source in the stack of an internal error; \`source-maps.tar.gz\` holds what it reads.`)
