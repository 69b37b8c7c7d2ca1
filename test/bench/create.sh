#!/usr/bin/env bash
# A script in place of the action: sends the same requests and writes the same outputs, with curl and jq.
# shellcheck disable=SC2153 # REPOSITORY is a variable of the step
set -euo pipefail
api() { curl --silent --show-error --fail-with-body --header "X-Api-Key: $API_KEY" "$@"; }

repository=$(api "$BASE_URL/v1/integrations/forge/repohost/$INTEGRATION_ID/repos" |
  jq --compact-output --exit-status --arg repository "$REPOSITORY" \
    '.[] | select("\(.owner)/\(.name)" == $repository)')

# The ids of the deployments with the name, of which the whole list shows each.
ids_of_name() {
  local offset=0 count=1 ids
  while [ "$count" != 0 ]; do
    read -r count ids < <(api --get --data limit=100 --data "offset=$offset" "$BASE_URL/v2/deployments" |
      jq --raw-output --arg name "$NAME" \
        '"\(.resources | length) \([.resources[] | select(.name == $name).id] | join(" "))"')
    if [ -n "$ids" ]; then echo "$ids"; fi
    offset=$((offset + count))
  done
}

ids=$(ids_of_name)
if [ -n "$ids" ]; then echo "::error::$NAME exists already: $ids"; exit 1; fi

request=$(jq --null-input --compact-output --arg name "$NAME" --argjson repository "$repository" '{
  name: $name, source: "repohost",
  source_config: { integration_id: $repository.host_integration_id, repo_url: $repository.url },
  source_revision_config: { repo_ref: $repository.default_branch }, secrets: [] }')
api --header 'Content-Type: application/json' --data "$request" "$BASE_URL/v2/deployments" |
  jq --raw-output --argjson request "$request" '{
    id, status, name, created: true, url: .source_config.custom_url, tenant_id, latest_revision_id,
    active_revision_id, repo_url: .source_config.repo_url, repo_ref: .source_revision_config.repo_ref,
    repo_commit_sha: .source_revision_config.repo_commit_sha, image_version, deployment: ., differences: [],
    $request } | to_entries[] | "\(.key)=\(.value // "")"' >> "$GITHUB_OUTPUT"

# Another job may have created one of the name in between.
ids=$(ids_of_name)
if [ "$(wc -w <<<"$ids")" != 1 ]; then echo "::error::Several deployments are named $NAME: $ids"; exit 1; fi
