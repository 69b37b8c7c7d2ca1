import { describe, expect, it } from 'vitest'
import { readDeployment } from '../../src/service/responses.ts'

describe('a deployment in a response', () => {
  it('keeps fields of the right type or null, and drops all others', () => {
    expect(
      readDeployment({
        ...{ id: 'd1', name: 'shop', status: 'BRAND_NEW', image_version: null },
        ...{ tenant_id: 7, region: 'north' },
        source_config: { custom_url: 'https://shop.test', build_on_push: 'yes', resource_spec: { cpu: 1 } },
        ...{ source_revision_config: 'none', secrets: {} },
      }),
    ).toEqual({
      ...{ id: 'd1', name: 'shop', status: 'BRAND_NEW', image_version: null },
      source_config: { custom_url: 'https://shop.test', resource_spec: { cpu: 1 } },
      secrets: {},
    })
  })

  it.each([{}, { id: '' }, { id: ' ' }, { id: null }, { id: 7.5 }, { id: {} }])(
    'is invalid without an id: %j',
    sent => {
      expect(readDeployment(sent)).toBe(undefined)
    },
  )
})
