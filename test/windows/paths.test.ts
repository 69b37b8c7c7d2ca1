import { basename } from 'node:path'
import { expect } from 'vitest'
import { test } from '../harness/test.ts'
import { errorOf } from '../orders.ts'

// The forms of a Windows path in the input `config`, which must name a file of the workspace.

const INPUTS = { name: 'shop', source: 'internal_template', dry_run: 'true' }
const files = { 'deploy/shop.yml': 'name: shop\r\n' }

test.for(['.\\deploy/../deploy\\shop.yml', 'DEPLOY\\Shop.YML'])(
  'config is read by the path %s',
  async (config, { serve, create }) => {
    expect(await create(await serve(), { ...INPUTS, config }, { files })).toMatchObject({ exitCode: 0 })
  },
)

test.for(['..', 'C:\\Windows\\win.ini', '\\\\server.invalid\\share\\shop.yml', 'shop<1>?.yml'])(
  'config is refused with the path %s',
  async (config, { serve, create }) => {
    const run = await create(await serve(), { ...INPUTS, config }, { files })
    expect(run).toMatchObject({ exitCode: 1, outputs: { error_code: 'invalid_input' } })
    expect(errorOf(run)).toContain(basename(config))
  },
)
