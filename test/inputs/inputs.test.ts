import { expect, it } from 'vitest'
import { readInputs } from '../../src/inputs/inputs.ts'
import { InvalidValue } from '../../src/inputs/problem.ts'
import { words } from '../../src/lib/sentence.ts'
import { silentJob } from '../github/job.ts'

const inputs = () => readInputs(silentJob({ port: ' 80 ', empty: '  ' }), {})

const failing = (error: Error) => () => {
  throw error
}

it('an input is trimmed, and counts as unset if it holds only white space', () => {
  const { read, problems } = inputs()
  expect([read('port', text => text), read('empty', text => text), read('missing', text => text)]).toEqual([
    '80',
    undefined,
    undefined,
  ])
  expect(problems).toEqual([])
})

it('a value that cannot be parsed is a problem of the input, and a bug is thrown', () => {
  const { read, problems } = inputs()
  expect(read('port', failing(new InvalidValue('must be free')))).toBeUndefined()
  expect(problems).toEqual([{ input: 'port', message: words('must be free') }])
  expect(() => read('port', failing(new TypeError('a bug')))).toThrow('a bug')
})
