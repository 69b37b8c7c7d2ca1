import type { Scenario } from './scenarios.ts'
import {
  COMMIT,
  deployment,
  fresh,
  HOST_INTEGRATION_ID,
  INTEGRATION_ID,
  json,
  listing,
  lost,
  updating,
} from './service.ts'

const REPOHOST = {
  source: 'repohost',
  ...{ integration_id: INTEGRATION_ID, image_uri: '', custom_url: '' },
  repo_ref: 'refs/tags/v1.4.2',
  secrets: 'DATABASE_URL=postgres://shop:s3cret@db.internal/shop',
}

const OTHER_COMMIT = '5f6e7d8c9b5f6e7d8c9b5f6e7d8c9b5f6e7d8c9b'
const DIGEST = `ghcr.io/acme/shop@sha256:${'0a1b2c3d'.repeat(8)}`

const ofRepository = {
  source: 'repohost',
  source_config: { repo_url: 'https://github.com/acme/shop' },
  source_revision_config: { repo_ref: 'refs/tags/v1.4.2', repo_commit_sha: COMMIT },
  secrets: [{ name: 'DATABASE_URL', value: '' }],
}

const existingAt = (repo_commit_sha: string) =>
  deployment({
    ...ofRepository,
    source_config: { ...ofRepository.source_config, integration_id: HOST_INTEGRATION_ID },
    source_revision_config: { ...ofRepository.source_revision_config, repo_commit_sha },
  })

/** Runs that succeed. */
export const SUCCESSES: Record<string, Scenario> = {
  created: {},
  'created, not as requested': {
    create: () => json(fresh({ source_revision_config: { image_uri: 'ghcr.io/acme/shop:1.4.1' } }), 201),
  },
  'created from a repository, ready': {
    inputs: { ...REPOHOST, wait_for: 'ready' },
    create: () => json(fresh(ofRepository), 201),
    list: (index, now) =>
      index === 0
        ? listing()
        : listing(now < 4000 ? fresh(ofRepository) : { ...fresh(ofRepository), status: 'READY' }),
  },
  'created, active after a long wait': {
    inputs: { wait_for: 'active' },
    list: (index, now) => {
      if (index === 0) return listing()
      if (now > 60_000 && now < 80_000) return json({ detail: 'Under maintenance' }, 503)
      return listing(now < 40_000 ? fresh() : now < 200_000 ? { ...fresh(), status: 'READY' } : deployment())
    },
  },
  adopted: { list: () => listing(deployment()) },
  'adopted by the digest of its image, not active': {
    inputs: { image_uri: DIGEST },
    list: () => listing({ ...updating(), source_revision_config: { image_uri: DIGEST } }),
  },
  'adopted at another commit': { inputs: REPOHOST, list: () => listing(existingAt(OTHER_COMMIT)) },
  'adopted despite differences': {
    inputs: { if_exists: 'reuse', resource_spec: 'min_scale: 1\nmax_scale: 3', k8s_namespace: 'shopstaging' },
    list: () =>
      listing(
        deployment({
          source_config: {
            custom_url: 'https://old.example',
            resource_spec: { min_scale: 1 },
            listener_config: { k8s_namespace: 'shopproduction' },
          },
          source_revision_config: { image_uri: 'ghcr.io/acme/shop:1.4.1' },
        }),
      ),
  },
  'adopted after a lost response': {
    create: () => lost,
    list: index => (index < 2 ? listing() : listing(fresh())),
  },
  'dry run of a free name': { inputs: { dry_run: 'true' } },
  'dry run of an existing deployment': { inputs: { dry_run: 'true' }, list: () => listing(updating()) },
}
