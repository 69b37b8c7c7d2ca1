// The least that a Node program can be: the same requests by fetch, without a check of the answers, a summary or a warning.
import { appendFileSync } from 'node:fs'

const { BASE_URL, API_KEY, INTEGRATION_ID, REPOSITORY, NAME, GITHUB_OUTPUT } = process.env

async function api(path, init = {}) {
  const headers = { 'X-Api-Key': API_KEY, ...init.headers }
  const response = await fetch(BASE_URL + path, { ...init, headers })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

async function isTaken(offset = 0) {
  const { resources } = await api(`/v2/deployments?limit=100&offset=${offset}`)
  if (resources.some(({ name }) => name === NAME)) return true
  return resources.length === 100 && (await isTaken(offset + 100))
}

const listing = api(`/v1/integrations/forge/repohost/${INTEGRATION_ID}/repos`)
const [repositories, taken] = await Promise.all([listing, isTaken()])
if (taken) throw new Error(`${NAME} exists already`)
const repository = repositories.find(({ owner, name }) => `${owner}/${name}` === REPOSITORY)
const { id, name } = await api('/v2/deployments', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    name: NAME,
    source: 'repohost',
    source_config: { integration_id: repository.host_integration_id, repo_url: repository.url },
    source_revision_config: { repo_ref: repository.default_branch },
    secrets: [],
  }),
})
appendFileSync(GITHUB_OUTPUT, `id=${id}\nname=${name}\ncreated=true\n`)
