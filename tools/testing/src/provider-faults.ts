import * as contract from '@platform/contract'
import type { OperationDefinition } from '@platform/contract'
import { sandboxApps } from '@platform/sandbox'
import type { Provocation } from './provocations.ts'
import type { WorldRequest, World } from './world.ts'

type Fault = Parameters<World['control']['addFault']>[0]

/** Sends the request while the provider has the fault. */
export async function withFault<T>(
  { control }: World,
  fault: Fault,
  send: () => Promise<T>,
): Promise<T> {
  const { id } = await control.addFault(fault)
  try {
    return await send()
  } finally {
    await control.removeFault(id)
  }
}

/** Returns a provocation that sends the request while the provider has the fault. */
export const underFault =
  (operation: OperationDefinition, fault: Fault, sent: WorldRequest = {}): Provocation =>
  (world) =>
    withFault(world, fault, () => world.send(operation, sent))

/**
 * The token and its refresh are both rejected. Restores both afterwards, as if the customer had
 * signed in.
 */
export const signOut =
  (operation: OperationDefinition, pathRegex: string, sent: WorldRequest = {}): Provocation =>
  async (world) => {
    const reply = await withFault(
      world,
      { effect: 'refresh-revoked', match: { pathRegex: '/oauth2/token' } },
      () => underFault(operation, { effect: 'token-expired', match: { pathRegex } }, sent)(world),
    )
    await world.must(contract.getConnection, { query: { refresh: 'force' } })
    return reply
  }

/** The token is rejected, and so is the project's OAuth client that would refresh it. */
export const withWrongClient =
  (operation: OperationDefinition, pathRegex: string, sent: WorldRequest = {}): Provocation =>
  async (world) => {
    const { body: apps } = await world.must(contract.listProviderApps)
    const app = apps.find(({ provider }: { provider: string }) => provider === 'salesforce')
    const withSecret = (clientSecret: string) =>
      world.must(contract.updateProviderApp, {
        params: { providerAppId: app.id },
        body: { updateMask: ['clientSecret'], providerApp: { clientSecret } },
      })
    await withSecret('of yesterday')
    try {
      return await underFault(
        operation,
        { effect: 'token-expired', match: { pathRegex } },
        sent,
      )(world)
    } finally {
      await withSecret(sandboxApps.salesforce.clientSecret)
    }
  }

/** Installs an integration of a connect-only provider for a separate group. */
export async function givenAircall({ must }: World): Promise<WorldRequest> {
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
