import { randomBytes } from 'node:crypto'
import type { BuilderId } from '@platform/contract'
import { sql } from 'kysely'
import { upsertBuilder } from '@platform/kernel/access'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { giveToOwner } from './give-to-owner.ts'
import { getFirst } from '@platform/kernel/values'

/** The platform itself as an identity provider. */
export const ownProvider = 'platform'

/**
 * Creates a person with a confirmed address and the hash of a password. Existing people keep their
 * password if they confirmed the address themselves.
 */
export const createBuilder = (
  db: AcrossTenants,
  { email, passwordHash, name }: { email: string; passwordHash: string; name: string },
): Promise<{ id: BuilderId; userId: string }> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into auth."user" ("id", "name", "email", "emailVerified")
      values (${newId('user')}, ${name}, ${email}, true)
      on conflict ("email") do update set "email" = excluded."email"
      returning "id"`.execute(tx)
    const userId = getFirst(rows).id
    await giveToOwner(tx, { id: userId, email })
    await sql`
      insert into auth."account" ("id", "accountId", "providerId", "userId", "password", "updatedAt")
      select ${newId('account')}, ${userId}, 'credential', ${userId}, ${passwordHash}, now()
      where not exists (
        select from auth."account" where "userId" = ${userId} and "providerId" = 'credential'
      )`.execute(tx)
    const { id } = await upsertBuilder(tx, {
      idpProvider: ownProvider,
      idpRef: userId,
      email,
      emailVerified: true,
      fullName: name,
    })
    return { id, userId }
  })

/** Creates a builder with a plain-text password, for set-up by the operator. */
export const createBuilderWithPassword = async (
  db: AcrossTenants,
  { email, password, name }: { email: string; password: string; name: string },
): Promise<{ id: BuilderId }> => {
  return createBuilder(db, {
    email: email.toLowerCase(),
    passwordHash: await hashNewPassword(password),
    name,
  })
}

export interface HashedPassword {
  text: string
  hash: string
}

/** Generates a password for set-up by the operator. */
export async function newPassword(): Promise<HashedPassword> {
  const text = randomBytes(12).toString('base64url')
  return { text, hash: await hashNewPassword(text) }
}

async function hashNewPassword(password: string): Promise<string> {
  const { hashPassword } = await import('better-auth/crypto')
  return hashPassword(password)
}
