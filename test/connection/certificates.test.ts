import { describe, expect } from 'vitest'
import { selfSigned } from '../harness/certificate.ts'
import { test } from '../harness/test.ts'
import { IMAGE } from '../orders.ts'

/** What helps where Node does not know the authority, and only there. */
const TRUST = /NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA/

describe.concurrent('the certificate of the service', () => {
  test('that is for another host is blamed for that alone', async ({ serve, create }) => {
    const { key, cert } = selfSigned()
    const service = await serve({ tls: { key, cert } })
    const base_url = service.base_url.replace('127.0.0.1', 'localhost')
    const step = { files: { 'ca.pem': cert }, env: { NODE_EXTRA_CA_CERTS: 'ca.pem' } }
    const { outputs, errors } = await create(service, { ...IMAGE, base_url }, step)
    expect(outputs['error_code']).toBe('unreachable')
    expect(errors[0]?.message).toContain('localhost')
    expect(errors[0]?.message).toMatch(/certificate|host name/)
    expect(errors[0]?.message).not.toMatch(TRUST)
  })

  test('is missing where https is asked of a server that speaks http', async ({ serve, create }) => {
    const service = await serve()
    const base_url = service.base_url.replace('http:', 'https:')
    const { outputs, errors } = await create(service, { ...IMAGE, base_url })
    expect(outputs['error_code']).toBe('unreachable')
    expect(errors[0]?.message).not.toMatch(TRUST)
  })
})
