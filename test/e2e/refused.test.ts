import { test } from 'vitest'
import { expectRefusal } from './bad-inputs.ts'

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
    [`${file}:1:1`, /nam is not known.* name$/],
    ['wait-for', /did you mean `wait_for`/],
  )
})
