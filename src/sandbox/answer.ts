/** What an operation answers: an HTTP status and a JSON value. */
export interface Answer {
  status: number
  body: unknown
}

/** One finding of a 422: where (`['body', 'source_config', 'repo_url']`), what, and a word for the kind. */
export interface Finding {
  loc: (string | number)[]
  msg: string
  type: string
}

/** An error with a sentence: `{"detail": "..."}`. */
export function refusal(status: number, detail: string): Answer {
  return { status, body: { detail } }
}

/** All findings at once: 422 with `{"detail": [{loc, msg, type}]}`. */
export function unprocessable(findings: Finding[]): Answer {
  return { status: 422, body: { detail: findings } }
}
