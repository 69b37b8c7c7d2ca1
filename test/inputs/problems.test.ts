import { describe, expect } from 'vitest'
import { test } from '../harness/test.ts'
import { names, refuse, textOf } from './orders.ts'

/** Fifteen inputs that are wrong at once. */
const WRONG = {
  ...{ name: '', source: 'git', dry_run: 'yes', build_on_push: 'no', wait_for: 'READY', if_exists: 'adopt' },
  ...{ request_timeout: 'soon', wait_timeout: '1d', health_url: 'host/ok', repo_ref: 'main/' },
  ...{ custom_url: 'https://', resource_spec: '- cpu', secrets: 'A B', variables: 'info' },
  list_parameters: 'offset: limit',
}

describe.concurrent('problems of the inputs', () => {
  test('are told in ten errors, as GitHub keeps no more of a step', async ({ serve, create }) => {
    const { errors, summary, outputs, stderr } = await refuse({ serve, create }, WRONG)
    expect(errors).toHaveLength(10)
    const inputs = Object.keys(WRONG)
    const [tenth] = errors.slice(-1)
    const inFirst = inputs.filter(input => errors.slice(0, 9).some(error => names(textOf([error]), input)))
    const inTenth = inputs.filter(input => tenth && names(textOf([tenth]), input))
    expect(new Set([...inFirst, ...inTenth])).toEqual(new Set(inputs))
    expect(inTenth.length).toBeGreaterThan(5)
    for (const input of inputs) expect(names(summary, input)).toBe(true)
    for (const { message } of errors) expect(message.length).toBeLessThanOrEqual(4000)
    expect({ id: outputs['id'], stderr }).toEqual({ id: '', stderr: '' })
  })
})
