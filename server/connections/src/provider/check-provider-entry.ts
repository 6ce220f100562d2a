import { ProviderError } from '@platform/connector'
import { pickDeclaration, tryObject } from '@platform/connectors'
import type { ConnectionId, EntryCheck } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { invalidInput } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { fileWith, givenEntry, mustBeSmall } from './given-entry.ts'
import { limitGivenRequests, mustSendAny, type GivenBy } from './call/limit-given-requests.ts'
import { openProvider } from './open-provider.ts'

/**
 * Tests the object rules of a file with the connection's provider. The file is not trusted: it
 * defines requests and how replies are parsed. The URL of the API and how credentials are sent are
 * taken only from this server's catalogue.
 */
export async function checkProviderEntry(
  services: Services,
  db: Db,
  {
    connectionId,
    entry: patch,
    objectName,
    record,
    by: caller,
  }: {
    connectionId: ConnectionId
    entry: Record<string, unknown>
    objectName: string
    record?: Record<string, unknown> | undefined
    by: Omit<GivenBy, 'approvedObjects'>
  },
): Promise<EntryCheck> {
  mustBeSmall('entry', patch)
  mustBeSmall('record', record)
  const by = { ...caller, approvedObjects: await services.findApprovedObjects(db, connectionId) }
  if (record) mustSendAny(by, { method: 'POST', path: objectName })
  const { entry, client } = await openProvider(services, db, connectionId)
  const file = fileWith(await givenEntry(services, entry, patch), objectName)
  try {
    const findings = await tryObject(pickDeclaration(file), limitGivenRequests(client, by), {
      objectName,
      record,
    })
    return { provider: entry.info.name, objectName, findings }
  } catch (error) {
    if (error instanceof ProviderError)
      throw invalidInput({ in: 'body', name: 'record', detail: error.message })
    throw error
  }
}
