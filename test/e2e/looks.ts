import type { Sandbox } from '../../src/sandbox/server.ts'

type Json = Record<string, unknown>

/** The answer to the create request has these fields. */
export function created(sandbox: Sandbox, fields: Json) {
  sandbox.script({ operation: 'create_deployment', rewrite: body => ({ ...(body as Json), ...fields }) })
}

/** The lists after the first, which looks the name up, show deployments with these fields, one after the other. */
export function listed(sandbox: Sandbox, ...looks: (Json | ((page: Json) => unknown))[]) {
  sandbox.script({ operation: 'list_deployments', rewrite: page => page })
  for (const look of looks) {
    sandbox.script({
      operation: 'list_deployments',
      rewrite: body => {
        const page = body as { resources: Json[] }
        if (typeof look === 'function') return look(page)
        return { ...page, resources: page.resources.map(item => ({ ...item, ...look })) }
      },
    })
  }
}

/** The requests of the walks through the list. */
export const lists = ({ requests }: Sandbox) =>
  requests.filter(({ operation }) => operation === 'list_deployments')
