#!/usr/bin/env bash
# A script in place of the action: sends the same three requests and writes the same outputs, with curl and jq.
# shellcheck disable=SC2153 # REPOSITORY is a variable of the step
set -euo pipefail
api() { curl --silent --show-error --fail-with-body --header "X-Api-Key: $API_KEY" "$@"; }

repository=$(api "$BASE_URL/v1/integrations/forge/repohost/$INTEGRATION_ID/repos" |
  jq --compact-output --exit-status --arg repository "$REPOSITORY" \
    '.[] | select("\(.owner)/\(.name)" == $repository)')

offset=0 count=1
while [ "$count" != 0 ]; do
  read -r count id < <(api --get --data limit=100 --data "offset=$offset" "$BASE_URL/v2/deployments" |
    jq --raw-output --arg name "$NAME" \
      '"\(.resources | length) \([.resources[] | select(.name == $name)][0].id // "")"')
  if [ -n "$id" ]; then echo "::error::$NAME exists already: $id"; exit 1; fi
  offset=$((offset + count))
done

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
