/** The words for what goes wrong with a create request, and from `build_fails` on with the deployment that it creates. */
export const FAULTS = [
  'none',
  'fail',
  'slow',
  'lose',
  'taken',
  'refuse',
  'build_fails',
  'late_url',
  'deleted',
  'unhealthy',
  'omits',
] as const
export type Fault = (typeof FAULTS)[number]

/** How long after the others `slow` answers, in milliseconds: later than clients wait by default. */
export const DELAY = 40_000

/** The answer to a request that the service refuses. */
export const refusal = (status: number, detail: unknown): Response =>
  Response.json({ detail }, { status })

/** The faults that refuse a create request. */
export const REFUSALS: Partial<Record<Fault, () => Response>> = {
  fail: () => refusal(503, 'Out of service'),
  // A name may be refused because of a tracing project that has survived its deployment.
  taken: () => refusal(409, 'A tracing project has this name'),
  refuse: () =>
    refusal(422, [
      {
        loc: ['body', 'name'],
        msg: 'The name is reserved',
        type: 'value_error',
      },
    ]),
}
