import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

// Each action has exactly the inputs, defaults and outputs that this project promises.

const words = (text: string) => text.trim().split(/\s+/)

/** Inputs with their defaults; `!` marks a required one. */
const CONNECTION = words(`base_url! api_key api_key_header=X-Api-Key headers oidc_audience allow_http=false
  request_timeout=30s list_parameters`)

const FAILURE = words('error_code error_message http_status')
const DEPLOYMENT = words(`id status name url tenant_id latest_revision_id active_revision_id repo_url repo_ref
  repo_commit_sha image_version deployment`)

const ACTIONS = {
  '.': {
    inputs: words(`config name source integration_id repository repo_ref graph_config_path image_uri
      source_tarball_path build_on_push custom_url listener_id install_command build_command k8s_namespace
      resource_spec secrets variables secret_references if_exists=match commit wait_for=none wait_timeout=30m
      health_url health_contains health_headers dry_run=false github_token comment=false`),
    outputs: [...DEPLOYMENT, ...words('created differences request report'), ...FAILURE],
  },
  wait: {
    inputs: words('id name commit wait_for=active wait_timeout=30m health_url health_contains health_headers'),
    outputs: [...DEPLOYMENT, ...FAILURE],
  },
  list: {
    inputs: words(`name name_contains status remote_reconciled tag_value_ids image_version deployment_type ids
      offset=0 max_results=100`),
    outputs: [...words('deployments ids names count file'), ...FAILURE],
  },
  repositories: { inputs: words('integration_id!'), outputs: [...words('repositories count file'), ...FAILURE] },
  sandbox: {
    inputs: words('port api_key ready_after=2s repositories faults'),
    outputs: words('base_url integration_id'),
  },
}

describe.each(Object.entries(ACTIONS))('the action in %s', (folder, promised) => {
  const file = join(folder, 'action.yml')
  const action = parse(readFileSync(file, 'utf8'))
  const declared = Object.entries<{ default?: string; required?: boolean }>(action.inputs).map(
    ([name, { default: fallback, required }]) =>
      name + (required ? '!' : '') + (fallback === undefined ? '' : `=${fallback}`),
  )

  it('has exactly the inputs and outputs that are promised, and runs a file of dist/ on Node 24', () => {
    const connection = folder === 'sandbox' ? [] : CONNECTION
    expect(declared.sort()).toEqual([...connection, ...promised.inputs].sort())
    expect(Object.keys(action.outputs).sort()).toEqual([...promised.outputs].sort())
    const { using, ...files } = action.runs
    expect([using, Object.keys(files)]).toEqual(['node24', folder === 'sandbox' ? ['main', 'post'] : ['main']])
    for (const script of Object.values<string>(files))
      expect(existsSync(join(dirname(file), script)), script).toBe(true)
  })
})
