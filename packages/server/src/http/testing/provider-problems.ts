import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { withFault } from './connection-problems.ts'
import type { Provocation, Provocations } from './provocations.ts'
import type { Sent, World } from './world.ts'

type Fault = Parameters<World['control']['addFault']>[0]

const sending =
  (operation: OperationDefinition, sent: Sent): Provocation =>
  ({ send }) =>
    send(operation, sent)

const underFault =
  (operation: OperationDefinition, fault: Fault, sent: Sent = {}): Provocation =>
  (world) =>
    withFault(world, fault, () => world.send(operation, sent))

/** Neither the token nor its refresh is accepted. */
const signedOut =
  (operation: OperationDefinition, pathRegex: string, sent: Sent = {}): Provocation =>
  (world) =>
    withFault(world, { effect: 'refresh-revoked', match: { pathRegex: '/oauth2/token' } }, () =>
      underFault(operation, { effect: 'token-expired', match: { pathRegex } }, sent)(world),
    )

/** Installs, for a group of its own, an integration of a provider that can only be connected. */
async function givenAircall({ must }: World): Promise<Sent> {
  const groupRef = 'with-aircall'
  await must(contract.generateConnection, {
    body: {
      provider: 'aircall',
      groupRef,
      consumerRef: 'bill',
      apiKey: 'key',
      basicAuth: { username: 'a', password: 'b' },
    },
  })
  const { body: known } = await must(contract.listIntegrations)
  if (!known.some(({ name }: { name: string }) => name === 'phone')) {
    await must(contract.createIntegration, {
      body: {
        name: 'phone',
        provider: 'aircall',
        latestRevision: {
          specVersion: '1.0.0',
          content: { name: 'phone', provider: 'aircall', proxy: { enabled: true } },
        },
      },
    })
    await must(contract.createInstallation, {
      params: { integrationId: 'phone' },
      body: { groupRef, config: { content: {} } },
    })
  }
  return { params: { integrationId: 'phone', provider: 'aircall' }, body: { groupRef } }
}

const fields = { Made_Up: [{ fieldName: 'Rank', displayName: 'Rank', valueType: 'string' }] }
const ofGlobex = (change: object) => ({ body: { groupRef: 'globex', ...change } })
const metadataApi = '/services/Soap/m/'

const fieldProblems = (operation: OperationDefinition): Provocations[string] => ({
  'provider-not-supported': async (world) => {
    const { params, body } = await givenAircall(world)
    return world.send(operation, { params: params!, body: { ...(body as object), fields } })
  },
  'fields-refused': sending(operation, ofGlobex({ fields })),
  'sign-in-again': signedOut(operation, '/services/'),
  'provider-permission-missing': underFault(operation, {
    effect: 'permission-lost',
    match: { pathRegex: metadataApi },
  }),
  'provider-unavailable': underFault(operation, {
    effect: 'unavailable',
    match: { pathRegex: '/services/' },
  }),
})

/** What is asked of a provider, and refused. */
export const providerProblems: Provocations = {
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
