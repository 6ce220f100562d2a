import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Makes an account the property of who has shown that its address is theirs, and answers whether it
 * was not so before. Until then a stranger may have signed up with the address: everything but the
 * password that would let them come back ends.
 */
export async function giveToOwner(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    with given as (
      update auth."user" set "emailVerified" = true, "twoFactorEnabled" = false
      where "id" = ${userId} and not "emailVerified"
      returning "id"
    ),
    sessions as (delete from auth."session" where "userId" in (select "id" from given)),
    passkeys as (delete from auth."passkey" where "userId" in (select "id" from given)),
    apps as (delete from auth."twoFactor" where "userId" in (select "id" from given)),
    accounts as (
      delete from auth."account"
      where "userId" in (select "id" from given) and "providerId" <> 'credential'
    )
    select from given`.execute(db)
  return rows.length > 0
}
