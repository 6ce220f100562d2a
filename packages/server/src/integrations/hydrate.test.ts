import { ProviderError, type ObjectDescription } from '@platform/connector'
import type { ManifestIntegration } from '@platform/contract'
import { expect, it } from 'vitest'
import { hydrateContent } from './hydrate.ts'

const fields: ObjectDescription['fields'] = {
  LastName: { fieldName: 'LastName', displayName: 'Last name' },
  Email: { fieldName: 'Email', displayName: 'E-mail address' },
}
const described = async (objectName: string): Promise<ObjectDescription> => {
  if (objectName !== 'Contact') throw new ProviderError('not-found', `No ${objectName} here.`)
  return { objectName, displayName: 'Person', fields }
}

const contact = { objectName: 'Contact', destination: 'webhook', schedule: '0 * * * *' }
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
])('completes a revision with %s', async (_what, content, expected) => {
  expect(await hydrateContent(content, described)).toMatchObject(expected)
})

it('says nothing of reading and writing that is not declared', async () => {
  const content = await hydrateContent({ ...crm, proxy: { enabled: true } }, described)

  expect(content).toEqual({ name: 'crm', provider: 'salesforce', proxy: { enabled: true } })
})
