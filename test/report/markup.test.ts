import { expect, it } from 'vitest'
import { say } from '../../src/lib/sentence.ts'
import { render } from '../../src/report/markup.ts'

it.each([
  [
    'in backquotes',
    say`Set \`${'NAME'}\`, such as \`a=b\`.`,
    'Set <code>NAME</code>, such as <code>a=b</code>.',
  ],
  ['in quotes', say`The text "${'x'}" of \`y\`.`, 'The text <code>x</code> of <code>y</code>.'],
  ['by itself', say`${'<b>'} of \`y\``, '<code>&#60;b&#62;</code> of <code>y</code>'],
  ['that is empty', say`Nothing${''} of \`y\``, 'Nothing of <code>y</code>'],
])(
  'a value %s is one piece of code, and so is each part of our own words in backquotes',
  (_, sentence, html) => {
    expect(render(sentence, String)).toBe(html)
  },
)
