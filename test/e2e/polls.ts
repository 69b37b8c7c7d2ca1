import type { Sandbox } from '../sandbox/sandbox.ts'

type Json = Record<string, unknown>

/** Sets fields in the response to the create request. */
export function created(sandbox: Sandbox, fields: Json) {
  sandbox.script({ operation: 'create_deployment', rewrite: body => ({ ...(body as Json), ...fields }) })
}

/**
 * Sets fields of the deployments in the lists after the look-up of the name, one item for each list. The first list is
 * that of the search for duplicates, which has an empty page after it.
 */
export function listed(sandbox: Sandbox, ...polls: (Json | ((page: Json) => unknown))[]) {
  sandbox.script({ operation: 'list_deployments', rewrite: page => page })
  for (const [index, poll] of polls.entries()) {
    sandbox.script({
      operation: 'list_deployments',
      rewrite: body => {
        const page = body as { resources: Json[] }
        if (typeof poll === 'function') return poll(page)
        return { ...page, resources: page.resources.map(item => ({ ...item, ...poll })) }
      },
    })
    if (index === 0) sandbox.script({ operation: 'list_deployments', rewrite: page => page })
  }
}

/** All list requests. */
export const lists = ({ requests }: Sandbox) =>
  requests.filter(({ operation }) => operation === 'list_deployments')
