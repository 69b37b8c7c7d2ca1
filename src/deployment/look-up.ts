import { type Received, type Service, toDeployment } from '../service/client.ts'
import type { Reply } from '../service/failure.ts'
import { findDeployments } from '../service/pages.ts'
import type { Deployment } from '../service/responses.ts'

/**
 * All deployments that bear exactly this name (interface: list deployments). The service's filter only narrows
 * the walk; it may be a substring, a prefix or nothing at all.
 *
 * @param options whether each request is retried; a caller that looks again by itself has no need of it
 */
export async function lookUpName(
  service: Service,
  name: string,
  signal: AbortSignal,
  options = { retry: true },
): Promise<Reply<Received<Deployment>[]>> {
  const list: Service['listDeployments'] = (query, until) => service.listDeployments(query, until, options)
  const reply = await findDeployments(list, { name }, sent => sent['name'] === name, signal)
  return reply.ok ? allReadable(reply, `a listed deployment named "${name}"`) : reply
}

/**
 * Listed deployments as the action reads them: all of them, or a failure.
 *
 * @param each what one of them is called in that failure
 */
export function allReadable(
  { value, status }: { value: Record<string, unknown>[]; status: number },
  each: string,
): Reply<Received<Deployment>[]> {
  const deployments: Received<Deployment>[] = []
  for (const sent of value) {
    const deployment = toDeployment(sent)
    if (!deployment) {
      const reason = `${each} carries no id, or cannot be read`
      return { ok: false, error: { kind: 'unusable', status, reason, said: { text: '', fields: [] } } }
    }
    deployments.push(deployment)
  }
  return { ok: true, value: deployments, status }
}
