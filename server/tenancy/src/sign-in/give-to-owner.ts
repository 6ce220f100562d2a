import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'

/**
 * Gives an account to the person who proved that its address is theirs. A stranger may have created
 * it before, so every sign-in method is removed, except for a password chosen at the same moment.
 */
export async function giveToOwner(
  db: AcrossTenants,
  { id, email }: { id: string; email: string },
  { keepsPassword = false }: { keepsPassword?: boolean } = {},
): Promise<void> {
  await sql`
    with given as (
      update auth."user" set "emailVerified" = true, "twoFactorEnabled" = false
      where "id" = ${id} and "email" = ${email.toLowerCase()} and not "emailVerified"
      returning "id"
    ),
    sessions as (delete from auth."session" where "userId" in (select "id" from given)),
    passkeys as (delete from auth."passkey" where "userId" in (select "id" from given)),
    apps as (delete from auth."twoFactor" where "userId" in (select "id" from given))
    delete from auth."account"
    where "userId" in (select "id" from given)
      and not (${keepsPassword} and "providerId" = 'credential')`.execute(db)
}

/** Removes all other sign-in methods and keeps the current session of the owner. */
export async function keepOnlySession(
  db: AcrossTenants,
  userId: string,
  sessionId: string,
): Promise<void> {
  await sql`
    delete from auth."session" where "userId" = ${userId} and "id" <> ${sessionId}`.execute(db)
}
