import { describe, test } from 'vitest'
import { expectRefusalInProcess as expectRefusal } from './bad-inputs.ts'

describe('base_url must be an absolute URL', () => {
  test.concurrent.each([
    ['', 'required'],
    ['   ', 'required'],
    ['api.example.com', 'absolute URL'],
    ['/api-host', 'absolute URL'],
    ['//api.example.com/api-host', 'absolute URL'],
    ['https:api.example.com', 'absolute URL'],
    ['https://', 'absolute URL'],
    ['https://api example.com', 'absolute URL'],
    ['https://api.example.com:99999', 'absolute URL'],
    ['ftp://files.example.com', /https:/],
    ['file:///etc/hostname', /https:/],
    ['http://127.0.0.1:PORT/api\nhost', /line break|absolute URL/],
    ['https://api.example.com/?workspace=1', 'query'],
    ['https://api.example.com/#top', 'fragment'],
  ])('%j', (url, words) =>
    expectRefusal(sandbox => ({ with: { base_url: withPort(url, sandbox.base_url) } }), ['base_url', words]),
  )
})

describe('a base_url that contains a credential is an error that does not show the credential', () => {
  test.concurrent.each([
    ['https://ci:pa55word-in-url@api.example.com', /user name|password/],
    ['https://pa55word-in-url@api.example.com', /user name|password/],
    ['https://api.example.com?token=pa55word-in-url', 'query'],
  ])('%s', (base_url, words) =>
    expectRefusal({ with: { base_url }, hidden: ['pa55word', 'in-url'] }, ['base_url', words]),
  )
})

describe('a plain http base_url beyond loopback is an error', () => {
  test.concurrent.each([
    'http://api.example.com',
    'HTTP://API.EXAMPLE.COM',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://host.docker.internal:PORT',
    'http://10.1.2.3',
    'http://192.168.0.1:PORT',
    'http://128.0.0.1',
    'http://0.0.0.0:PORT',
    'http://[::]:PORT',
    'http://[fe80::1]:PORT',
    'http://[2001:db8::1]',
  ])('%s', url =>
    expectRefusal(
      sandbox => ({ with: { base_url: withPort(url, sandbox.base_url), allow_http: 'false' } }),
      ['base_url', 'https://', 'allow_http'],
    ),
  )
})

describe('a plain http base_url is accepted on loopback or with allow_http, and only other errors are reported', () => {
  test.concurrent.each([
    ['http://localhost:PORT', 'false'],
    ['http://LOCALHOST:PORT/', 'false'],
    ['http://127.0.0.1:PORT/api-host/', 'false'],
    ['http://127.8.8.8:PORT', 'false'],
    ['http://[::1]:PORT', 'false'],
    ['http://10.1.2.3', 'true'],
    ['http://api.example.com', 'True'],
    ['https://api.example.com', 'false'],
  ])('%s with allow_http %s', (url, allow_http) =>
    expectRefusal(
      sandbox => ({
        with: { base_url: withPort(url, sandbox.base_url), allow_http, if_exists: 'sometimes' },
      }),
      ['if_exists', 'match'],
    ),
  )
})

const withPort = (url: string, base_url: string) => url.replace('PORT', new URL(base_url).port)
