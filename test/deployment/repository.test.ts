import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchRepository, repositoryKey } from '../../src/deployment/repository.ts'

const word = fc
  .stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,12}(\.[A-Za-z0-9_-]{1,5})?$/)
  .filter(text => !/\.git$/i.test(text))
const host = fc.constantFrom('github.com', 'GitHub.example.org', 'git.internal')

/** All forms of the URL of one repository. */
const URLS: ((host: string, path: string) => string)[] = [
  (h, p) => `https://${h}/${p}`,
  (h, p) => `http://${h}/${p}`,
  (h, p) => `https://${h}/${p}.git`,
  (h, p) => `https://${h}/${p}/`,
  (h, p) => `https://user:token@${h}/${p}.git`,
  (h, p) => `https://${h.toUpperCase()}/${p.toUpperCase()}`,
  (h, p) => `ssh://git@${h}/${p}.git`,
  (h, p) => `ssh://git@${h}:22/${p}`,
  (h, p) => `git@${h}:${p}.git`,
  (h, p) => `git@${h}:${p}`,
  (h, p) => `https://${h}:443/${p}#usage`,
  (h, p) => `http://${h}:80/${p}`,
  (h, p) => `//${h}//${p}//`,
  (h, p) => ` ${h}/${p} `,
]

describe('a repository matches its record', () => {
  it('with every form of its URL', () => {
    fc.assert(
      fc.property(host, word, word, fc.boolean(), (at, owner, name, grouped) => {
        const path = grouped ? `group/${owner}/${name}` : `${owner}/${name}`
        const spellings = new Set(URLS.map(write => repositoryKey(write(at, path))))
        expect([...spellings]).toEqual([`${at}/${path}`.toLowerCase()])
      }),
    )
  })

  it('with a query behind its path, as a browser shows it', () => {
    const record = { url: 'https://github.com/acme/shop' }
    expect(matchRepository([record], 'https://github.com/acme/shop?tab=readme#usage')).toEqual([record])
    const queried = { url: 'https://git.example/?p=acme/shop' }
    expect(matchRepository([record, queried], 'https://git.example/?p=acme/shop')).toEqual([queried])
    expect(matchRepository([queried], 'https://git.example/?p=acme/tools')).toEqual([])
  })

  it.each([
    ['https://git.example/team/café', 'https://git.example/team/café'],
    ['https://git.example/team/caf%c3%a9', 'https://git.example/Team/Café.git'],
    ['https://git.example/team/My Repo', 'https://git.example/team/my%20repo'],
  ])('with letters that are encoded in one of %s and %s', (url, repository) => {
    expect(matchRepository([{ url }], repository)).toEqual([{ url }])
  })

  it('by owner and name in any case', () => {
    fc.assert(
      fc.property(word, word, (owner, name) => {
        const record = { owner, name, url: `https://github.com/${owner}/${name}` }
        for (const form of [`${owner}/${name}`, `${owner}/${name}.git`, `${owner}/${name}/`.toUpperCase()]) {
          expect(matchRepository([record], form)).toEqual([record])
        }
      }),
    )
  })
})

describe('a repository matches no record', () => {
  const record = { owner: 'acme', name: 'shop', url: 'https://github.com/acme/shop' }

  it.each([
    'acme/shop2',
    'acme/sh.gitop',
    'shop',
    'other/acme/shop',
    'https://gitlab.com/acme/shop',
    'https://github.com/acme/shop/tree/main',
    'git@github.com:acme-labs/shop.git',
    'https://github.com:8443/acme/shop',
    'ssh://git@github.com:2222/acme/tools',
    '',
  ])('if it is %j and the record is of acme/shop', form => {
    expect(matchRepository([record], form)).toEqual([])
  })

  it('if the records have no name or no URL', () => {
    const records = [{}, { owner: null, name: null, url: null }, { owner: 'acme' }, { name: 'shop' }]
    for (const form of ['undefined/undefined', 'acme/undefined', 'undefined/shop'])
      expect(matchRepository(records, form)).toEqual([])
  })
})
