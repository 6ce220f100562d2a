import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { MasterKeyMissing, openWith, sealWith, type MasterKeys } from './secrets.ts'

/**
 * Rejects a database whose secrets need a master key that is not configured, before anything runs.
 * @throws MasterKeyMissing
 */
export async function checkMasterKeys(database: Database, masterKeys: MasterKeys): Promise<void> {
  const db = database.everything
  const used = await db
    .selectFrom('dataKeys')
    .select('masterKeyId')
    .union(db.selectFrom('serverSecrets').select('masterKeyId'))
    .execute()
  const missing = used.map(({ masterKeyId }) => masterKeyId).filter((id) => !masterKeys.all.has(id))
  if (missing.length > 0) throw new MasterKeyMissing(missing)
}

/**
 * Wraps every data key with the current master key while servers run. Encrypted values are
 * unchanged. An interrupted rotation continues when run again.
 * @returns how many were wrapped, and how many were `left` because of the signal
 */
export async function rotateKeys(
  database: Database,
  masterKeys: MasterKeys,
  { onProgress, signal }: RotateOptions = {},
): Promise<{ rotated: number; left: number }> {
  await checkMasterKeys(database, masterKeys)
  let rotated = 0
  for (;;) {
    // Servers with another current master key may have created data keys in the meantime.
    const stale = await findStale(database, masterKeys.current.id)
    if (stale.length === 0) return { rotated, left: 0 }
    const total = rotated + stale.length
    onProgress?.(rotated, total)
    for (const { table, id } of stale) {
      if (signal?.aborted) return { rotated, left: total - rotated }
      await rewrap(database, masterKeys, table, id)
      rotated += 1
      onProgress?.(rotated, total)
    }
  }
}

interface RotateOptions {
  onProgress?: (done: number, total: number) => void
  /** Stops after the key that is being wrapped. */
  signal?: AbortSignal
}

type Wrapped = { table: 'dataKeys' | 'serverSecrets'; id: string }

async function findStale(database: Database, currentId: string): Promise<Wrapped[]> {
  const db = database.everything
  const dataKeys = await db
    .selectFrom('dataKeys')
    .select('projectId as id')
    .where('masterKeyId', '!=', currentId)
    .execute()
  const serverSecrets = await db
    .selectFrom('serverSecrets')
    .select('name as id')
    .where('masterKeyId', '!=', currentId)
    .execute()
  return [
    ...dataKeys.map(({ id }) => ({ table: 'dataKeys' as const, id })),
    ...serverSecrets.map(({ id }) => ({ table: 'serverSecrets' as const, id })),
  ]
}

async function rewrap(
  database: Database,
  masterKeys: MasterKeys,
  table: Wrapped['table'],
  id: string,
): Promise<void> {
  const key = table === 'dataKeys' ? 'projectId' : 'name'
  await inTransaction(database.everything, async (tx) => {
    // Another run of the same command may be in progress.
    const row = await tx
      .selectFrom(table)
      .select(['masterKeyId', 'wrapped'])
      .where(key as never, '=', id as never)
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.masterKeyId === masterKeys.current.id) return
    const plaintext = openWith(masterKeys, row.masterKeyId, row.wrapped, id)
    await tx
      .updateTable(table)
      .set({
        masterKeyId: masterKeys.current.id,
        wrapped: sealWith(masterKeys.current, plaintext, id),
      } as never)
      .where(key as never, '=', id as never)
      .execute()
  })
}
