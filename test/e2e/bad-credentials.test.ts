import { describe, test } from 'vitest'
import { type BadStep, expectRefusalInProcess as expectRefusal, type Problem } from './bad-inputs.ts'

const hidden = ['fir5t-half', 's3cond-half', 'request-t0ken']

/** The variables of a job that can request an OIDC token. */
const ID_TOKEN = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:9/token',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-t0ken',
}

describe('an api_key that cannot be a header value is an error', () => {
  test.concurrent.each([
    ['a line break', 'fir5t-half\ns3cond-half'],
    ['a carriage return', 'fir5t-half\rs3cond-half'],
    ['a tab', 'fir5t-half\ts3cond-half'],
    ['a letter with an accent', 'fir5t-halfés3cond-half'],
    ['a character beyond Latin-1', 'fir5t-half…s3cond-half'],
  ])('%s', (_title, api_key) => expectRefusal({ with: { api_key }, hidden }, ['api_key', 'printable ASCII']))
})

describe('an api_key_header that cannot carry a key is an error', () => {
  test.concurrent.each([
    'X Api Key',
    'X-Api-Key:',
    'X-Api-Key: fir5t-half',
    'X-Schlüssel',
    '"X-Api-Key"',
    'X-Api-Key\nX-Other',
    'Content-Length',
    'Transfer-Encoding',
    'Content-Type',
  ])('%j', api_key_header =>
    expectRefusal({ with: { api_key_header, api_key: 'fir5t-half' }, hidden }, ['api_key_header', 'header']),
  )
})

describe('an invalid line of headers is an error', () => {
  test.concurrent.each<[string, string, ...Problem[1][]]>([
    ['no colon', 'X-Workspace: w1\nfir5t-half', 'line 2', 'Name: value'],
    ['no colon after a blank line', '\n\nfir5t-half', 'line 3', 'Name: value'],
    ['no name', ': fir5t-half', 'line 1', 'name'],
    ['a space in the name', 'X Gateway: fir5t-half', 'line 1', 'name'],
    ['a space before the colon', '"X-Gateway" : fir5t-half', 'line 1', 'name'],
    ['a control character', 'X-Workspace: w1\nX-Gateway: fir5t-half\u0007s3cond-half', 'line 2', 'character'],
    ['a carriage return', 'X-Gateway: fir5t-half\rs3cond-half', 'line 1', 'line break'],
    ['a character beyond Latin-1', 'X-Gateway: fir5t-half…s3cond-half', 'line 1', 'character'],
    ['one name in two cases', 'X-Gateway: fir5t-half\nx-gateway: s3cond-half', 'line 2', 'another line'],
    ['Authorization twice', 'Authorization: Bearer fir5t-half\nauthorization: Basic s3cond-half', 'line 2'],
    ['content-length', 'content-length: 12', 'line 1', 'sets a header'],
    ['Transfer-Encoding', 'Transfer-Encoding: chunked', 'line 1', 'sets a header'],
    ['Content-Type', 'X-Gateway: fir5t-half\nContent-Type: text/plain', 'line 2', 'sets a header'],
    ['an empty value', 'X-Workspace: w1\nX-Gateway:   ', 'line 2', 'no value', 'empty string'],
  ])('%s', (_title, headers, ...words) => expectRefusal({ with: { headers }, hidden }, ['headers', ...words]))

  test.concurrent.each(['Bearer', 'basic', 'token '])(
    'the value %j, which an undefined secret leaves, is an error',
    value =>
      expectRefusal({ with: { headers: `Authorization: ${value}` } }, ['headers', 'line 1', 'no value']),
  )

  test.concurrent('every invalid line is reported', () =>
    expectRefusal(
      {
        with: { headers: 'fir5t-half\nX-Gateway: ok\nX Gateway: s3cond-half\nX-Gateway: fir5t-half' },
        hidden,
      },
      ['headers', 'line 1', 'Name: value'],
      ['headers', 'line 3', 'name'],
      ['headers', 'line 4', 'another line'],
    ))
})

describe('a header that is set twice is an error', () => {
  const authorization = { headers: 'authorization: Bearer s3cond-half' }
  test.concurrent.each<[string, BadStep, Problem]>([
    [
      'by headers and api_key',
      { with: { api_key: 'fir5t-half', headers: 'x-api-key: s3cond-half' } },
      ['headers', 'line 1', 'api_key'],
    ],
    [
      'by headers and api_key under another name',
      { with: { api_key: 'fir5t-half', api_key_header: 'Authorization', ...authorization } },
      ['headers', 'line 1', 'api_key'],
    ],
    [
      'by headers and oidc_audience',
      { with: { oidc_audience: 'shop', ...authorization }, env: ID_TOKEN },
      ['headers', 'line 1', 'oidc_audience'],
    ],
    [
      'by api_key_header and oidc_audience',
      {
        with: { oidc_audience: 'shop', api_key: 'fir5t-half', api_key_header: 'authorization' },
        env: ID_TOKEN,
      },
      ['api_key_header', 'oidc_audience'],
    ],
  ])('%s', (_title, step, problem) => expectRefusal({ ...step, hidden }, problem))
})
