// dist/ has the layout of the actions: create at the root, every other action in a folder with its name.

/** The path in dist/ of an action's entry. */
export const entryFile = (action: string): string => (action === 'create' ? 'index.js' : `${action}/index.js`)

/** The Node version in `runs.using` of each action.yml. */
const OLDEST_NODE = 24

/**
 * The text of an action's entry, which runs the action by the module at `main`. An older Node could not parse or run
 * that module, so the entry checks the version first.
 */
export const entryText = (action: string, main: string): string => `\
const { node } = process.versions
if (Number(node.split('.')[0]) < ${OLDEST_NODE}) {
  console.log(\`::error title=Node is too old::This action needs Node ${OLDEST_NODE} or newer, and the runner started it with Node \${node}. Update the runner to version 2.327.1 or newer, which brings Node ${OLDEST_NODE}; a tool that runs workflows elsewhere needs a newer Node on its PATH. A rerun is safe, but fails the same way until then.\`)
  process.exitCode = 1
} else {
  const { run } = await import('${main}')
  await run('${action}')
}
`
