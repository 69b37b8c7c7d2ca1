/** The result of an operation that may fail: a value or an error. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E }
