import { openService, type Service } from '../service/client.ts'
import type { OnRetry } from '../service/retry.ts'
import type { Transport } from '../service/transport.ts'
import type { Surroundings } from './action.ts'
import type { Connection } from './inputs/connection.ts'
import { bearerToken } from './oidc.ts'
import { traced } from './report/trace.ts'

/** The service that a connection leads to. */
export function serviceAt(
  connection: Connection,
  { send }: Transport,
  { job, clock, random }: Surroundings,
  onRetry: OnRetry,
): Service {
  return openService({
    baseUrl: connection.base_url,
    headers: connection.headers,
    authorization: bearerToken(connection.oidc_audience, job, clock),
    listParameters: connection.list_parameters,
    send: traced(send, job, clock),
    retry: { clock, random, onRetry },
  })
}
