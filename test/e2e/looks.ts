import type { Sandbox } from '../../src/sandbox/server.ts'

type Json = Record<string, unknown>

/** Sets fields in the response to the create request. */
export function created(sandbox: Sandbox, fields: Json) {
  sandbox.script({ operation: 'create_deployment', rewrite: body => ({ ...(body as Json), ...fields }) })
}

/** Sets fields of the deployments in the lists after the look-up of the name, one item for each list. */
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

/** The first requests of all walks through the list. */
export const lists = ({ requests }: Sandbox) =>
  requests.filter(({ operation }) => operation === 'list_deployments')
