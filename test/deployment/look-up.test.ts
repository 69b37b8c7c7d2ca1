import { describe, expect, it } from 'vitest'
import { isAlike, lookUpName } from '../../src/deployment/list.ts'
import type { Service } from '../../src/service/client.ts'

/** The ids that the look-up of a name finds among deployments of these names. */
async function lookUp(names: string[], name = 'shop') {
  const all = names.map((listed, index) => ({ id: `id-${index}`, name: listed }))
  const listDeployments: Service['listDeployments'] = async query => {
    const resources = query.offset === '0' ? all : []
    return { ok: true, status: 200, value: { resources, size: resources.length, offset: 0 } }
  }
  const service = { listDeployments } as Pick<Service, 'listDeployments'> as Service
  const reply = await lookUpName(service, name, new AbortController().signal)
  return reply.ok ? reply.value.deployments.map(({ read }) => read.id) : reply.error
}

describe('a look-up finds a name that the service changed', () => {
  it.each([
    ['Shop', 'shop'],
    ['shop', 'SHOP'],
    [' shop', 'shop'],
    ['shop', ' shop\n'],
    ['caf\u00e9', 'cafe\u0301'],
    ['\ufb01sh', 'fish'],
    ['straße', 'STRASSE'],
  ])('from %j to %j', async (name, listed) => {
    expect(await lookUp(['other', listed], name)).toEqual(['id-1'])
  })

  it('unless the list contains an equal name', async () => {
    expect(await lookUp(['SHOP', 'shop'])).toEqual(['id-1'])
  })

  it.each(['shop-2', 'sho', 'sh op', ''])('but not from "shop" to %j', listed => {
    expect(isAlike(listed, 'shop')).toBe(false)
  })
})
