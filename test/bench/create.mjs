// Sends the same requests as create.sh and writes the same outputs, with the fetch of Node.
import { appendFileSync } from 'node:fs'

const { BASE_URL, API_KEY, INTEGRATION_ID, REPOSITORY, NAME, GITHUB_OUTPUT } = process.env

async function api(path, init = {}) {
  const headers = { 'X-Api-Key': API_KEY, ...init.headers }
  const response = await fetch(BASE_URL + path, { ...init, headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The number of deployments on a page, and how many of them have the name. */
async function page(query) {
  const { resources } = await api(`/v2/deployments?${new URLSearchParams(query)}`)
  return { count: resources.length, found: resources.filter(({ name }) => name === NAME).length }
}

async function isTaken(offset = 0) {
  const { count, found } = await page({ limit: 100, offset })
  return found > 0 || (count > 0 && (await isTaken(offset + count)))
}

const listing = api(`/v1/integrations/forge/repohost/${INTEGRATION_ID}/repos`)
const [repositories, taken] = await Promise.all([listing, isTaken()])
if (taken) throw new Error(`${NAME} exists already`)
const repository = repositories.find(({ owner, name }) => `${owner}/${name}` === REPOSITORY)
const body = JSON.stringify({
  name: NAME,
  source: 'repohost',
  source_config: { integration_id: repository.host_integration_id, repo_url: repository.url },
  source_revision_config: { repo_ref: repository.default_branch },
  secrets: [],
})
const headers = { 'content-type': 'application/json' }
const deployment = await api('/v2/deployments', { method: 'POST', headers, body })
const { id, name } = deployment
const outputs = { id, name, created: true, deployment: JSON.stringify(deployment), request: body }
for (const [key, value] of Object.entries(outputs)) appendFileSync(GITHUB_OUTPUT, `${key}=${value}\n`)

// Another job may have created one of the name in between.
if ((await page({ name_contains: NAME })).found !== 1) throw new Error(`Several are named ${NAME}`)
