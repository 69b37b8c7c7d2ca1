import { describe, expect, it } from 'vitest'
import { buildRequest, type Draft, draftProblems, draftWarnings } from '../../src/deployment/draft.ts'

const ID = '5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11'

const draft = (fields: Partial<Draft>): Draft => ({
  name: 'shop',
  source: 'internal_template',
  source_config: {},
  source_revision_config: {},
  secrets: [],
  ...fields,
})

describe('the problems of a draft', () => {
  it.each<[Partial<Draft>, string[]]>([
    [{ source_config: { custom_url: null } }, []],
    [{ name: ' \n' }, ['name']],
    [{ source: 'repohost' }, ['source_config.integration_id']],
    [{ source: 'repohost', source_config: { integration_id: null } }, ['source_config.integration_id']],
    [{ source: 'repohost', source_config: { integration_id: ID } }, []],
    [{ source: 'external_container' }, ['source_revision_config.image_uri']],
    [
      { source: 'external_container', source_revision_config: { image_uri: '' } },
      ['source_revision_config.image_uri'],
    ],
    [{ source: 'external_container', source_revision_config: { image_uri: 'a:1' } }, []],
    [{ secret_references: [] }, ['secret_references']],
    [{ secret_references: null }, []],
  ])('with %j are %j', (fields, paths) => {
    expect(draftProblems(draft(fields)).map(({ path }) => path)).toEqual(paths)
  })

  it('include a missing name and a missing source', () => {
    const { name: _name, source: _source, ...rest } = draft({})
    expect(draftProblems(rest)).toMatchObject([
      { path: 'name', missing: true },
      { path: 'source', missing: true },
    ])
  })
})

describe('the fields of another source that a draft warns of', () => {
  it.each<[Partial<Draft>, string[]]>([
    [{ source_config: { build_on_push: false } }, ['source_config.build_on_push']],
    [{ source_config: { repo_url: null, install_command: 'make' } }, []],
    [{ source: 'internal_container', source_revision_config: { image_uri: 'a:1' } }, []],
    [{ source_revision_config: { repo_ref: 'main' } }, ['source_revision_config.repo_ref']],
    [
      { source_revision_config: { source_tarball_path: 'a.tgz' } },
      ['source_revision_config.source_tarball_path'],
    ],
  ])('with %j are %j', (fields, paths) => {
    const complete = {
      ...draft(fields),
      name: 'shop',
      source: fields.source ?? ('internal_template' as const),
    }
    expect(draftWarnings(complete).map(({ path }) => path)).toEqual(paths)
  })
})

it.each([[[]], [null], [undefined]])('secret references of %j are sent unchanged', secret_references => {
  const complete = { ...draft({}), name: 'shop', source: 'external_container' as const }
  const asked = secret_references === undefined ? complete : { ...complete, secret_references }
  expect(buildRequest(asked).secret_references).toEqual(secret_references)
})

describe('a request for a listed repository', () => {
  const record = { host_integration_id: ID, url: 'https://git.test/acme/shop', default_branch: 'trunk' }
  const complete = { ...draft({}), name: 'shop', source: 'repohost' as const }

  it.each([
    [undefined, record, 'trunk'],
    ['v1', record, 'v1'],
    [undefined, { ...record, default_branch: null }, undefined],
  ])('with repo_ref %s and the record %j has repo_ref %s', (repo_ref, given, expected) => {
    const asked = { ...complete, source_revision_config: repo_ref === undefined ? {} : { repo_ref } }
    expect(buildRequest(asked, given)).toMatchObject({
      source_config: { integration_id: ID, repo_url: 'https://git.test/acme/shop' },
      source_revision_config: { repo_ref: expected },
    })
  })
})
