import { parseJson } from '../lib/json.ts'
import { createSearch, type Range } from './search.ts'
import { shorten } from './text.ts'

const MASK = '***'

/** Removes secrets from a text, then truncates it to `longest` characters if given. */
export type Redact = (text: string, longest?: number) => string

/** Knows the secrets of a run and removes them from text. */
interface Redactor {
  /**
   * Adds a secret. Each line of a multi-line secret is a secret too. Values that {@link whyNotMasked} names are
   * ignored.
   */
  add(secret: string): void
  /** Removes known secrets, plain or encoded, and the users of URLs from a text. */
  text: Redact
  /** Removes plain secrets from markdown whose parts are already redacted. Tags and charts stay unchanged. */
  markup(markdown: string): string
  /** A value as JSON, with secrets removed from strings, numbers and keys. The keys of the interface stay. */
  json(value: unknown): string
  /** A list as JSON, likewise. Calls `pause` after each item, because a long list takes seconds. */
  list(values: unknown[], pause: () => Promise<void>): Promise<string>
}

/** A mask can join two neighbours into a new secret. After this many rounds the whole text is hidden. */
const MOST_ROUNDS = 4

/** A text to truncate is examined only up to this length. Its last part may contain half a secret and is hidden. */
const EXAMINED = { characters: 32_768, hidden: 8192 }

export function createRedactor(): Redactor {
  const search = createSearch()

  function clean(input: string, find: (text: string) => Range[] | undefined, cutAt?: number): string {
    let text = input
    const cut: Range[] = cutAt === undefined ? [] : [[cutAt, input.length]]
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const found = find(text)
      if (!found) return MASK
      const hidden = found.filter(([from, to]) => !isWithinOwnWord(text, from, to))
      if (round === 0) hidden.push(...cut)
      if (hidden.length === 0) return text
      text = masked(text, hidden)
    }
    return MASK
  }

  const find = (text: string) => (search.isEmpty && !mayHoldUser(text) ? [] : search.encoded(text))

  function text(input: string, longest?: number): string {
    if (longest === undefined) return clean(input, find)
    const { characters, hidden } = EXAMINED
    const left = Math.max(0, input.length - characters)
    const known = left > 0 ? clean(input.slice(0, characters), find, characters - hidden) : clean(input, find)
    return clean(shorten(known, longest, left), find)
  }

  const literal = (input: string) => (search.isEmpty ? input : clean(input, search.literal))

  /** A secret may also span members of JSON, such as `","`. If its mask breaks the JSON, only a mask is left. */
  function whole(json: string): string {
    const redacted = literal(json)
    return redacted === json || parseJson(redacted) !== undefined ? redacted : JSON.stringify(MASK)
  }

  function members(value: unknown): unknown {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(members)
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value)
      return Object.fromEntries(
        entries.map(([key, member]) => [isKey(key) ? key : text(key), members(member)]),
      )
    }
    return typeof value === 'number' && literal(String(value)) !== String(value) ? MASK : value
  }

  return {
    add(secret) {
      for (const part of partsOf(secret)) search.add(part)
    },
    text,
    markup: markdown =>
      search.isEmpty
        ? markdown
        : markdown
            .split(TAGS_AND_CHARTS)
            .map((part, index) => (index % 2 === 0 ? literal(part) : part))
            .join(''),
    json: value => whole(JSON.stringify(members(value))),
    async list(values, pause) {
      const items: string[] = []
      for (const value of values) {
        items.push(JSON.stringify(members(value)))
        await pause()
      }
      return whole(`[${items.join(',')}]`)
    },
  }
}

/** The searched parts of a secret: the whole and each of its lines, trimmed. */
function partsOf(secret: string): Set<string> {
  if (whyNotMasked(secret) !== undefined) return new Set()
  const whole = secret.trim()
  const lines = secret.split(/\r\n|\r|\n/).map(line => line.trim())
  const parts = [whole.length < SHORTEST_MASKED ? secret : whole, whole.replaceAll('\r\n', '\n'), ...lines]
  return new Set(parts.filter(part => whyNotMasked(part) === undefined))
}

/** Parts of the summary that only the action writes. */
const TAGS_AND_CHARTS = /(<[^<>]*>|^```mermaid\n[^`]*^```$)/m

/** A cheap check for users of URLs, for texts without other secrets to search for. */
const mayHoldUser = (text: string) => /@|%40|&#|&commat|\\u0040/i.test(text)

function masked(text: string, ranges: Range[]): string {
  const sorted = ranges.toSorted(([a], [b]) => a - b)
  let [redacted, end] = ['', 0]
  for (const [from, to] of sorted) {
    // Adjacent parts get one mask.
    if (from > end || (from === 0 && end === 0)) redacted += text.slice(end, from) + MASK
    end = Math.max(end, to)
  }
  return redacted + text.slice(end)
}

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
const SHORTEST_MASKED = 4

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

/** The forms of a secret that the runner masks: whole and line by line, plain and in common encodings. */
export function formsOf(secret: string): Set<string> {
  const parts = partsOf(secret)
  if (parts.size === 0) return parts
  const base64 = Buffer.from(secret, 'utf8').toString('base64')
  const unpadded = base64.replace(/={1,2}$/, '')
  const forms = new Set([secret, base64, unpadded, unpadded.replaceAll('+', '-').replaceAll('/', '_')])
  for (const part of new Set([secret, ...parts])) {
    forms.add(part)
    forms.add(jsonEscaped(part))
    forms.add(asciiEscaped(part))
    forms.add(encodeURIComponent(part.toWellFormed()))
    forms.add(percentEncoded(part))
    forms.add(new URLSearchParams({ '': part }).toString().slice(1))
  }
  return forms
}

/** Percent encoding by RFC 3986: `encodeURIComponent` leaves five characters that other encoders escape. */
const percentEncoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1)

/** JSON of services that write only ASCII. */
const asciiEscaped = (text: string) =>
  jsonEscaped(text).replace(
    /[\u0080-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
