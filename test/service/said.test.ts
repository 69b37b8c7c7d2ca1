import { expect, it, test } from 'vitest'
import { failed } from '../../src/deployment/outcome.ts'
import { refusedFields } from '../../src/report/annotations.ts'
import { readSaid } from '../../src/service/said.ts'

/** The inputs that set some fields of the request, by the path of the field. */
const INPUTS: Record<string, string> = {
  name: 'name',
  'source_config.custom_url': 'custom_url',
  custom_url: 'custom_url',
}

/** The inputs that a failure with this body names. */
const inputsFor = (said: ReturnType<typeof readSaid>) =>
  refusedFields(failed({ code: 'rejected', what: 'It failed', said }), path => {
    const input = INPUTS[path.join('.')]
    return input === undefined ? {} : { input }
  }).flatMap(({ input }) => input ?? [])

const HTTPS = 'must be an https URL'
const DOTTED = 'source_config.custom_url'
const CAMEL = 'sourceConfig.customUrl'
const STEPS = ['source_config', 'custom_url']

/** Error bodies as frameworks send them, the text that is shown, and the inputs that it is about. */
const FRAMEWORKS: [framework: string, body: unknown, text: string, ...inputs: string[]][] = [
  ['FastAPI', { detail: 'The plan allows no more' }, 'The plan allows no more'],
  [
    'FastAPI with a tagged union',
    {
      detail: [
        {
          type: 'url',
          loc: ['body', 'internal_template', ...STEPS],
          msg: HTTPS,
          input: 'my shop',
          ctx: { error: {} },
        },
      ],
    },
    `internal_template.${DOTTED}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'Django REST',
    { name: ['This is reserved.'], source_config: { custom_url: [HTTPS] }, non_field_errors: ['Go away.'] },
    `name: This is reserved.; ${DOTTED}: ${HTTPS}; Go away.`,
    'name',
    'custom_url',
  ],
  [
    'Rails',
    { errors: { name: ["can't be blank", 'taken'] } },
    "name: can't be blank; name: taken",
    'name',
    'name',
  ],
  ['Rails with details', { errors: { name: [{ error: 'blank' }] } }, 'name.0: blank'],
  [
    'Laravel',
    {
      message: 'The name is taken. (and 1 more error)',
      errors: { name: ['The name is taken.'], [DOTTED]: [HTTPS] },
    },
    `The name is taken. (and 1 more error); name: The name is taken.; ${DOTTED}: ${HTTPS}`,
    'name',
    'custom_url',
  ],
  [
    'NestJS',
    { statusCode: 400, message: ['name must be lower case'], error: 'Bad Request' },
    'name must be lower case',
  ],
  [
    'NestJS with class-validator',
    {
      message: [
        {
          property: 'custom_url',
          value: 'my shop',
          target: { a: 'my shop' },
          children: [],
          constraints: { isUrl: HTTPS },
        },
      ],
    },
    `custom_url.isUrl: ${HTTPS}`,
  ],
  [
    'ASP.NET',
    {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: { '$.SourceConfig.CustomUrl': [HTTPS] },
      traceId: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
    },
    `One or more validation errors occurred.; SourceConfig.CustomUrl: ${HTTPS}`,
    'custom_url',
  ],
  [
    'Spring',
    {
      timestamp: '2026-11-22T01:27:23.123+00:00',
      status: 400,
      error: 'Bad Request',
      exception: 'org.springframework.web.bind.MethodArgumentNotValidException',
      trace: 'org.springframework.X: no\n\tat org.example.Y(Y.java:1)',
      path: '/v2/deployments',
      message: 'Validation failed',
      errors: [
        {
          codes: ['NotBlank.deployment.name', 'NotBlank'],
          arguments: [{ codes: ['name'], defaultMessage: 'name', code: 'name' }],
          defaultMessage: 'must not be blank',
          objectName: 'deployment',
          field: 'name',
          rejectedValue: '',
          code: 'NotBlank',
        },
      ],
    },
    'Validation failed; name: must not be blank',
    'name',
  ],
  [
    'Spring with fieldErrors',
    { fieldErrors: [{ field: CAMEL, message: HTTPS }] },
    `${CAMEL}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'Quarkus',
    { violations: [{ field: 'create.arg0.name', message: 'is blank' }] },
    'create.arg0.name: is blank',
    'name',
  ],
  [
    'Go',
    { error: "Key: 'Deployment.Name' Error:Field validation for 'Name' failed on the 'required' tag" },
    "Key: 'Deployment.Name' Error:Field validation for 'Name' failed on the 'required' tag",
  ],
  ['Go with fields and tags', { errors: [{ Field: 'Name', Tag: 'required' }] }, 'Name: required', 'name'],
  [
    'a gRPC gateway',
    {
      code: 3,
      message: 'invalid request',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          field_violations: [{ field: `deployment.${DOTTED}`, description: HTTPS }],
        },
      ],
    },
    `invalid request; deployment.${DOTTED}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'Google',
    {
      error: {
        code: 400,
        message: 'Request contains an invalid argument.',
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'x.y/z', fieldViolations: [{ field: DOTTED, description: HTTPS }] }],
      },
    },
    `Request contains an invalid argument.; ${DOTTED}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'Azure',
    {
      error: {
        code: 'Bad',
        message: 'It is invalid',
        details: [{ code: 'InvalidUrl', target: DOTTED, message: HTTPS }],
      },
    },
    `It is invalid; ${DOTTED}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'AWS',
    {
      __type: 'com.amazon.coral.validate#ValidationException',
      message: '1 validation error',
      fieldList: [{ path: '/sourceConfig/customUrl', message: HTTPS }],
    },
    `1 validation error; ${CAMEL}: ${HTTPS}`,
    'custom_url',
  ],
  ['AWS in XML', '<?xml version="1.0"?>\n<Error><Message>No such key</Message></Error>', 'No such key'],
  [
    'Kubernetes',
    {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message: 'shops "a" is invalid',
      details: {
        name: 'a',
        kind: 'Shop',
        causes: [{ reason: 'Required', message: 'is required', field: 'spec.name' }],
      },
      code: 422,
    },
    'shops "a" is invalid; spec.name: Required; spec.name: is required',
    'name',
    'name',
  ],
  [
    'GraphQL',
    {
      errors: [
        {
          message: 'The URL is invalid',
          locations: [{ line: 1, column: 2 }],
          path: ['createDeployment', 'input', 'customUrl'],
          extensions: { code: 'BAD_USER_INPUT', stacktrace: ['GraphQLError: no', '    at f (a.js:1:1)'] },
        },
      ],
      data: null,
    },
    'createDeployment.input.customUrl: The URL is invalid',
    'custom_url',
  ],
  [
    'Hasura',
    {
      errors: [
        {
          message: 'It is not unique',
          extensions: { path: '$.insert_one.args.object.custom_url', code: 'x' },
        },
      ],
    },
    'insert_one.args.object.custom_url: It is not unique; insert_one.args.object.custom_url: x',
    'custom_url',
    'custom_url',
  ],
  [
    'Prisma',
    {
      name: 'PrismaClientKnownRequestError',
      code: 'P2002',
      clientVersion: '5.1.0',
      meta: { modelName: 'Deployment', target: ['name'] },
      message: '\nUnique constraint failed',
    },
    'name: Unique constraint failed',
    'name',
  ],
  [
    'JSON:API',
    {
      errors: [
        {
          status: '422',
          source: { pointer: '/data/attributes/name' },
          title: 'Invalid',
          detail: 'It is short.',
        },
      ],
    },
    'data.attributes.name: Invalid; data.attributes.name: It is short.',
    'name',
    'name',
  ],
  [
    'a problem document (RFC 7807)',
    {
      type: 'https://x.test/p',
      title: 'It is invalid',
      instance: '/logs/1',
      'invalid-params': [{ name: 'custom_url', reason: HTTPS }],
    },
    `It is invalid; custom_url: ${HTTPS}`,
    'custom_url',
  ],
  [
    'a problem document (RFC 9457)',
    {
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      errors: [{ detail: HTTPS, pointer: '#/source_config/custom_url' }],
    },
    `${DOTTED}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'Zod',
    { error: { issues: [{ code: 'x', path: STEPS, message: HTTPS }], name: 'ZodError' } },
    `${DOTTED}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'Zod, a single word',
    { issues: [{ expected: 'string', path: ['name'], message: 'Required' }] },
    'name: Required',
    'name',
  ],
  [
    'Zod as a tree',
    {
      errors: [],
      properties: { source_config: { errors: [], properties: { custom_url: { errors: [HTTPS] } } } },
    },
    `${DOTTED}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'Joi',
    {
      error: {
        _original: { name: 'my shop' },
        name: 'ValidationError',
        details: [
          { message: HTTPS, path: STEPS, type: 'string.uri', context: { label: DOTTED, value: 'my shop' } },
        ],
      },
    },
    `${DOTTED}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'Ajv',
    [
      {
        instancePath: '/source_config/custom_url',
        schemaPath: '#/x',
        keyword: 'format',
        params: { format: 'uri' },
        message: HTTPS,
      },
    ],
    `${DOTTED}: ${HTTPS}`,
    'custom_url',
  ],
  [
    'express-validator',
    { errors: [{ msg: 'Invalid', param: 'name', location: 'body', value: 'my shop' }] },
    'name: Invalid',
    'name',
  ],
  [
    'GitHub',
    { message: 'Validation Failed', errors: [{ resource: 'Shop', field: 'name', code: 'missing' }] },
    'Validation Failed; name: missing',
    'name',
  ],
  ['OAuth', { error: 'invalid_client', error_description: 'No such key' }, 'invalid_client; No such key'],
]

test.each(FRAMEWORKS)(
  'an error body of %s is read whole, with the inputs that it names',
  (_, body, text, ...inputs) => {
    const said = readSaid(typeof body === 'string' ? body : JSON.stringify(body))
    expect(said.text).toBe(text)
    expect(inputsFor(said)).toEqual(inputs)
  },
)

it.each([
  [{ error: { name: 'ConflictError', details: 'It is in use' } }, 'It is in use'],
  [{ error: 'Conflict' }, 'Conflict'],
  [{ message: '名称已被占用' }, '名称已被占用'],
  [{ message: '{"detail": "It is in use"}' }, 'It is in use'],
  [{ detail: '  ', message: 'This one' }, 'This one'],
  [{ detail: ['One', { other: 1 }] }, 'One'],
  [{ detail: [{ loc: ['body', 'name'], msg: 'long' }, { msg: 'no' }] }, 'name: long; no'],
  [{ hint: 'Use lower case', detail: 'No' }, 'hint: Use lower case; No'],
  [{ message: 'It failed\n    at f (a.js:1:1)\n    at g (b.js:1:1)' }, 'It failed'],
  [{ message: 'The service needs\n  at least one of them' }, 'The service needs\n  at least one of them'],
  [
    { message: 'No', timestamp: 'Sun Nov 22 01:27:23 UTC 2026', id: '4bf92f35-77b3-4da6-a3ce-929d0e0e4736' },
    'No',
  ],
  [{ message: 'Invalid', request: { name: 'my shop' } }, 'Invalid'],
  [{ code: 'quota_exceeded' }, '{"code":"quota_exceeded"}'],
  [{ error: 'NotFoundError' }, '{"error":"NotFoundError"}'],
  [['One', 'Two words'], 'One; Two words'],
  [{ name: 'taken', custom_url: 'in use' }, 'name: taken; custom_url: in use'],
  [{}, ''],
  [[], ''],
  [null, ''],
  ['just a text', 'just a text'],
])('the body %j says: %s', (body, text) => {
  expect(readSaid(JSON.stringify(body)).text).toBe(text)
})

it.each([
  ['plain text', 'plain text', false],
  ['', '', false],
  ['<!doctype html><title>502 Bad\n Gateway</title><p>nginx', 'an HTML page titled "502 Bad Gateway"', true],
  ['<html><title></title><h1 class="big">Oops</h1></html>', 'an HTML page titled "Oops"', true],
  ['<html><body>', 'an HTML page', true],
  ['<p>hello', 'hello', false],
])('the body %s says: %s', (body, text, html) => {
  expect(readSaid(body)).toMatchObject({ text, fields: [], ...(html && { html }) })
})

it('at most 50 messages of an error body are kept', () => {
  const detail = Array.from({ length: 60 }, (_, index) => ({ loc: [index], msg: 'no' }))
  expect(readSaid(JSON.stringify({ detail })).fields).toHaveLength(50)
})
