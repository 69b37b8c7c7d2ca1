/** The answer of an operation: an HTTP status and a JSON value. */
export interface Answer {
  status: number
  body: unknown
}

/** One finding of a 422: its location (`['body', 'source_config', 'repo_url']`), its message and its type. */
export interface Finding {
  loc: (string | number)[]
  msg: string
  type: string
}

/** An error with a message: `{"detail": "..."}`. */
export function refusal(status: number, detail: string): Answer {
  return { status, body: { detail } }
}

/** All findings at once: 422 with `{"detail": [{loc, msg, type}]}`. */
export function unprocessable(findings: Finding[]): Answer {
  return { status: 422, body: { detail: findings } }
}
