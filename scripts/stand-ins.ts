// Stands in the bundle for modules that @actions/github imports and the actions never use: all requests go through the
// project's own transport, and only src/github/event.ts reads the event. `Context` would also print where the event's
// file is missing, and throw where it is not JSON.

/** Each module that is replaced, by its path in node_modules, and what its stand-in exports. */
export const STAND_INS: Record<string, string> = {
  '@actions/http-client/lib/index.js': 'HttpClient',
  'undici/index.js': 'fetch',
  '@actions/github/lib/context.js': 'Context',
}

/** A value that throws by the module's name, whatever is done with it. */
function unused(module: string): never {
  const refuse = () => {
    throw new Error(`${module} is not in this bundle, but something uses it: see scripts/stand-ins.ts`)
  }
  return new Proxy(refuse, new Proxy({}, { get: () => refuse })) as never
}

export const fetch: unknown = unused('undici')

/** @actions/github asks for agents as it is loaded, and does not use them. */
export function HttpClient(): object {
  const name = '@actions/http-client'
  const agent = () => unused(name)
  return new Proxy(
    { getAgent: agent, getAgentDispatcher: agent },
    { get: (known, key) => Reflect.get(known, key) ?? Reflect.get(unused(name), key) },
  )
}

/** @actions/github makes a context as it is loaded, and does not use it. */
export function Context(): object {
  return unused('@actions/github/lib/context.js')
}
