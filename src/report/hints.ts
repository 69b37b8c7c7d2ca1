import type { Hint } from '../deployment/outcome.ts'

/** Advice for failures with more detail than their code: when it applies, and the next step. */
export const HINTS: Record<Hint, { when: string; next: string; rerun?: string }> = {
  not_the_service: {
    when: 'The response is HTML instead of JSON, with a 404 or a success status',
    next: 'A web page answered: this does not look like the service. Set `base_url` to the URL of its API: the paths `/v1` and `/v2` must exist below it.',
  },
  unpaged: {
    when: 'The pages of the list repeat themselves, hide items or do not end',
    next: 'Set the names that the service uses for `limit` and `offset` in the input `list_parameters`: it may know them by other names.',
  },
  blocked: {
    when: 'A 403 in HTML instead of JSON',
    next: 'A gateway or firewall in front of the service refused this runner. Have the IP address of the runner allowed, use a runner inside the network, or send the token of the gateway in the input `headers`.',
  },
  workspace: {
    when: 'A 403 that mentions a workspace, tenant or organisation',
    next: 'The credential is valid for several workspaces. Add the header that the service names to the input `headers`, such as `X-Workspace-Id: …`.',
  },
  quota: {
    when: 'A 403 that mentions a quota, a limit or a plan',
    next: 'The account has reached a limit: delete what is no longer needed, or have the limit raised, and run again; nothing was created.',
  },
  no_credential: {
    when: 'A 401 or 403 to a request without a credential',
    next: 'No credential was sent: `api_key` and `oidc_audience` are empty, and `headers` has none by its name. Set one of them. An undefined secret is an empty string, and workflows of forks get no secrets.',
  },
  health_host: {
    when: 'The DNS look-up of the host in `health_url` fails',
    next: 'The host in `health_url` is not known: check its spelling, or wait until its DNS record exists. A host of an internal network needs a runner inside that network.',
  },
  health_text: {
    when: 'The health URL answers 2xx without the text of `health_contains`',
    next: 'Compare the text of `health_contains` with the response: case and spaces count, and only the first MiB is read. An older revision may still respond: `wait_for: active` waits for the newest one.',
  },
  name_refused: {
    when: 'A 400 or 422 about the `name`',
    next: 'Choose a name that the service accepts and run again; nothing was created. Most services accept small letters, digits and dashes after a first letter.',
  },
  integration: {
    when: 'A 404 for the list of repositories',
    next: 'Check `base_url` and `integration_id`: the service does not know one of them.',
  },
  redirect: {
    when: 'The service answers with a redirect',
    next: 'Set `base_url` to the URL that the service itself answers at. If the redirect leads to a login page, the credential is missing.',
  },
  other_deployment: {
    when: 'The create request is answered with a deployment of another name, or with the id of an earlier one',
    next: 'Look at the deployment that the error names. If the service changed the name, use the changed one as `name`, or delete the deployment and choose a name that the service keeps.',
    rerun:
      'Yes: a rerun looks the name up first. It does not find a deployment whose name the service changed.',
  },
  create_redirected: {
    when: 'The create request is answered with a redirect',
    next: 'Set `base_url` to the URL that the service itself answers at, and run again: a rerun is safe, as it looks the name up first.',
  },
  success_unreadable: {
    when: 'The create request is answered with a success that cannot be read, and the list does not show the deployment',
    next: 'Run again: a rerun is safe, as it looks the name up first and adopts the deployment if it exists. If this happens again, check that `base_url` is the URL of the service.',
  },
  same_repository: {
    when: 'Several records have the same URL',
    next: 'The records differ only in `host_integration_id`. Grant the repository to one installation of the app on the repository host, and remove it from the others.',
  },
  host_unknown: {
    when: 'The DNS look-up of the host fails',
    next: 'Check the host in `base_url`. If only an internal network knows it, use a runner inside that network, or a proxy (`HTTPS_PROXY`). Otherwise run again later; a rerun is safe.',
  },
  nothing_listens: {
    when: 'The connection is refused, or no route leads to the host',
    next: 'Check the host and port in `base_url`, and those of the proxy if `HTTPS_PROXY` or `HTTP_PROXY` is set: nothing accepts connections there. If they are right, the service is down. Run again later; a rerun is safe.',
  },
  slow: {
    when: 'No response arrives in time',
    next: 'Check that this runner can reach the service (firewall, proxy, `NO_PROXY`). If the service is slow, raise `request_timeout`. Run again later; a rerun is safe.',
  },
  not_tls: {
    when: 'The server does not speak TLS',
    next: 'Check the port in `base_url`: the server there speaks plain HTTP, or is not the service. Check the proxy too if its URL begins with `https://`.',
  },
  certificate_untrusted: {
    when: 'The runner does not trust the authority of the certificate',
    next: 'Set `NODE_EXTRA_CA_CERTS`, in the `env` of the step, to the file with the certificate of the authority. It may be the authority of the service, or of a proxy that inspects TLS.',
  },
  certificate_dates: {
    when: 'The certificate has expired, or is not valid yet',
    next: "Renew the service's certificate. If it is valid, the runner's clock is wrong: synchronise it (NTP).",
  },
  certificate_host: {
    when: 'The certificate is for another host',
    next: 'Set `base_url` to the host that the certificate names.',
  },
  proxy: {
    when: 'The proxy refuses (407, or no tunnel)',
    next: 'Check the address and the credentials of the proxy in `HTTPS_PROXY` or `HTTP_PROXY`, and whether it may reach the service. List hosts that need no proxy in `NO_PROXY`.',
  },
  no_such_deployment: {
    when: 'The wait action finds no deployment with its `id` or `name`',
    next: 'Check the `id` or `name`, and that `base_url` and the credential belong to the workspace of the deployment. The service may take some seconds to list a new deployment.',
    rerun: 'Yes, but it fails the same way until the service lists such a deployment.',
  },
  nothing_to_wait_for: {
    when: 'The deployment that the wait action waits for is being deleted, or is gone',
    next: 'There is nothing left to wait for: create the deployment again, or wait for another one.',
    rerun: 'Yes, but it fails the same way until the service lists such a deployment again.',
  },
  no_custom_url: {
    when: '`health_url` is a path, and the deployment has no `custom_url`',
    next: 'Set `health_url` to an absolute URL, or create the deployment with a `custom_url`.',
  },
  no_commits: {
    when: '`commit` is set, and the source of the deployment has no commits',
    next: 'Remove `commit`: only deployments with the source `repohost` have one.',
  },
  other_commit: {
    when: 'Only the commit of an existing deployment differs from `commit`',
    next: 'Set `wait_for` if a push builds the commit: the step then waits for it. Otherwise give each version a `name` of its own, as the service has no update here.',
  },
  not_built_on_push: {
    when: 'The step waits for a commit, and the deployment has `build_on_push: false`',
    next: 'No push builds this deployment. Create it with `build_on_push: true`, or give each version a `name` of its own, as the service has no update here.',
    rerun: 'Yes, but it fails the same way while the commits differ.',
  },
  created_from_other_commit: {
    when: 'The new deployment was created from another commit than `commit`',
    next: 'Check `repo_ref`: it may have moved on since the run began, or name another branch. Delete the deployment, or choose another name, and run again.',
    rerun: 'Yes, but it adopts the deployment, and fails the same way while the commits differ.',
  },
  question: {
    when: 'An action that only reads was cancelled',
    next: 'Run again if you still need it; nothing was changed.',
  },
  oidc: {
    when: 'The runner gives no OIDC token',
    next: 'Give the job the permission `id-token: write`; workflows of forks cannot have it. Or leave `oidc_audience` unset and use another credential.',
  },
}
