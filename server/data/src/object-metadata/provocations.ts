import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import {
  givenAircall,
  signOut,
  underFault,
  withWrongClient,
} from '@platform/testing/provider-faults'
import { atLimit, sending, type Provocations } from '@platform/testing/provocations'
import { must } from '@platform/kernel/values'

const metadataProblems = (operation: OperationDefinition): Provocations[string] => ({
  'object-not-found': sending(operation, { params: { objectName: 'MadeUp' } }),
  'credentials-refused': signOut(operation, '/describe'),
  'provider-refused': underFault(operation, {
    effect: 'permission-lost',
    match: { pathRegex: '/describe' },
  }),
  'provider-unavailable': underFault(operation, {
    effect: 'unavailable',
    match: { pathRegex: '/describe' },
  }),
})

const fields = { Made_Up: [{ fieldName: 'Rank', displayName: 'Rank', valueType: 'string' }] }
const ofGlobex = (change: object) => ({ body: { groupRef: 'globex', ...change } })
const metadataApi = '/services/Soap/m/'

const fieldProblems = (operation: OperationDefinition): Provocations[string] => ({
  'provider-not-supported': async (world) => {
    const { params, body } = await givenAircall(world)
    return world.send(operation, {
      params: must(params, 'params'),
      body: { ...(body as object), fields },
    })
  },
  'limit-reached': atLimit('storedBytes', sending(operation, ofGlobex({ fields }))),
  'fields-refused': sending(operation, ofGlobex({ fields })),
  'sign-in-again': signOut(operation, '/services/'),
  'provider-permission-missing': underFault(operation, {
    effect: 'permission-lost',
    match: { pathRegex: metadataApi },
  }),
  'provider-refused': withWrongClient(operation, '/services/(Soap|data)/', ofGlobex({ fields })),
  'provider-unavailable': underFault(operation, {
    effect: 'unavailable',
    match: { pathRegex: '/services/' },
  }),
})

export const objectMetadataProblems: Provocations = {
  getObjectMetadataForInstallation: {
    ...metadataProblems(contract.getObjectMetadataForInstallation),
    'installation-not-found': sending(contract.getObjectMetadataForInstallation, {
      query: { groupRef: 'unconnected' },
    }),
  },
  getObjectMetadataForConnection: {
    ...metadataProblems(contract.getObjectMetadataForConnection),
    'connection-not-found': sending(contract.getObjectMetadataForConnection, {
      query: { groupRef: 'unconnected' },
    }),
  },
  sampleRecords: {
    'object-not-found': sending(contract.sampleRecords, { params: { objectName: 'MadeUp' } }),
    'connection-not-found': sending(contract.sampleRecords, { query: { groupRef: 'unconnected' } }),
    'credentials-refused': signOut(contract.sampleRecords, '/query'),
    'provider-refused': underFault(contract.sampleRecords, {
      effect: 'permission-lost',
      match: { pathRegex: '/query' },
    }),
    'provider-unavailable': underFault(contract.sampleRecords, {
      effect: 'unavailable',
      match: { pathRegex: '/query' },
    }),
  },
  upsertMetadataForInstallation: {
    ...fieldProblems(contract.upsertMetadataForInstallation),
    'installation-not-found': sending(contract.upsertMetadataForInstallation, {
      body: { groupRef: 'unconnected', fields },
    }),
  },
  upsertMetadataForConnection: {
    ...fieldProblems(contract.upsertMetadataForConnection),
    'connection-not-found': sending(contract.upsertMetadataForConnection, {
      body: { groupRef: 'unconnected', fields },
    }),
  },
}
