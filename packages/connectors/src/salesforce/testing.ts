import type { CustomFieldDefinition, ProviderRequest } from '@platform/connector'
import type { RehearsalClient } from '../testing/provider-client.ts'
import { salesforce } from './connector.ts'
import { apiPath } from './query.ts'

/** Test data of Salesforce for the suites in `testing/`, recorded and with the sandbox. */
const contact = { connector: salesforce, objectName: 'Contact' }

export const reading = {
  ...contact,
  fieldNames: ['email', "$['Owner']['Name']", 'Account.Name', "$['MailingAddress']['city']"],
  missingFieldNames: ['Foo__c', "$['Owner']['Shoe']", 'Nowhere.Name', 'BAR'],
  filterFieldName: 'LeadSource',
}

export const change = (client: RehearsalClient, id: string) =>
  client.request({
    method: 'PATCH',
    path: `${apiPath}/sobjects/Contact/${id}`,
    body: { Description: 'Changed meanwhile' },
  })

export const objects = {
  ...contact,
  displayName: 'Contact',
  filterFieldName: 'LeadSource',
}

export const deleting = { ...contact, fieldNames: ['LastName'] }

export const remove = (client: RehearsalClient, id: string) =>
  client.request({ method: 'DELETE', path: `${apiPath}/sobjects/Contact/${id}` })

export const writing = {
  ...contact,
  fieldsOf: (number: number) => ({ LastName: `Written ${number}`, Key__c: `key-${number}` }),
  textFieldName: 'Title',
  emptyFieldName: 'Department',
  keyFieldName: 'Key__c',
  wrongFields: { Email: 'nobody' },
  missingFieldName: 'Foo__c',
  unknownId: '003Sb0A0zzzzzzz',
}

/** Creates the key field of upserts. */
export async function makeKeyField(client: RehearsalClient): Promise<void> {
  await client.request({
    method: 'POST',
    path: `${apiPath}/tooling/sobjects/CustomField`,
    body: {
      FullName: 'Contact.Key__c',
      Metadata: { label: 'Key', type: 'Text', length: 40, externalId: true, unique: true },
    },
  })
  const key: CustomFieldDefinition = {
    fieldName: 'Key__c',
    displayName: 'Key',
    valueType: 'string',
  }
  await salesforce.customFields?.upsert(client, { fields: { Contact: [key] } })
}

export const customFields = {
  connector: salesforce,
  objectNames: ['Account', 'Contact', 'Lead', 'Opportunity', 'Case'] as const,
  nameOf: (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}__c`,
  writes: ({ method, body }: ProviderRequest) =>
    method === 'POST' && !(typeof body === 'string' && body.includes('<readMetadata>')),
}

/** Path of calls that write fields; the first of them reads existing ones. */
export const fieldCalls = { path: 'Soap', firstWriting: 2 }

export const subscribing = {
  connector: salesforce,
  objects: [
    { objectName: 'account', create: true, update: 'all', delete: true },
    { objectName: 'Contact', create: true },
  ] as const,
}

export const createAccount = (client: RehearsalClient) =>
  client.request({
    method: 'POST',
    path: `${apiPath}/sobjects/Account`,
    body: { Name: 'Announced' },
  })
