import { describe, expect } from 'vitest'
import { COMMIT, PUSH, pullRequest } from '../harness/job.ts'
import { test } from '../harness/test.ts'
import { repositoryOf, textOf } from '../inputs/orders.ts'

const HEAD = 'c0ffee0123456789c0ffee0123456789c0ffee01'
const PULL = pullRequest({ sha: HEAD, ref: 'feature/cart' })
const FORK = pullRequest({ sha: HEAD, ref: 'feature/cart', from: 'mallory/shop' })
const TARGET = { ...PULL, name: 'pull_request_target' }
const repo_url = 'https://github.com/acme/shop'

/** A deployment of the workflow's own repository, at a ref and a commit. */
const at = (repo_ref: string, repo_commit_sha: string) => ({
  ...{ source: 'repohost', source_config: { repo_url } },
  source_revision_config: { repo_ref, repo_commit_sha },
})

describe.concurrent('the commit and the ref of the run', () => {
  test.for([
    ['a pull request', PULL, 'feature/cart', HEAD, true],
    ['a pull request', PULL, 'feature/cart', COMMIT, false],
    ['a pull_request_target', TARGET, 'feature/cart', HEAD, true],
    ['a push', PUSH, 'main', COMMIT, true],
    ['a push', PUSH, 'main', HEAD, false],
  ] as const)(
    'for %s show whether it is deployed',
    async ([, event, repo_ref, commit, isOwn], { serve, create }) => {
      const service = await serve({ deployments: [at(repo_ref, commit)] })
      const inputs = { ...repositoryOf(service), repo_ref, if_exists: 'reuse' }
      const { exitCode, warnings, summary } = await create(service, inputs, { event })
      expect(exitCode).toBe(0)
      expect(/nothing was deployed/i.test(textOf(warnings))).toBe(!isOwn)
      expect(/^## .*nothing was deployed/im.test(summary)).toBe(!isOwn)
      const expected = event === PUSH ? COMMIT : HEAD
      if (!isOwn) expect(textOf(warnings)).toContain(expected.slice(0, 7))
    },
  )

  test.for([
    ['a pull request', PULL, `repo_ref: \${{ github.head_ref }}`],
    ['a pull request of a fork', FORK, undefined],
  ] as const)('of %s are not the default branch', async ([, event, advice], { serve, create }) => {
    const service = await serve()
    const { warnings, outputs } = await create(service, repositoryOf(service), { event })
    expect(outputs['created']).toBe('true')
    expect(textOf(warnings)).toContain('default branch')
    if (advice === undefined) expect(textOf(warnings)).not.toContain('repo_ref: ${{')
    else expect(textOf(warnings)).toContain(advice)
  })
})
