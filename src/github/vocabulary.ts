/**
 * Outputs, error codes and values of the interface: words that the action itself writes and that workflows compare
 * with.
 */
const OWN_WORDS = new Set(
  `id status name created url tenant_id latest_revision_id active_revision_id repo_url repo_ref repo_commit_sha
  image_version deployment differences request report error_code http_status deployments ids names count repositories
  base_url integration_id
  invalid_input unauthorized forbidden not_found rejected name_taken already_exists differs ambiguous_name
  repository_not_found ambiguous_repository rate_limited unavailable unreachable unknown_outcome duplicate_created
  unexpected_response wait_timeout unhealthy deleted cancelled internal
  AWAITING_DATABASE READY UNUSED AWAITING_DELETE UNKNOWN
  repohost external_container internal_container internal_source internal_template
  true false null`.split(/\s+/),
)

/** Words that occur in every log. */
const EVERYDAY_WORDS = new Set(
  `true false null none undefined yes no on off enabled disabled default auto always never
  debug info warn warning error production development staging localhost`.split(/\s+/),
)

/** JSON keys of the interface and of the action's own outputs. */
const KEYS = new Set(
  `id name source source_config source_revision_config secrets value tenant_id created_at updated_at status
  latest_revision_id active_revision_id secret_references image_version resources offset secret_name secret_key
  integration_id repo_url build_on_push custom_url resource_spec listener_id listener_config k8s_namespace
  install_command build_command repo_ref graph_config_path image_uri source_tarball_path repo_commit_sha
  min_scale max_scale cpu cpu_limit memory_mb memory_limit_mb
  queue_min_scale queue_max_scale queue_cpu queue_cpu_limit queue_memory_mb queue_memory_limit_mb
  orchestrator_cpu orchestrator_cpu_limit orchestrator_memory_mb orchestrator_memory_limit_mb
  orchestrator_min_scale orchestrator_max_scale
  executor_cpu executor_cpu_limit executor_memory_mb executor_memory_limit_mb
  redis_cpu redis_cpu_limit redis_memory_mb redis_memory_limit_mb
  db_cpu db_cpu_limit db_memory_mb db_memory_limit_mb db_storage_gi db_max_connections
  labels annotations service_account_name image_pull_secrets volumes volume_mounts init_containers sidecars
  configMap secret emptyDir persistentVolumeClaim nfs projected downwardAPI csi
  mountPath subPath mountPropagation subPathExpr readOnly
  image imagePullPolicy workingDir restartPolicy command args env valueFrom envFrom limits requests volumeMounts
  securityContext host_integration_id owner url default_branch path requested existing`.split(/\s+/),
)

/** The shortest text that is masked: a shorter one occurs in too many places by chance. */
export const SHORTEST_MASKED = 4

/** The reason why masking a value would garble the whole log; undefined if it can be masked. */
export function whyNotMasked(value: string): string | undefined {
  if (value.length < SHORTEST_MASKED) return `is shorter than ${SHORTEST_MASKED} characters`
  return isWord(value.trim()) ? 'is a word that stands in every log' : undefined
}

/** Whether a text is a word that is not masked. */
const isWord = (text: string) => OWN_WORDS.has(text) || EVERYDAY_WORDS.has(text.toLowerCase())

export const isKey = (key: string) => KEYS.has(key)

const isWordSign = (text: string, at: number) => /^\w$/.test(text[at] ?? '')

const LONGEST_WORD = 40

/** Whether a range of a text is within one of the action's own words, or within a JSON key of the interface. */
export function isWithinOwnWord(text: string, from: number, to: number): boolean {
  let [start, end] = [from, to]
  while (to - start < LONGEST_WORD && isWordSign(text, start - 1)) start--
  while (end - from < LONGEST_WORD && isWordSign(text, end)) end++
  const word = text.slice(start, end)
  return OWN_WORDS.has(word) || (KEYS.has(word) && text[start - 1] === '"' && text.startsWith('":', end))
}
