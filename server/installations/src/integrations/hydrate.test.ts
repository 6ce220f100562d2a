import { ProviderError, type ObjectDescription } from '@platform/connector'
import type { HydratedRevision, ManifestIntegration } from '@platform/contract'
import { expect, it } from 'vitest'
import { givenPlatform, manifest } from '@platform/testing/test-platform'
import { hydrateContent } from './hydrate.ts'

const fields: ObjectDescription['fields'] = {
  LastName: { fieldName: 'LastName', displayName: 'Last name' },
  Email: { fieldName: 'Email', displayName: 'E-mail address' },
}
const describeTestObject = async (objectName: string): Promise<ObjectDescription> => {
  if (objectName !== 'Contact') throw new ProviderError('not-found', `No ${objectName} here.`)
  return { objectName, displayName: 'Person', fields }
}

const contact = { objectName: 'Contact', destination: 'webhook', schedule: '0 0 1 1 *' }
const crm: ManifestIntegration = { name: 'crm', provider: 'salesforce' }

it.each<[string, ManifestIntegration, object]>([
  [
    'names of fields, the builder’s before the account’s',
    {
      ...crm,
      read: {
        objects: [
          {
            ...contact,
            requiredFields: [
              { fieldName: 'LastName' },
              { fieldName: 'Email', mapToName: 'mail', mapToDisplayName: 'Mail' },
              { fieldName: 'Gone' },
              { mapToName: 'stage' },
            ],
          },
        ],
      },
    },
    {
      read: {
        objects: [
          {
            objectName: 'Contact',
            displayName: 'Person',
            allFieldsMetadata: fields,
            allFields: [
              { fieldName: 'LastName', displayName: 'Last name' },
              { fieldName: 'Email', displayName: 'E-mail address' },
            ],
            requiredFields: [
              { fieldName: 'LastName', displayName: 'Last name' },
              { fieldName: 'Email', displayName: 'Mail', mapToName: 'mail' },
              { fieldName: 'Gone', displayName: 'Gone' },
              { mapToName: 'stage' },
            ],
          },
        ],
      },
    },
  ],
  [
    'the provider’s name of an object beside the builder’s',
    { ...crm, read: { objects: [{ ...contact, mapToDisplayName: 'Contact person' }] } },
    { read: { objects: [{ displayName: 'Person', mapToDisplayName: 'Contact person' }] } },
  ],
  [
    'why an object cannot be described, and leaves the others usable',
    { ...crm, read: { objects: [{ ...contact, objectName: 'Lead' }, contact] } },
    {
      read: {
        objects: [
          { objectName: 'Lead', displayName: 'Lead', error: 'No Lead here.' },
          { objectName: 'Contact', displayName: 'Person' },
        ],
      },
    },
  ],
  [
    'the name of what is written too, else what the manifest calls it',
    {
      ...crm,
      read: { objects: [contact] },
      write: { objects: [{ objectName: 'Contact' }, { objectName: 'Deal' }] },
    },
    {
      write: {
        objects: [
          { objectName: 'Contact', displayName: 'Person' },
          { objectName: 'Deal', displayName: 'Deal' },
        ],
      },
    },
  ],
  [
    'the fields of an object that is only written',
    { ...crm, write: { objects: [{ objectName: 'Contact' }] } },
    {
      write: {
        objects: [{ objectName: 'Contact', displayName: 'Person', allFieldsMetadata: fields }],
      },
    },
  ],
])('completes a revision with %s', async (_what, content, expected) => {
  expect(await hydrateContent(content, describeTestObject)).toMatchObject(expected)
})

it('keeps the labels of an object that is only written', async () => {
  const findLabels = () =>
    Promise.resolve({ displayName: 'Person', fields: new Map([['Email', 'E-mail address']]) })
  const fail = () => Promise.reject(new ProviderError('credentials', 'invalid_grant'))

  const { write } = await hydrateContent(
    { ...crm, write: { objects: [{ objectName: 'Contact' }] } },
    fail,
    findLabels,
  )

  expect(write?.objects).toMatchObject([
    {
      displayName: 'Person',
      allFieldsMetadata: { Email: { fieldName: 'Email', displayName: 'E-mail address' } },
    },
  ])
})

it('omits undeclared reading and writing', async () => {
  const content = await hydrateContent({ ...crm, proxy: { enabled: true } }, describeTestObject)

  expect(content).toEqual({ name: 'crm', provider: 'salesforce', proxy: { enabled: true } })
})

it("lists the fields of a connected account and keeps the provider's label", async () => {
  const sourceYaml = manifest.replace(
    'mapToName: person',
    'mapToName: person\n          mapToDisplayName: Person of ours',
  )
  const platform = await givenPlatform({ contacts: 1, sourceYaml })
  const { id: connectionId } = await platform.connect()
  const { latestRevision } = await platform.call<{ latestRevision: { id: string } }>(
    'GET',
    '/v1/{p}/integrations/crm',
  )

  const { content } = await platform.call<HydratedRevision>(
    'GET',
    `/v1/{p}/integrations/crm/revisions/${latestRevision.id}:hydrate?connectionId=${connectionId}`,
  )

  const [object] = content.read?.objects ?? []
  expect(object).toMatchObject({ displayName: 'Contact', mapToDisplayName: 'Person of ours' })
  expect(object?.allFields).toContainEqual({ fieldName: 'LastName', displayName: 'Last Name' })
  expect(object?.allFields).toEqual(
    Object.values(object?.allFieldsMetadata ?? {}).map(({ fieldName, displayName }) => ({
      fieldName,
      displayName,
    })),
  )
})

it('keeps the labels of the account while its sign-in is lost', async () => {
  const platform = await givenPlatform({ contacts: 1 })
  const [{ id: connectionId }, other] = [
    await platform.connect(),
    await platform.connect('initech'),
  ]
  const { latestRevision } = await platform.call<{ latestRevision: { id: string } }>(
    'GET',
    '/v1/{p}/integrations/crm',
  )
  const hydrate = (id: string) =>
    platform.call<HydratedRevision>(
      'GET',
      `/v1/{p}/integrations/crm/revisions/${latestRevision.id}:hydrate?connectionId=${id}`,
    )
  await hydrate(connectionId)
  await platform.control.revokeTokens()

  const lost = await hydrate(connectionId)
  const never = await hydrate(other.id)

  expect(lost).toMatchObject({
    content: {
      read: {
        objects: [
          {
            objectName: 'Contact',
            displayName: 'Contact',
            error: expect.any(String),
            requiredFields: [
              { fieldName: 'LastName', displayName: 'Last Name' },
              { fieldName: 'Email', mapToName: 'email' },
            ],
            allFields: expect.arrayContaining([
              { fieldName: 'LastName', displayName: 'Last Name' },
            ]),
          },
        ],
      },
    },
  })
  expect(never.content.read?.objects?.[0]).toMatchObject({ error: expect.any(String) })
  expect(JSON.stringify(never)).not.toContain('Last Name')
})
