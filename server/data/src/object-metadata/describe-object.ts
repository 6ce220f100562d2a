import { sortFields } from '@platform/kernel/values'
import { ProviderError, type ObjectDescription } from '@platform/connector'
import type { ConnectionId, ObjectMetadata } from '@platform/contract'
import { findProvider } from '@platform/connectors'
import {
  findConnectionRow,
  findGroupConnection,
} from '@platform/connections/connections/connections'
import { openProvider } from '@platform/connections/provider/open-provider'
import type { ConnectionOrId } from '@platform/connections/provider/open-session'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { objectRejection } from '@platform/connections/provider/call/object-refusal'

/**
 * Finds the group's connection to a provider: the named one, or the newest.
 *
 * @throws Problem `provider-not-found`, `connection-not-found`
 */
export async function getGroupConnection(
  { catalogue }: Services,
  db: Db,
  {
    provider,
    groupRef,
    connectionId,
  }: { provider: string; groupRef: string; connectionId?: ConnectionId | undefined },
) {
  if (!findProvider(provider, { among: catalogue })) {
    throw new Problem('provider-not-found', {
      detail: `The catalogue has no provider ${provider}.`,
    })
  }
  const connection = connectionId
    ? await findConnectionRow(db, connectionId)
    : await findGroupConnection(db, { provider, groupRef })
  const isOwn = connection?.groupRef === groupRef && connection.provider === provider
  if (connection && isOwn) return connection
  throw new Problem('connection-not-found', {
    detail: `The group ${groupRef} has no connection${connectionId ? ` ${connectionId}` : ''} to ${provider}.`,
  })
}

/**
 * Describes an object of the connected account.
 * @throws Problem `object-not-found`, `provider-refused`, and problems of a provider that does not
 * answer
 */
export async function describeConnectedObject(
  services: Services,
  db: Db,
  {
    connection,
    objectName,
    excludeReadOnly,
  }: {
    connection: ConnectionOrId
    objectName: string
    excludeReadOnly: boolean
  },
): Promise<ObjectMetadata> {
  const provider = await openProvider(services, db, connection)
  const { entry, client } = provider
  if (!entry.connector) {
    throw new Problem('provider-refused', {
      detail: `${entry.info.name} does not support object metadata.`,
      remedy: 'See `GET /v1/providers` for what each provider can do.',
    })
  }
  const note = (described: ObjectDescription | ProviderError) =>
    services.noteDescriptions(services, db, provider, new Map([[objectName, described]]))
  try {
    const description = await entry.connector.describeObject(client, objectName)
    await note(description)
    const { displayName } = description
    const fields = sortFields(description.fields)
    return {
      name: objectName,
      displayName,
      fields: excludeReadOnly
        ? Object.fromEntries(Object.entries(fields).filter(([, { readOnly }]) => !readOnly))
        : fields,
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    await note(error)
    throw objectRejection(error, entry, objectName)
  }
}
