import { hashPassword } from 'better-auth/crypto'
import type { BuilderId } from '@platform/contract'
import { sql } from 'kysely'
import { upsertBuilder } from '../access/store.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { inTransaction } from '../db/transaction.ts'
import { giveToOwner } from './give-to-owner.ts'
import { ownProvider } from './sign-in.ts'

/**
 * Creates a person who signs in with this password, their email taken as verified: for set-up by
 * the operator. Whoever exists already keeps their password, if they have confirmed the address.
 */
export async function createBuilderWithPassword(
  db: Db,
  { email, password, name }: { email: string; password: string; name: string },
): Promise<{ id: BuilderId }> {
  const address = email.toLowerCase()
  const hash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into auth."user" ("id", "name", "email", "emailVerified")
      values (${newId('user')}, ${name}, ${address}, true)
      on conflict ("email") do update set "email" = excluded."email"
      returning "id"`.execute(tx)
    const userId = rows[0]!.id
    if (await giveToOwner(tx, userId)) {
      await sql`delete from auth."account" where "userId" = ${userId}`.execute(tx)
    }
    await sql`
      insert into auth."account" ("id", "accountId", "providerId", "userId", "password", "updatedAt")
      select ${newId('account')}, ${userId}, 'credential', ${userId}, ${hash}, now()
      where not exists (
        select from auth."account" where "userId" = ${userId} and "providerId" = 'credential'
      )`.execute(tx)
    return upsertBuilder(tx, {
      idpProvider: ownProvider,
      idpRef: userId,
      email: address,
      emailVerified: true,
      fullName: name,
    })
  })
}
