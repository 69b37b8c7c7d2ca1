// Sends the same requests as create.sh and writes the same outputs, with the fetch of Node.
import { appendFileSync } from 'node:fs'

const { BASE_URL, API_KEY, INTEGRATION_ID, REPOSITORY, NAME, GITHUB_OUTPUT } = process.env

async function api(path, init = {}) {
  const response = await fetch(BASE_URL + path, {
    ...init,
    headers: { 'X-Api-Key': API_KEY, ...init.headers },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The ids of the deployments with the name, of which the whole list shows each. */
async function idsOfName() {
  const ids = []
  for (let offset = 0; ; ) {
    const query = new URLSearchParams({ limit: 100, offset })
    const { resources } = await api(`/v2/deployments?${query}`)
    if (resources.length === 0) return ids
    ids.push(...resources.filter(({ name }) => name === NAME).map(({ id }) => id))
    offset += resources.length
  }
}

const [repositories, existing] = await Promise.all([
  api(`/v1/integrations/forge/repohost/${INTEGRATION_ID}/repos`),
  idsOfName(),
])
if (existing.length > 0) throw new Error(`${NAME} exists already: ${existing}`)
const repository = repositories.find(({ owner, name }) => `${owner}/${name}` === REPOSITORY)
const request = {
  name: NAME,
  source: 'repohost',
  source_config: { integration_id: repository.host_integration_id, repo_url: repository.url },
  source_revision_config: { repo_ref: repository.default_branch },
  secrets: [],
}
const deployment = await api('/v2/deployments', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(request),
})
const { id, status, name, tenant_id, latest_revision_id, active_revision_id, image_version } = deployment
const { custom_url: url, repo_url } = deployment.source_config
const { repo_ref, repo_commit_sha } = deployment.source_revision_config
const outputs = {
  ...{ id, status, name, created: true, url, tenant_id, latest_revision_id, active_revision_id },
  ...{ repo_url, repo_ref, repo_commit_sha, image_version },
  ...{ deployment: JSON.stringify(deployment), differences: '[]', request: JSON.stringify(request) },
}
appendFileSync(
  GITHUB_OUTPUT,
  Object.entries(outputs)
    .map(([key, value]) => `${key}=${value ?? ''}\n`)
    .join(''),
)

// Another job may have created one of the name in between.
const listed = await idsOfName()
if (listed.length !== 1) throw new Error(`Several deployments are named ${NAME}: ${listed}`)
