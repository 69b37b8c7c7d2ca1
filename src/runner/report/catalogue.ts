import type { ErrorCode } from '../../deployment/outcome.ts'

/** What each `error_code` means, in a few words for a title, and what to do next. */
export const CATALOGUE: Record<ErrorCode, { title: string; next: string }> = {
  invalid_input: {
    title: 'Invalid input',
    next: 'Correct what is named and run again; nothing was sent.',
  },
  unauthorized: {
    title: 'Not authenticated',
    next: 'Check the credential: api_key and api_key_header, headers, or oidc_audience. An undefined secret is an empty string, and secrets are not passed to workflows of forks.',
  },
  forbidden: {
    title: 'Not permitted',
    next: 'The credential is known but may not do this. Some keys need a workspace header besides: set it through the input headers.',
  },
  not_found: {
    title: 'Not found',
    next: 'Check base_url: it must be the address under which the paths /v1 and /v2 of the service are found.',
  },
  rejected: {
    title: 'Request rejected',
    next: 'Change what the service objects to and run again; nothing was created.',
  },
  name_taken: {
    title: 'Name taken',
    next: 'A tracing project of this name may have outlived its deployment. Choose another name, or have the tracing project removed, and run again.',
  },
  already_exists: {
    title: 'Deployment exists',
    next: 'Choose another name, or set if_exists to match or reuse to go on with the deployment that is there.',
  },
  differs: {
    title: 'Deployment differs',
    next: 'The service has no update here: change the inputs to match, choose another name, or set if_exists to reuse to go on with the deployment as it is.',
  },
  ambiguous_name: {
    title: 'Name is ambiguous',
    next: 'Delete all but one of them, or choose another name, and run again.',
  },
  repository_not_found: {
    title: 'Repository not visible',
    next: "Check the spelling, and grant the repository to the integration's app on the repository host.",
  },
  ambiguous_repository: {
    title: 'Repository is ambiguous',
    next: 'Give the input repository as the full URL of the one that is meant.',
  },
  rate_limited: {
    title: 'Rate limited',
    next: 'The service asked to slow down for longer than this step may wait. Run again later; a rerun is safe.',
  },
  unavailable: {
    title: 'Service unavailable',
    next: 'The service or a gateway before it failed, also when asked again. Run again later; a rerun is safe.',
  },
  unreachable: {
    title: 'Service unreachable',
    next: 'Check base_url, the proxy variables and the certificates of the runner. Run again later; a rerun is safe.',
  },
  unknown_outcome: {
    title: 'Outcome unknown',
    next: 'Run again: a rerun is safe, as it looks the name up first and adopts the deployment if it is there.',
  },
  duplicate_created: {
    title: 'Created twice',
    next: 'Delete one of the two deployments, then run again.',
  },
  unexpected_response: {
    title: 'Unexpected response',
    next: 'Check base_url: what answers there may not be the service.',
  },
  wait_timeout: {
    title: 'Not ready in time',
    next: 'Look at the deployment in the service. Run again to go on waiting, if need be with a longer wait_timeout; a rerun adopts the deployment.',
  },
  deleted: {
    title: 'Deployment is being deleted',
    next: 'Wait until it is gone and run again, or choose another name.',
  },
  cancelled: {
    title: 'Cancelled',
    next: 'Run again if the deployment is still wanted; a rerun is safe.',
  },
  internal: {
    title: 'Internal error',
    next: 'This is a bug in the action: please report it with the lines above.',
  },
}
