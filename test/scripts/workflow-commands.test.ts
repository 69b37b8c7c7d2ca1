import { expect, it } from 'vitest'
import { renderLog } from '../../scripts/workflow-commands.ts'

it('renderLog() shows groups, masks and errors of a log', () => {
  const log = [
    '::add-mask::hunter2',
    '::group::Look up',
    'Asking with hunter2',
    '::endgroup::',
    '::debug::only for those who ask',
    '::error title=Refused::It failed.%0ATry again.',
    'The end',
  ].join('\n')
  expect(renderLog(log).split('\n')).toEqual([
    '▼ Look up',
    '  Asking with ***',
    'error: It failed.',
    '  Try again.',
    'The end',
  ])
})
