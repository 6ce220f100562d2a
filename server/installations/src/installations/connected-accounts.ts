import { ProviderError, type Connector, type ProviderClient } from '@platform/connector'
import type { ManifestIntegration } from '@platform/contract'
import type { ConnectedAccount } from '@platform/manifest'
import { connectionQuery } from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import { openProvider } from '@platform/connections/provider/open-provider'
import type { Services } from '@platform/kernel/services'

/** Maximum number of objects requested per provider, and the time limit for them. */
const objectsAtMost = 50
const patienceMs = 10_000

/**
 * For each provider of the manifest, asks a connected account, if there is one, which of the
 * objects it has. Objects that the provider cannot describe now are omitted: they do not block the
 * rehearsal.
 */
export async function askAccounts(
  services: Services,
  db: Db,
  integrations: readonly ManifestIntegration[],
): Promise<Map<string, ConnectedAccount>> {
  const namesOf = Map.groupBy(integrations, ({ provider }) => provider)
  const asked = await Promise.all(
    [...namesOf].map(async ([provider, ofProvider]) => {
      const account = await askAccount(services, db, provider, listObjectNames(ofProvider))
      return account ? ([[provider, account]] as const) : []
    }),
  )
  return new Map(asked.flat())
}

const listObjectNames = (integrations: readonly ManifestIntegration[]): string[] => [
  ...new Set(
    integrations.flatMap(({ read, write, subscribe }) => [
      ...[read, write, subscribe].flatMap((action) =>
        (action?.objects ?? []).map(({ objectName }) => objectName),
      ),
      ...(read?.objects ?? []).flatMap(({ associations = [] }) => associations),
    ]),
  ),
]

async function askAccount(
  services: Services,
  db: Db,
  provider: string,
  objectNames: readonly string[],
): Promise<ConnectedAccount | undefined> {
  const connection = await connectionQuery(db, { provider })
    .where('c.status', '!=', 'bad_credentials')
    .orderBy('c.id', 'desc')
    .executeTakeFirst()
  if (!connection || objectNames.length === 0) return undefined
  try {
    const { entry, client } = await openProvider(services, db, connection)
    if (!entry.connector) return undefined
    const patient = patiently(client)
    const { connector } = entry
    const found = await Promise.all(
      objectNames.slice(0, objectsAtMost).map(async (name) => {
        return (await isMissing(connector, patient, name)) ? [name] : []
      }),
    )
    const lacks = found.flat()
    const has = lacks.length > 0 ? await connector.listObjects?.(patient) : undefined
    return {
      of: connection.groupName,
      lacks,
      has: (has ?? []).map(({ objectName }) => objectName),
    }
  } catch (error) {
    // An unavailable provider or invalid credentials are not an error of the file.
    if (error instanceof ProviderError || error instanceof Problem) return undefined
    throw error
  }
}

async function isMissing(
  connector: Connector,
  client: ProviderClient,
  objectName: string,
): Promise<boolean> {
  try {
    await connector.describeObject(client, objectName)
    return false
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.failure === 'not-found') return true
    // Associated objects may be visible without their fields, or may not support descriptions.
    if (['bad-request', 'permission', 'unsupported'].includes(error.failure)) return false
    throw error
  }
}

function patiently(client: ProviderClient): ProviderClient {
  const signal = AbortSignal.timeout(patienceMs)
  return { ...client, request: (request) => client.request({ ...request, signal }) }
}
