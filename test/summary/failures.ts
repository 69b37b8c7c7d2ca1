import type { Scenario } from './scenarios.ts'
import {
  deployment,
  failing,
  fresh,
  INTEGRATION_ID,
  json,
  listing,
  lost,
  record,
  updating,
} from './service.ts'

const REPOHOST = { source: 'repohost', integration_id: INTEGRATION_ID, image_uri: '', custom_url: '' }
const OTHER_ID = 'e4c18495-e224-4fd7-b8e6-1f6b5d8c3a21'

/** One or several runs for each `error_code`. */
export const FAILURES: Record<string, Scenario> = {
  invalid_input: {
    inputs: { config: 'deploy.yml', name: '', source: '', image_uri: '', custom_url: '', if_exists: 'mach' },
  },
  unauthorized: { list: () => json({ detail: 'Invalid API key' }, 401) },
  forbidden: { list: () => json({ detail: 'This key requires a workspace' }, 403) },
  not_found: { list: () => ({ status: 404, text: '<!doctype html><title>Page not found</title>' }) },
  rejected: {
    create: () =>
      json(
        { detail: [{ loc: ['body', 'source_config', 'custom_url'], msg: 'Domain is not verified' }] },
        422,
      ),
  },
  conflict: { create: () => json({ detail: 'A project of this name exists' }, 409) },
  already_exists: { inputs: { if_exists: 'fail' }, list: () => listing(updating()) },
  differs: {
    inputs: { resource_spec: 'min_scale: 1\nmax_scale: 3' },
    list: () =>
      listing(
        deployment({ source_config: { custom_url: 'https://old.example', resource_spec: { min_scale: 2 } } }),
      ),
  },
  ambiguous_name: { list: () => listing(deployment(), deployment({ id: OTHER_ID })) },
  repository_not_found: {
    inputs: { ...REPOHOST, repository: 'acme/shopp' },
    repositories: () => json([record('acme', 'site'), record('acme', 'shop'), record('acme', 'tools')]),
  },
  ambiguous_repository: {
    inputs: { ...REPOHOST, repository: 'acme/shop' },
    repositories: () => json([record('acme', 'shop'), record('acme', 'shop', 'git.acme.example')]),
  },
  rate_limited: { create: () => json({ message: 'Too many requests' }, 429) },
  unavailable: {
    list: () => ({ status: 503, text: '<html><title>503 Service Temporarily Unavailable</title></html>' }),
  },
  unreachable: { list: () => failing('ENOTFOUND') },
  unknown_outcome: {
    create: () => lost,
    list: index => (index === 0 ? listing() : json({ detail: 'Bad gateway' }, 502)),
  },
  duplicate_created: {
    create: index => (index === 0 ? lost : json(fresh({ id: OTHER_ID }), 201)),
    list: index => (index < 5 ? listing() : listing(fresh(), fresh({ id: OTHER_ID }))),
  },
  unexpected_response: { list: () => ({ status: 200, text: '<html><title>Sign in</title></html>' }) },
  wait_timeout: {
    inputs: { wait_for: 'ready', wait_timeout: '2m' },
    list: index => (index === 0 ? listing() : listing(fresh({ status: 'WARMING_UP' }))),
  },
  deleted: {
    inputs: { wait_for: 'active' },
    list: (index, now) =>
      index === 0 ? listing() : listing(now < 20_000 ? fresh() : fresh({ status: 'AWAITING_DELETE' })),
  },
  cancelled: {
    inputs: { wait_for: 'ready' },
    list: index => (index === 0 ? listing() : listing(fresh())),
    cancelAfter: 45_000,
  },
  'cancelled, while creating': { create: () => lost, cancelAfter: 5000 },
  internal: {
    list: () => {
      throw new TypeError("Cannot read properties of undefined (reading 'shop')")
    },
  },
  'rejected, hostile': {
    create: () =>
      json(
        {
          detail: `</blockquote><script>alert(1)</script> [a](https://evil.example) @someone \`x\` | y\n\`\`\`\n# Big\n::error::forged ${'unbroken'.repeat(60)}`,
        },
        400,
      ),
    inputs: { custom_url: `https://${'very-long-name-'.repeat(12)}.example/<b>`, name: 'n'.repeat(120) },
  },
}
