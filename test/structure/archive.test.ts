import { execFileSync } from 'node:child_process'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { needs } from '../tools.ts'

it('the archive of a commit, which each job downloads, is small, and holds only the actions and their licences', test => {
  needs(test, 'git', 'tar')
  const archive = execFileSync('git', ['archive', '--format=tar.gz', 'HEAD'], { maxBuffer: 2 ** 26 })
  const list = execFileSync('tar', ['-t'], { input: gunzipSync(archive), encoding: 'utf8' })
  const files = list.split('\n').filter(name => name !== '' && !name.endsWith('/'))
  expect(archive.length).toBeLessThanOrEqual(430_000)
  const actions = files.filter(name => name.endsWith('action.yml'))
  expect(actions.sort()).toEqual(
    ['', 'list/', 'repositories/', 'sandbox/', 'wait/'].map(folder => `${folder}action.yml`),
  )
  expect(files.filter(name => !name.startsWith('dist/') && !actions.includes(name))).toEqual(['LICENSE'])
  expect(files).toContain('dist/licenses.txt')
})
