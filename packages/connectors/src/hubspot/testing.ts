import type { ProviderRequest } from '@platform/connector'
import { sandboxApps, sandboxScopes, sandboxWebhookAppId } from '@platform/sandbox'
import type { RehearsalClient } from '../testing/provider-client.ts'
import { hubspot } from './connector.ts'

/** Test data of HubSpot for the suites in `testing/`, recorded and with the sandbox. */
const contacts = { connector: hubspot, objectName: 'contacts' }

/** All scopes that the connector may request. */
export const scopes = sandboxScopes.hubspot

export const reading = {
  ...contacts,
  fieldNames: ['email', "$['properties']['lastname']", 'createdAt', 'id'],
  missingFieldNames: ['foo', 'Email'],
  filterFieldName: 'lifecyclestage',
}

export const change = (client: RehearsalClient, id: string) =>
  client.request({
    method: 'PATCH',
    path: `/crm/objects/2026-09/contacts/${id}`,
    body: { properties: { jobtitle: 'Changed meanwhile' } },
  })

export const objects = {
  ...contacts,
  displayName: 'Contacts',
  filterFieldName: 'lifecyclestage',
}

export const deleting = { ...contacts, fieldNames: ['lastname'] }

export const remove = (client: RehearsalClient, id: string) =>
  client.request({ method: 'DELETE', path: `/crm/objects/2026-09/contacts/${id}` })

export const writing = {
  ...contacts,
  fieldsOf: (number: number) => ({
    email: `written-${number}@acme.test`,
    lastname: `Written ${number}`,
  }),
  textFieldName: 'jobtitle',
  emptyFieldName: 'phone',
  keyFieldName: 'email',
  wrongFields: { lifecyclestage: 'nothing of the kind' },
  missingFieldName: 'foo',
  unknownId: '999',
}

export const customFields = {
  connector: hubspot,
  objectNames: ['contacts', 'companies', 'deals', 'tickets'] as const,
  nameOf: (name: string) => name.toLowerCase(),
  writes: ({ method = 'GET' }: ProviderRequest) => method !== 'GET',
}

/** Paths of calls that write fields. */
export const fieldCalls = { path: 'batch/create', firstWriting: 1 }

export const app = {
  ...sandboxApps.hubspot,
  metadata: { appId: String(sandboxWebhookAppId), developerApiKey: 'key' },
}

export const subscribing = {
  connector: hubspot,
  objects: [
    { objectName: 'Contact', create: true, update: ['email', 'jobtitle'], delete: true },
    { objectName: 'companies', create: true },
  ] as const,
  app: { app, targetURL: 'http://127.0.0.1:1/webhooks' },
}
