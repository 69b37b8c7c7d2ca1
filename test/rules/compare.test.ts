import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, isSameRef } from '../../src/deployment/compare.ts'
import { repositoryKey } from '../../src/deployment/repository.ts'
import { isObject, type JsonObject } from '../../src/service/json.ts'

const text = fc.string({ minLength: 1 })
const value = fc.oneof(text, fc.nat({ max: 9 }), fc.constant(true))
const members = fc.dictionary(fc.constantFrom('a', 'b', 'name', 'constructor'), value, { minKeys: 1 })
const requests: fc.Arbitrary<JsonObject> = fc.record({
  name: text,
  source_config: fc.record({
    custom_url: fc.webUrl(),
    build_on_push: fc.constant(true),
    resource_spec: fc.record({
      cpu: fc.nat(),
      labels: members,
      volumes: fc.array(members, { minLength: 1 }),
    }),
  }),
  source_revision_config: fc.record({ repo_ref: text, image_uri: text }),
})

/** The paths of all values, each within its objects. */
const pathsIn = (object: JsonObject, parent: string[] = []): string[][] =>
  Object.entries(object).flatMap(([key, part]) =>
    isObject(part) ? pathsIn(part, [...parent, key]) : [[...parent, key]],
  )

/** A copy with another value at a path, or with none. */
function changed(object: JsonObject, [key = '', ...rest]: string[], other?: unknown): JsonObject {
  const { [key]: part, ...others } = object
  if (isObject(part) && rest.length > 0) return { ...others, [key]: changed(part, rest, other) }
  return other === undefined ? others : { ...others, [key]: other }
}

describe('a deployment', () => {
  /** Checks each request, and each with the path of one of its values. */
  const check = (holds: (request: JsonObject, path: string[]) => void) =>
    fc.assert(
      fc.property(requests, fc.nat(), (request, index) => {
        const paths = pathsIn(request)
        holds(request, paths[index % paths.length] ?? [])
      }),
      { seed: 1, numRuns: 500 },
    )

  it('does not differ from itself, nor if it shows more', () =>
    check((request, [key = '']) => {
      const there = structuredClone(isObject(request[key]) ? changed(request, [key, 'more'], 1) : request)
      expect(compare(request, there)).toEqual({ differences: [], unknown: [] })
    }))

  it('is unknown, and not different, where it does not show a value', () =>
    check((request, path) =>
      expect(compare(request, changed(request, path))).toEqual({
        differences: [],
        unknown: [path.join('.')],
      }),
    ))

  it('differs just where it has another value', () =>
    check((request, path) => {
      const { differences } = compare(request, changed(request, path, 'another value'))
      expect(differences.map(one => one.path)).toEqual([path.join('.')])
    }))
})

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

it.for([
  ['main', 'refs/heads/main', true],
  ['v1', 'refs/tags/v1', true],
  ['refs/heads/main', 'refs/heads/main', true],
  [COMMIT, COMMIT.toUpperCase(), true],
  [COMMIT, COMMIT.slice(0, 7), true],
  [COMMIT, COMMIT.slice(0, 6), false],
  ['0123456', '01234567', false],
  ['refs/heads/v1', 'refs/tags/v1', false],
  ['main', 'Main', false],
  ['main', 'refs/remotes/main', false],
  ['a/main', 'refs/heads/main', false],
] as const)('the refs %s and %s are the same: %s', ([one, other, isSame]) => {
  expect([isSameRef(one, other), isSameRef(other, one)]).toEqual([isSame, isSame])
})

it.for([
  ['acme/shop', 'Acme/Shop.git', ' acme/shop/ ', '/acme//shop'],
  ['git.example/acme/shop', 'https://git.example/acme/shop', 'http://user@git.example/Acme/Shop.git/'],
  ['git.example/acme/shop', 'git@git.example:acme/shop.git', 'ssh://git@git.example:2222/acme/shop'],
  ['git.example:8443/acme/shop', 'https://git.example:8443/acme/shop'],
  ['git.example/acme/web/shop', 'git@git.example:acme/web/shop', 'https://git.example/acme/web/shop?tab=1'],
] as const)('the repository %s has other forms', ([key, ...forms]) => {
  expect(forms.map(repositoryKey)).toEqual(forms.map(() => key))
})
