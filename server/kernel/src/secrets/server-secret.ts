import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { openWith, sealWith, type MasterKeys } from './secrets.ts'

/**
 * Returns a random secret of the whole server, such as the one that signs the cookies of sign-in.
 * Generated at first use and wrapped by a master key like the projects' data keys.
 */
export async function serverSecret(
  database: Database,
  masterKeys: MasterKeys,
  name: string,
): Promise<string> {
  const db = database.everything
  await db
    .insertInto('serverSecrets')
    .values({
      name,
      masterKeyId: masterKeys.current.id,
      wrapped: sealWith(masterKeys.current, randomBytes(32), name),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('serverSecrets')
    .select(['masterKeyId', 'wrapped'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return openWith(masterKeys, row.masterKeyId, row.wrapped, name).toString('base64')
}
