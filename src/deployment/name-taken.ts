import type { Said } from '../service/failure.ts'

/**
 * Whether a refusal of the create request says that the name is taken. The interface has no code for that, so the
 * words decide: they must be about the name or the deployment, and not about another thing, such as a URL, that
 * is taken. A 409 without words counts.
 */
export function saysNameIsTaken(status: number, { text, fields, html }: Said, name: string): boolean {
  const isConflict = status === 409
  if (!isConflict && status !== 400 && status !== 422) return false
  if (fields.length === 0)
    return (isConflict && (html || !hasWords(text))) || isAboutName(text, name, isConflict)
  return fields.some(({ loc, msg }) => {
    const path = loc.filter(part => part !== 'body' && part !== 'deployment').join('.')
    if (path === 'name') return isConflict || msg.search(TAKEN) >= 0
    return path === '' && isAboutName(msg, name, isConflict)
  })
}

const TAKEN =
  /(\balready\b|\btaken\b|(?<!\b(?:not|n't) )\bexists?\b|\bin use\b|\bunique\b|\bnot available\b|\bduplicate\b|\bconflict(s|ing)?\b)(\s+(exists?|taken|in use|used)\b)*/gi

/** Longer texts say nothing in their rest that their beginning does not. */
const MOST_TEXT = 2000

/** Whether a text says that a deployment of the name is there already. */
function isAboutName(whole: string, name: string, isConflict: boolean): boolean {
  const text = whole.slice(0, MOST_TEXT)
  if (/\bunique constraint\W+\w*name/i.test(text)) return true
  const found = [...text.matchAll(TAKEN)]
  if (found.length === 0) return isConflict && isSubject(text, name)
  return found.some((taken, index) => {
    const after = found[index - 1]
    const from = after ? after.index + after[0].length : 0
    const before =
      text
        .slice(from, taken.index)
        .split(/[.;!\n]\s/)
        .at(-1) ?? ''
    // "The name shop is already taken" has its subject first, "Duplicate name" has it last.
    const subject = index === 0 && before.trim() === '' ? text.slice(taken[0].length) : before
    if (/not available/i.test(taken[0]) && !/\bname\b/i.test(subject)) return false
    return isSubject(subject, name)
  })
}

/** Whether words are about the name or the deployment, and not about another thing. */
function isSubject(words: string, name: string): boolean {
  const rest = words.replaceAll(name, ' ')
  if (OTHER_THING.test(rest)) return false
  return /\b(names?|named|deployments?|projects?)\b/i.test(rest) || isNamed(words, name)
}

/** Things that may be taken or busy themselves: the interface's other fields, and operations under way. */
const OTHER_THING =
  /\w_\w|\b(no|listeners?|secrets?|urls?|domains?|host(name)?s?|integrations?|repositor(y|ies)|images?|namespaces?|operations?|requests?|revisions?|volumes?|containers?|keys?|tokens?|ports?|user(name)?s?|accounts?)\b/i

/** Whether the text names the deployment: the name stands in it as a word of its own. */
function isNamed(text: string, name: string): boolean {
  const parts = text.split(name)
  return parts.slice(1).some((after, index) => !/[\w-]$/.test(parts[index] ?? '') && !/^[\w-]/.test(after))
}

/** Whether there is more than the name of the status, or JSON without a message. */
function hasWords(text: string): boolean {
  const rest = text.replace(/\b(409|conflict|error)\b/gi, '')
  return /\p{L}/u.test(rest) && !(/^\s*[{[]/.test(text) && text.search(TAKEN) === -1)
}
