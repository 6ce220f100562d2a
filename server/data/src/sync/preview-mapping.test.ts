// @module-tag live-records
import type { Schemas } from '@platform/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testPlatform } from '@platform/testing/test-platform'

const makeManifestJson = (contact: object) =>
  JSON.stringify({
    specVersion: '1.0.0',
    integrations: [
      {
        ...{ name: 'crm', provider: 'salesforce' },
        read: { objects: [{ destination: 'webhook', schedule: '0 0 1 1 *', ...contact }] },
      },
    ],
  })
const name = { fieldName: 'LastName' }

let platform: Awaited<ReturnType<typeof testPlatform>>
let path: string

beforeAll(async () => {
  platform = await testPlatform({ contacts: 3 })
  await platform.connect()
  const { id } = await platform.install()
  path = `/v1/{p}/integrations/crm/installations/${id}/objects`
})
afterAll(() => platform.close())

const preview = (contact: object, objectName = 'Contact') =>
  platform.call<Schemas['MappingPreview']>('POST', `${path}/${objectName}:preview`, {
    sourceYaml: makeManifestJson({ objectName: 'Contact', ...contact }),
  })

it('previews one live record before and after a change without deploying', async () => {
  const { before, after, ...rest } = await preview({
    mapToName: 'contact',
    requiredFields: [{ fieldName: 'LastName', mapToName: 'surname' }, { fieldName: 'Department' }],
  })

  expect(before).toEqual({
    objectName: 'person',
    fields: { LastName: expect.any(String), Title: expect.anything() },
    mappedFields: { email: expect.stringContaining('@') },
  })
  expect(after).toEqual({
    objectName: 'contact',
    // The change removes the title field that the customer has chosen.
    fields: { Department: expect.anything(), Title: before?.fields['Title'] },
    mappedFields: { surname: before?.fields['LastName'] },
  })
  expect(rest).toEqual({ isRead: true, missingMappings: [], others: expect.any(Array) })
  const revisions = await platform.call<object[]>('GET', '/v1/{p}/integrations/crm/revisions')
  expect(revisions).toHaveLength(1)
})

it('previews further records, of which some do not match a filter', async () => {
  const filter = { fieldName: 'LastName', operator: 'eq', value: 'Filtered' }
  await platform.control.createRecord('Contact', { LastName: 'Filtered' })

  const { before, after, others = [] } = await preview({ requiredFields: [name], filter })

  const shown = [{ before, after }, ...others]
  expect(shown).toHaveLength(4)
  expect(shown.filter((one) => one.after?.matchesFilter)).toMatchObject([
    { after: { fields: { LastName: 'Filtered' } }, before: { objectName: 'person' } },
  ])
  expect(new Set(shown.map((one) => one.after?.fields['LastName'])).size).toBe(4)
})

it('reports what would prevent the delivery of the record', async () => {
  const [refused, unmapped, gone] = [
    await preview({ requiredFields: [name, { fieldName: 'MadeUp__c' }] }),
    await preview({ requiredFields: [name, { mapToName: 'score' }] }),
    await preview({ objectName: 'Lead', requiredFields: [name] }),
  ]

  expect(refused).toMatchObject({ before: { objectName: 'person' }, isRead: true })
  expect(refused.refusal).toContain('MadeUp__c')
  expect(refused.after).toBeUndefined()
  expect(unmapped).toMatchObject({ missingMappings: ['score'], after: {} })
  expect(gone).toMatchObject({ before: {}, isRead: false })
  expect(gone.after).toBeUndefined()
})

it('audits who viewed whose record, without the record', async () => {
  const { before } = await preview({ requiredFields: [name] })
  const [looked] = await platform.database.everything
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', 'previewMapping')
    .execute()

  expect(looked).toMatchObject({
    actorKind: 'api-key',
    target: expect.stringContaining('/objects/Contact:preview'),
    after: { groupRef: 'globex', objectName: 'Contact' },
  })
  expect(JSON.stringify(looked)).not.toContain(String(before?.mappedFields?.['email']))
})
