import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'

/** A sign-up whose address is not confirmed yet. */
export interface PendingSignUp {
  email: string
  name: string
  passwordHash: string
  /** Hash of the cookie of the browser in which the password was chosen. */
  browserHash: string
}

/** Returns the queries of the sign-up by mail. */
export function pendingSignUps(db: AcrossTenants) {
  return {
    /** Returns the pending sign-up of the token; undefined if it is made up, used or expired. */
    async find(token: string): Promise<PendingSignUp | undefined> {
      const { rows } = await sql<{ value: string }>`
        select "value" from auth."verification"
        where "identifier" = ${toSignUpIdentifier(token)} and "expiresAt" > now()`.execute(db)
      return rows[0] && (JSON.parse(rows[0].value) as PendingSignUp)
    },
    /** Deletes the pending sign-up; returns false if it no longer exists. */
    async take(tx: AcrossTenants, token: string): Promise<boolean> {
      const { rows } = await sql`
        delete from auth."verification"
        where "identifier" = ${toSignUpIdentifier(token)} and "expiresAt" > now()
        returning "id"`.execute(tx)
      return rows.length > 0
    },
    /** Reports whether an account has this address and has confirmed it. */
    async isConfirmed(email: string): Promise<boolean> {
      const { rows } = await sql`
        select from auth."user" where "email" = ${email} and "emailVerified"`.execute(db)
      return rows.length > 0
    },
  }
}

export const hashOfSignUp = (text: string) => hash('sha256', text, 'base64url')

/** Hashed, so that the table contains no usable token. */
export const toSignUpIdentifier = (token: string) => `sign-up:${hashOfSignUp(token)}`
