import { expect, it } from 'vitest'
import { parseOutputs } from '../../scripts/run-step.ts'

it.each([
  ['lines', 'a=1\nb=x=y\n', { a: '1', b: 'x=y' }],
  ['a block', 'a<<END\none\n=two\nEND\nb=2', { a: 'one\n=two', b: '2' }],
  ['two values of one output, of which the last wins', 'a=1\na<<END\n2\nEND\n', { a: '2' }],
  ['an empty file', '\n', {}],
])('outputs are read from %s', (_, text, outputs) => {
  expect(parseOutputs(text)).toEqual(outputs)
})

it('a block without an end is an error', () => {
  expect(() => parseOutputs('a<<END\none\n')).toThrow('the output a has no end')
})
