import { expect, it } from 'vitest'
import { create, sandboxForTest, workspaceWith } from './create.ts'

// The messages of the built action for likely mistakes, on one page to review: likely-mistakes.md.

interface Mistake {
  title: string
  inputs: Record<string, string>
  /** The text of the `config` file, deploy.yml. */
  config?: string
}

const PEM = [
  '-----BEGIN PRIVATE KEY-----',
  ...Array.from(
    { length: 25 },
    (_, index) => `${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEA/AoIBAQC7VJT'}${index}+`,
  ),
  '-----END PRIVATE KEY-----',
].join('\n')

const MISTAKES: Mistake[] = [
  { title: 'The variable behind `base_url` is not defined', inputs: { base_url: '' } },
  {
    title: '`base_url` ends with a version',
    inputs: { base_url: 'SANDBOX/v2' },
  },
  { title: 'A secret is not defined', inputs: { secrets: 'DATABASE_URL=' } },
  {
    title: 'The lines of `secrets` are folded into one',
    inputs: { secrets: 'USER_NAME=shop PASSWORD=s3cret-word' },
  },
  { title: 'The value of a secret is in quotes', inputs: { secrets: 'PASSWORD="s3cret-word"' } },
  { title: 'A key of 27 lines is pasted behind its name', inputs: { secrets: `SIGNING_KEY=${PEM}` } },
  { title: 'The word that ends a value is indented', inputs: { secrets: 'A<<END\n  one\n  two\n  END\n' } },
  { title: 'The `config` file is in another folder', inputs: { config: 'deploy.yaml' } },
  {
    title: 'The `config` file is flat',
    inputs: { config: 'deploy.yml', source: 'repohost', repository: 'acme/shop' },
    config:
      'integration_id: 5b1c2f5e-6c1e-4f0c-9d57-1f5f0a3f6c11\nimage_uri: ghcr.io/acme/shop\nif_exists: reuse\n',
  },
  {
    title: 'A key is misspelt, and a number is not in quotes',
    inputs: { config: 'deploy.yml' },
    config: 'source_config:\n  custom_ur: https://shop.example\nsource_revision_config:\n  repo_ref: 1.10\n',
  },
  {
    title: 'A secret of the `config` file has no variable, and another has its value in the file',
    inputs: { config: 'deploy.yml' },
    config: 'secrets:\n  - DATABASE_URL\n  - name: TOKEN\n    value: s3cret-word\n',
  },
  {
    title: 'The `config` file is written in YAML 1.1',
    inputs: { config: 'deploy.yml' },
    config:
      'source_config:\n  resource_spec:\n    labels: !!set {prod, eu}\n    annotations: {1: a, "1": b}\n',
  },
  { title: '`repohost` has no `integration_id`', inputs: { source: 'repohost', repository: 'acme/shop' } },
  {
    title: 'The variable behind the tag of the image is not defined',
    inputs: { source: 'external_container', image_uri: 'ghcr.io/acme/shop:' },
  },
  {
    title: 'The variable behind an input with a default is not defined',
    inputs: { wait_for: '' },
  },
  {
    title: 'Values are no booleans, words or durations',
    inputs: { dry_run: 'yes', if_exists: 'adopt', wait_timeout: '15 minutes' },
  },
]

it('the messages for likely mistakes match likely-mistakes.md', async () => {
  const sandbox = await sandboxForTest()
  const sections = await Promise.all(
    MISTAKES.map(async ({ title, inputs, config }) => {
      const files = { 'services/shop/deploy.yml': '', ...(config !== undefined && { 'deploy.yml': config }) }
      const workspace = await workspaceWith(files)
      const given: Record<string, string> = {
        name: 'shop',
        source: 'internal_template',
        dry_run: 'true',
        ...inputs,
      }
      if (inputs['base_url']) given['base_url'] = inputs['base_url'].replace('SANDBOX', sandbox.base_url)
      const { errors, warnings } = await create(sandbox, given, { workspace })
      const lines = [...warnings, ...errors].map(({ command, message, properties }) => {
        const [first, ...others] = message.split('\n')
        return [
          `**${command}: ${properties['title']}**`,
          `> ${first}`,
          ...others.map(line => `> ${line}`),
        ].join('\n')
      })
      return `## ${title}\n\n${lines.join('\n\n')}\n`
    }),
  )
  const page = `# The likeliest mistakes, and what the action says\n\n${sections.join('\n')}`.replaceAll(
    sandbox.base_url,
    'https://host',
  )
  expect(page).not.toMatch(/s3cret-word|MIIEvQ/)
  await expect(page).toMatchFileSnapshot('likely-mistakes.md')
})
