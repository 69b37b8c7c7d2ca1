import { expect, it } from 'vitest'
import { parseOutputs } from '../../scripts/run-step.ts'

it.each([
  ['a line', 'a=1\nb=x=y\n', { a: '1', b: 'x=y' }],
  ['a block', 'a<<END\none\n=two\nEND\nb=2', { a: 'one\n=two', b: '2' }],
  ['twice, of which the last counts', 'a=1\na<<END\n2\nEND\n', { a: '2' }],
  ['nothing', '\n', {}],
])('outputs are read from %s', (_, text, outputs) => {
  expect(parseOutputs(text)).toEqual(outputs)
})

it('a block that does not end is a mistake', () => {
  expect(() => parseOutputs('a<<END\none\n')).toThrow('the output a has no end')
})
