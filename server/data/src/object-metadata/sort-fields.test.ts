import type { HydratedRevision, Integration, ObjectMetadata } from '@platform/contract'
import { getFirst } from '@platform/kernel/values'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, expect, it } from 'vitest'

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  platform = await testPlatform({ contacts: 1 })
})
afterAll(() => platform.close())

const system =
  /^(Id|IsDeleted|SystemModstamp|CreatedById|hs_object_id|createdate|lastmodifieddate)$/

it.each([
  ['salesforce', 'Contact', ['Name', 'FirstName', 'LastName', 'Email', 'Phone', 'OwnerId']],
  ['salesforce', 'Opportunity', ['Name', 'Amount', 'StageName', 'OwnerId']],
  ['hubspot', 'contacts', ['firstname', 'lastname', 'email', 'phone']],
  ['hubspot', 'deals', ['dealname', 'amount', 'dealstage']],
] as const)(
  'lists useful fields of %s %s first and those of the provider last',
  async (provider, objectName, useful) => {
    await platform.connect('globex', provider)

    const { fields } = await platform.call<ObjectMetadata>(
      'GET',
      `/v1/{p}/providers/${provider}/objects/${objectName}/metadata?groupRef=globex`,
    )

    const names = Object.keys(fields)
    const present = useful.filter((name) => names.includes(name))
    expect(present.length).toBeGreaterThan(1)
    const first = names.slice(0, present.length + 8)
    expect(present.filter((name) => !first.includes(name))).toEqual([])
    const unmarked = names.filter((name) => system.test(name) && !fields[name]?.isSystem)
    expect(unmarked).toEqual([])
    expect(present.filter((name) => fields[name]?.isSystem)).toEqual([])
    const isSystem = names.map((name) => system.test(name))
    expect(isSystem.indexOf(true)).toBeGreaterThan(present.length)
    const firstHalf = names.slice(0, Math.floor(names.length / 2))
    expect(firstHalf.filter((name) => system.test(name))).toEqual([])
  },
)

it('lists the fields of the manifest first', async () => {
  const { id } = await platform.connect('globex')
  const { id: integrationId, latestRevision } = await platform.call<Integration>(
    'GET',
    '/v1/{p}/integrations/crm',
  )

  const { content } = await platform.call<HydratedRevision>(
    'GET',
    `/v1/{p}/integrations/${integrationId}/revisions/${latestRevision.id}:hydrate?connectionId=${id}`,
  )

  const { allFields = [] } = getFirst(content.read?.objects ?? [])
  const names = allFields.flatMap((field) => ('fieldName' in field ? field.fieldName : []))
  expect(names.slice(0, 3)).toEqual(['LastName', 'Email', 'Title'])
  expect(names.findIndex((name) => system.test(name))).toBeGreaterThan(10)
})
