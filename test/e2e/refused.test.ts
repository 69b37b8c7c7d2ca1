import { expect, test } from 'vitest'
import { expectRefusal } from './bad-inputs.ts'
import { sandboxForTest } from './create.ts'
import { createInTurn } from './create-in-turn.ts'

// The built action refuses mistakes before it sends anything. test/inputs/checks.test.ts has the rules.

test('mistakes in inputs and in the config file are reported at once, each at its input or line', () => {
  const file = 'deploy/shop, 100%: new.yml'
  const text = 'nam: shop\nsource_config:\n  custom_url: 5\nsecrets: [TOKEN=hunt3r-two]\n'
  return expectRefusal(
    {
      with: { config: file, secrets: 'A\nA=hunt3r-two', 'wait-for': 'ready' },
      files: { [file]: text },
      hidden: 'hunt3r-two',
    },
    ['secrets', /line 1.* not set/],
    ['secrets', /line 2.* twice/],
    [`${file}:3:3`, /custom_url must be a string/],
    [`${file}:4:11`, /alone/],
    [`${file}:1:1`, /nam is not known.* name; /],
    ['wait-for', /did you mean `wait_for`/],
  )
})

const TOKEN = 'ghs_hunt3r-two'

test.each<[where: string, words: RegExp, inputs: Record<string, string>]>([
  ['image_uri', /no digest/, { source: 'external_container', image_uri: 'registry/app@' }],
  ['secrets', /list the secrets of the deployment one by one/, { secrets: `{"github_token": "${TOKEN}"}` }],
  [
    'integration_id',
    /an undefined `vars.X`/,
    { source: 'repohost', repository: 'acme/shop', integration_id: '' },
  ],
  ['source', /did you mean `external_container`\?$/, { source: 'external-container' }],
  ['deploy.yml:2:13', /indented further than the line before/, { config: 'deploy.yml' }],
])('the error at %s matches %s for the inputs %j', (where, words, inputs) => {
  const files = { 'deploy.yml': 'name: shop\n  custom_url: a\n' }
  return expectRefusal({ with: inputs, files, hidden: TOKEN }, [where, words])
})

test('a name that ends in a dash, a limit of no wait and the own key as a secret are warned of', async () => {
  const sandbox = await sandboxForTest()
  const mistakes = { name: 'shop-', wait_timeout: '20m', api_key: 'hunt3r-two', secrets: 'KEY=hunt3r-two' }
  const { warnings } = await createInTurn(sandbox, { source: 'internal_template', ...mistakes })
  expect(warnings.map(({ message }) => message)).toEqual([
    'Input `wait_timeout`: has no effect without `wait_for` or `health_url`',
    'Input `name`: ends in `-`: an expression is probably empty',
    'Input `secrets`, line 1: the value of KEY is the `api_key` of this step; the deployment gets it',
  ])
})
