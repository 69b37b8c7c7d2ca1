/** The parts of a repository's name or URL. `host` is empty for a bare `owner/name`, `query` where there is none. */
interface RepositoryParts {
  host: string
  path: string
  query: string
}

/** Ports that a URL may name and mean the same as without. */
const DEFAULT_PORTS: Record<string, string> = { https: '443', http: '80', ssh: '22', git: '9418' }

/**
 * One spelling for all forms of a repository: a URL of any scheme, `user@host:path`, or `owner/name`. Scheme, user,
 * default port, case, repeated slashes, `.git` and a fragment are left out. Another port or a query is another
 * repository.
 */
export function repositoryKey(repository: string): string {
  const { host, path, query } = repositoryParts(repository)
  return joined(host, path) + query
}

/**
 * The spellings by which a repository is looked up, the strictest first. An address copied from a browser may have a
 * query; the port of `ssh://` is the port of another server than the one that the listing names.
 */
export function repositoryKeys(repository: string): string[] {
  const { host, path, query } = repositoryParts(repository)
  const hosts = /^\s*ssh:/i.test(repository) ? [host, host.replace(/:\d{1,5}$/, '')] : [host]
  const keys = hosts.flatMap(name => [query, ''].map(end => joined(name, path) + end))
  return [...new Set(keys)]
}

const joined = (host: string, path: string) => [host, path].filter(part => part !== '').join('/')

export function repositoryParts(repository: string): RepositoryParts {
  const [address = ''] = repository.trim().split('#', 1)
  const mark = address.indexOf('?')
  const [text, query] = mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark)]
  const { host, path } = hostAndPath(text.toLowerCase())
  return { host, path: plainPath(path), query }
}

function hostAndPath(text: string): { host: string; path: string } {
  const [, scheme] = /^([a-z][a-z0-9+.-]{0,30}):\/\//.exec(text) ?? []
  if (scheme !== undefined) {
    const rest = text.slice(scheme.length + 3)
    const end = rest.indexOf('/')
    const authority = end === -1 ? rest : rest.slice(0, end)
    const host = authority.slice(authority.lastIndexOf('@') + 1)
    const suffix = `:${DEFAULT_PORTS[scheme] ?? ''}`
    return {
      host: host.endsWith(suffix) ? host.slice(0, -suffix.length) : host,
      path: end === -1 ? '' : rest.slice(end),
    }
  }
  // `git@host:path`; a colon behind a slash is a part of the path.
  const colon = text.indexOf(':')
  const slash = text.indexOf('/')
  if (colon <= 0 || (slash !== -1 && slash < colon)) return { host: '', path: text }
  return { host: text.slice(text.lastIndexOf('@', colon) + 1, colon), path: text.slice(colon + 1) }
}

function plainPath(path: string): string {
  const plain = path
    .split('/')
    .filter(part => part !== '')
    .join('/')
  return plain.endsWith('.git') ? plain.slice(0, -'.git'.length) : plain
}
