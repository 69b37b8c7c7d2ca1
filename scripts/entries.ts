// dist/ is laid out like the actions: create at the root, every other one in a folder of its name.

/** The path in dist/ of an action's entry. */
export const entryFile = (action: string): string => (action === 'create' ? 'index.js' : `${action}/index.js`)

/** The text of an action's entry, which runs the action by the module at `main`. */
export const entryText = (action: string, main: string): string =>
  `import { run } from '${main}'\nawait run('${action}')\n`
