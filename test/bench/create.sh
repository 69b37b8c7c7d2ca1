#!/usr/bin/env bash
# A script in place of the action: sends the same requests, with curl and jq.
# shellcheck disable=SC2153 # REPOSITORY is a variable of the step
set -euo pipefail
api() { curl --silent --show-error --fail-with-body --header "X-Api-Key: $API_KEY" "$@"; }
refuse() { echo "::error::$1"; exit 1; }

repository=$(api "$BASE_URL/v1/integrations/forge/repohost/$INTEGRATION_ID/repos" |
  jq --compact-output --exit-status --arg repository "$REPOSITORY" \
    '.[] | select("\(.owner)/\(.name)" == $repository)')

# The whole list, as any of it can have the name.
offset=0 count=1
while [ "$count" != 0 ]; do
  read -r count ids < <(api --get --data limit=100 --data "offset=$offset" "$BASE_URL/v2/deployments" |
    jq --raw-output --arg name "$NAME" \
      '"\(.resources | length) \([.resources[] | select(.name == $name).id] | join(" "))"')
  [ -z "$ids" ] || refuse "$NAME exists already: $ids"
  offset=$((offset + count))
  [ "$count" = 100 ] || break
done

request=$(jq --null-input --compact-output --arg name "$NAME" --argjson repository "$repository" '{
  name: $name, source: "repohost",
  source_config: { integration_id: $repository.host_integration_id, repo_url: $repository.url },
  source_revision_config: { repo_ref: $repository.default_branch }, secrets: [] }')
api --header 'Content-Type: application/json' --data "$request" "$BASE_URL/v2/deployments" |
  jq --raw-output '"id=\(.id)\nname=\(.name)\ncreated=true"' >> "$GITHUB_OUTPUT"
