import {
  eachUrlField,
  secretsOfUser,
  type UrlUser,
  usersOfUrl,
  usersOfUrlsIn,
} from '../lib/url-credentials.ts'
import type { Job } from './job.ts'

/** The most URL passwords to hide, and their characters: a long list from the service must not slow down the run. */
const MOST_HIDDEN = { passwords: 10_000, characters: 1024 * 1024 }

/**
 * Hides the passwords of URLs in responses, and their user names: of all URLs in a text, and of URL fields even if they
 * cannot be parsed. Call it before a response is used.
 */
export function userHiding({ hide }: Pick<Job, 'hide'>): (text: string, json?: unknown) => void {
  const left = { ...MOST_HIDDEN }

  function hideUser(user: UrlUser): void {
    // A user name without a password is hidden only in its URL: it is the name of an account or of an owner.
    const length = user.user.length + (user.password?.length ?? 0)
    if (user.password === undefined || length > left.characters) return
    left.passwords--
    left.characters -= length
    for (const secret of secretsOfUser(user)) hide(secret)
  }

  return (text, json) => {
    if (!/@|\\u0040/i.test(text)) return
    eachUrlField(json, url => {
      if (left.passwords > 0) usersOfUrl(url).forEach(hideUser)
    })
    for (const user of usersOfUrlsIn(text, 'with password')) {
      if (left.passwords <= 0) return
      hideUser(user)
    }
  }
}
