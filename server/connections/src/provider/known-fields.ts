import { storableJson } from '@platform/kernel/values'
import { ProviderError } from '@platform/connector'
import type { ConnectionId } from '@platform/contract'
import { sql } from 'kysely'
import type { ConnectionRow } from '../credentials/store.ts'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'
import type { Services } from '@platform/kernel/services'
import { openProvider, type OpenProvider } from './open-provider.ts'

/** The object of an account whose fields are requested. */
interface DescribedObject {
  connection: ConnectionRow
  objectName: string
}

/** Known fields by connection and object. */
export type KnownFields = ReadonlyMap<ConnectionId, ReadonlyMap<string, readonly string[]>>

const isFreshWithin = sql`interval '1 day'`
/**
 * Maximum number of descriptions that a preview requests, how many at a time, and their time limit.
 */
const maxDescribed = 200
const describedAtATime = 8
const patienceMs = 10_000

/**
 * Returns the fields of objects as last described. Descriptions older than a day are refreshed; for
 * a provider that does not answer, the last known one is used, or none.
 */
export async function loadKnownFields(
  services: Services,
  db: Db,
  wanted: readonly DescribedObject[],
): Promise<KnownFields> {
  const known = new Map<ConnectionId, Map<string, readonly string[]>>()
  const note = (connectionId: ConnectionId, objectName: string, names: readonly string[]) => {
    const ofConnection = known.get(connectionId) ?? new Map<string, readonly string[]>()
    known.set(connectionId, ofConnection.set(objectName, names))
  }
  const fresh = new Set<string>()
  for (const row of await findKnownFields(db, wanted)) {
    note(row.connectionId, row.objectName, row.fieldNames)
    if (row.isFresh) fresh.add(makeCacheKey(row.connectionId, row.objectName))
  }
  const waiting = wanted
    .filter(({ connection, objectName }) => !fresh.has(makeCacheKey(connection.id, objectName)))
    .slice(0, maxDescribed)
  const signal = AbortSignal.timeout(patienceMs)
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (signal.aborted) return
      const names = await listFieldNames(services, db, next, signal)
      if (!names) continue
      note(next.connection.id, next.objectName, names)
      await saveKnownFields(db, next, names)
    }
  }
  await Promise.all(Array.from({ length: describedAtATime }, work))
  return known
}

const makeCacheKey = (connectionId: ConnectionId, objectName: string) =>
  `${connectionId} ${objectName}`

/**
 * Returns the names of all fields, empty for an unknown object; undefined if they cannot be read
 * now.
 */
async function listFieldNames(
  services: Services,
  db: Db,
  { connection, objectName }: DescribedObject,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  try {
    const { entry, client } = await openProvider(services, db, connection)
    const { connector } = entry
    if (!connector || connector.describesAllFields?.(objectName) === false) return undefined
    const { fields } = await connector.describeObject(withSignal(client, signal), objectName)
    return Object.keys(fields)
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'not-found') return []
    // An unavailable account does not block a deployment.
    if (error instanceof ProviderError || error instanceof Problem) return undefined
    throw error
  }
}

const withSignal = (
  client: OpenProvider['client'],
  signal: AbortSignal,
): OpenProvider['client'] => ({
  ...client,
  request: (request) => client.request({ ...request, signal }),
})

const findKnownFields = (db: Db, wanted: readonly DescribedObject[]) =>
  wanted.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('knownFields')
        .select([
          'connectionId',
          'objectName',
          'fieldNames',
          sql<boolean>`describe_time > now() - ${isFreshWithin}`.as('isFresh'),
        ])
        .where('connectionId', 'in', [...new Set(wanted.map(({ connection }) => connection.id))])
        .where('objectName', 'in', [...new Set(wanted.map(({ objectName }) => objectName))])
        .execute()

const saveKnownFields = (
  db: Db,
  { connection, objectName }: DescribedObject,
  names: readonly string[],
) =>
  db
    .insertInto('knownFields')
    .values({
      connectionId: connection.id,
      objectName,
      projectId: connection.projectId,
      fieldNames: storableJson(names),
    })
    .onConflict((known) =>
      known.columns(['connectionId', 'objectName']).doUpdateSet((is) => ({
        fieldNames: is.ref('excluded.fieldNames'),
        describeTime: sql<Date>`now()`,
      })),
    )
    .execute()
