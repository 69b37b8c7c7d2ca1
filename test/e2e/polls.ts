import type { Sandbox } from '../sandbox/sandbox.ts'

type Json = Record<string, unknown>

/** Sets fields in the response to the create request. */
export function created(sandbox: Sandbox, fields: Json) {
  sandbox.script({ operation: 'create_deployment', rewrite: body => ({ ...(body as Json), ...fields }) })
}

/**
 * Sets fields of the deployments in the lists after the look-up of the name, one item for each list. The first list is
 * that of the search for duplicates, whose empty page may be asked for before or after it, and stays as it is.
 */
export function listed(sandbox: Sandbox, ...polls: (Json | ((page: Json) => unknown))[]) {
  const left = [...polls]
  sandbox.script({ operation: 'list_deployments', rewrite: page => page })
  sandbox.script({
    operation: 'list_deployments',
    times: polls.length + 1,
    rewrite: body => {
      const page = body as { resources: Json[] }
      const poll = page.resources.length > 0 ? left.shift() : undefined
      if (typeof poll === 'function') return poll(page)
      return { ...page, resources: page.resources.map(item => ({ ...item, ...poll })) }
    },
  })
}

/** All list requests. */
export const lists = ({ requests }: Sandbox) =>
  requests.filter(({ operation }) => operation === 'list_deployments')
