import {
  connectedState,
  fakeProblem,
  installedState,
  type FakeApiOptions,
} from '../testing/index.ts'
import { revision } from '../testing/fake-data.ts'

export interface Screen {
  api?: FakeApiOptions
  component?: 'ConnectProvider'
  provider?: string
}

const manyFields = () => {
  const many = structuredClone(revision)
  const [contact] = many.content.read!.objects!
  for (let number = 1; number <= 2000; number += 1) {
    const fieldName = `Custom_${number}__c`
    contact!.allFieldsMetadata![fieldName] = {
      fieldName,
      displayName: `Custom field ${number}`,
      valueType: 'string',
    }
    contact!.optionalFields!.push({ fieldName, displayName: `Custom field ${number}` })
  }
  return many
}

/** Every state of the components that the tests and the screenshots visit. */
export const screens: Record<string, Screen> = {
  loading: { api: { delayMs: Infinity } },
  problem: {
    api: {
      failure: () =>
        fakeProblem(503, 'unavailable', {
          title: 'The service is not available at the moment',
          detail: 'The database does not answer.',
          remedy: 'Try again in a minute.',
          causes: ['connect ECONNREFUSED'],
        }),
    },
  },
  connect: { api: { pollsUntilConnected: 2 } },
  'connect-by-message': { api: { authorizeUrl: '/callback.html' } },
  'connect-refused': { api: { authorizeUrl: '/callback.html#refused' } },
  configure: { api: connectedState() },
  'configure-refused': {
    api: {
      ...connectedState(),
      refusedFields: {
        Contact: {
          Title: "No such column 'Title' on entity 'Contact'.",
          Customer_Priority__c: 'The connected user may not see this field.',
        },
      },
    },
  },
  'many-fields': { api: { ...connectedState(), revision: manyFields() } },
  installed: { api: installedState() },
  'installed-broken': {
    api: (() => {
      const state = installedState()
      const [connection] = state.connections!
      const [installation] = state.installations!
      connection!.status = 'bad_credentials'
      installation!.connection = connection!
      installation!.healthStatus = 'unhealthy'
      installation!.objects.Contact = {
        state: 'paused',
        pausedReason: 'Paused: Salesforce no longer accepts the sign-in.',
      }
      return state
    })(),
  },
  'provider-oauth': { component: 'ConnectProvider', api: { pollsUntilConnected: 2 } },
  'provider-metadata': { component: 'ConnectProvider', provider: 'zendesk' },
  'provider-api-key': { component: 'ConnectProvider', provider: 'sendgrid' },
  'provider-basic': { component: 'ConnectProvider', provider: 'freshdesk' },
  'provider-client-credentials': { component: 'ConnectProvider', provider: 'marketo' },
  'provider-connected': { component: 'ConnectProvider', api: connectedState() },
}
