import { expect } from 'vitest'
import { selfSigned } from '../harness/certificate.ts'
import { test } from '../harness/test.ts'
import { IMAGE } from '../orders.ts'

test('a certificate for another host is blamed for that, not for its authority', async ({ serve, create }) => {
  const { key, cert } = selfSigned()
  const service = await serve({ tls: { key, cert } })
  const base_url = service.base_url.replace('127.0.0.1', 'localhost')
  const step = { files: { 'ca.pem': cert }, env: { NODE_EXTRA_CA_CERTS: 'ca.pem' } }
  const { outputs, errors } = await create(service, { ...IMAGE, base_url }, step)
  expect(outputs['error_code']).toBe('unreachable')
  expect(errors[0]?.message).toContain('localhost')
  expect(errors[0]?.message).toMatch(/certificate|host name/)
  expect(errors[0]?.message).not.toMatch(/NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA/)
})
