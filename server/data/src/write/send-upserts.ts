import { ProviderError, type WriteRecord, type WriteType } from '@platform/connector'
import type { Db } from '@platform/kernel/db/database'
import type { StoredRecord, StoredWriteResult } from './tables.ts'
import type { OpenProvider } from '@platform/connections/provider/open-provider'
import { must } from '@platform/kernel/values'
import { outcomeUnknown, makeRejectedResult } from './outcome.ts'
import { hashOfKey, noteSent, withKeys, type HeldKey, type KeyEnd } from './upsert-keys.ts'

/** A record of an upsert, and where its result is stored. */
export interface Upsert {
  record: StoredRecord
  result: StoredWriteResult | null
}

interface Sending<Item extends Upsert> {
  objectName: string
  keyFieldName: string
  unwanted: AbortSignal | undefined
  /** Writes records in as few calls as possible, and sets their results. */
  send(items: readonly Item[], type: WriteType): Promise<void>
}

/**
 * Upserts records by the value of a key field; each key is handled by one write at a time.
 * Providers with native upserts use them, unless creating and updating differ by the end user's
 * settings. Otherwise the record is looked up and then created or updated.
 */
export async function sendUpserts<Item extends Upsert>(
  db: Db,
  provider: OpenProvider,
  items: readonly Item[],
  sending: Sending<Item>,
): Promise<void> {
  const { projectId, id: connectionId } = provider.connection
  const { unwanted } = sending
  for (const wave of splitIntoWaves(items, (item) => hashUpsert(item, sending))) {
    await withKeys(
      db,
      { projectId, connectionId },
      { hashes: [...wave.keys()], unwanted },
      (keys, holder) => upsertWave(db, provider, { wave, keys, holder }, sending),
    )
  }
}

const hashUpsert = (
  { record }: Upsert,
  { objectName, keyFieldName: fieldName }: { objectName: string; keyFieldName: string },
) => hashOfKey({ objectName, fieldName, value: record.fields[fieldName] })

/** Splits the items so that no key occurs twice in a part. */
function splitIntoWaves<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Item>[] {
  const waves: Map<string, Item>[] = []
  for (const item of items) {
    const key = keyOf(item)
    const wave = waves.find((one) => !one.has(key)) ?? new Map<string, Item>()
    if (wave.size === 0) waves.push(wave)
    wave.set(key, item)
  }
  return waves
}

async function upsertWave<Item extends Upsert>(
  db: Db,
  provider: OpenProvider,
  { wave, keys, holder }: { wave: Map<string, Item>; keys: Map<string, HeldKey>; holder: string },
  sending: Sending<Item>,
): Promise<Map<string, KeyEnd>> {
  const { projectId, id: connectionId } = provider.connection
  const isNative = provider.entry.connector?.writing?.types.includes('upsert') ?? false
  const steps: Record<'create' | 'update' | 'upsert', Item[]> = {
    create: [],
    update: [],
    upsert: [],
  }
  const created: string[] = []
  const ends = new Map<string, KeyEnd>()
  for (const [hash, item] of wave) {
    ends.set(hash, 'settled')
    if (isNative && !item.record.onUpdate) {
      steps.upsert.push(item)
      continue
    }
    const { isInDoubt, recordId } = must(keys.get(hash), 'key')
    const found = await findRecords(provider, item.record, sending)
    if (found instanceof ProviderError) {
      item.result = makeRejectedResult(found)
      if (isInDoubt) ends.set(hash, 'in-doubt')
      else if (recordId) ends.set(hash, { recordId })
      continue
    }
    const id = found ?? recordId
    if (id) {
      item.record = forUpdate(item.record, id)
      steps.update.push(item)
      if (recordId) ends.set(hash, { recordId })
    } else if (isInDoubt && !isNative) {
      item.result = outcomeUnknown
      ends.set(hash, 'in-doubt')
    } else if (isNative) {
      steps.upsert.push(item)
    } else {
      steps.create.push(item)
      created.push(hash)
    }
  }
  await sending.send(steps.update, 'update')
  await sending.send(steps.upsert, 'upsert')
  await noteSent(db, { projectId, connectionId }, { hashes: created, holder })
  await sending.send(steps.create, 'create')

  for (const item of steps.update) if (item.result?.success) item.result.created = false
  for (const hash of created) {
    const { result } = must(wave.get(hash), 'item')
    if (!result) ends.set(hash, 'in-doubt')
    else if (result.success) {
      result.created = true
      if (result.recordId !== undefined) ends.set(hash, { recordId: result.recordId })
    }
  }
  return ends
}

/**
 * Returns the ID of the record with the key, undefined if there is none, or an error. Two records
 * are enough to know that the key is not unique.
 */
async function findRecords(
  { client, entry }: OpenProvider,
  { fields }: WriteRecord,
  { objectName, keyFieldName }: { objectName: string; keyFieldName: string },
): Promise<string | ProviderError | undefined> {
  const { search } = entry.connector ?? {}
  if (!search) return new ProviderError('unsupported', 'The provider has no search by a key.')
  const value = fields[keyFieldName]
  const rejection = (reason: string) =>
    new ProviderError('conflict', reason, { fieldNames: [keyFieldName] })
  const result = await search(client, {
    objectName,
    fieldNames: [keyFieldName],
    filters: [{ fieldName: keyFieldName, value }],
    limit: 2,
  }).catch(keyRejected)
  if (result instanceof ProviderError) return result
  const [first, second] = result.records
  if (second)
    return rejection(
      `Several records of ${objectName} have ${keyFieldName} ${String(value)}. Update one of them by its ID.`,
    )
  if (result.hasMore)
    return rejection(
      `The provider’s search for ${keyFieldName} ${String(value)} found too many other records, so the upsert could affect the wrong one. Create the record, or update it by its ID.`,
    )
  return first?.id
}

/** A key that cannot be searched affects only its record. */
function keyRejected(error: unknown): ProviderError {
  const isOfRecord =
    error instanceof ProviderError && ['bad-request', 'unsupported'].includes(error.failure)
  if (isOfRecord) return error
  throw error
}

const forUpdate = ({ onUpdate, ...record }: StoredRecord, id: string): StoredRecord => ({
  ...record,
  ...onUpdate,
  id,
})
