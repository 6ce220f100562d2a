import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { noTenantLimits } from '@platform/kernel/access'
import type { AcrossTenants, Database } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { createOrganization } from '@platform/tenancy/organizations/organizations'
import { createBuilderWithPassword } from '@platform/tenancy/sign-in/create-builder'
import { getNow } from '@platform/kernel/values'

declare module '@platform/kernel/db/tables' {
  interface Tables {
    setupLinks: { tokenHash: Buffer; expireTime: Date }
  }
}

const lifetime = sql`interval '24 hours'`

/** Input for the first owner. */
export interface FirstOwner {
  email: string
  password: string
  name: string
  org: string
}

/** Logs the setup link while no organization has an owner. */
export async function logSetupLink(
  database: Database,
  { url, log }: { url: string | undefined; log: Logger },
): Promise<void> {
  const token = url && (await createSetupToken(database))
  if (!token) return
  log.warn(`No organization has an owner yet. Set up the platform at ${url}/setup?token=${token}`)
}

/**
 * Creates a token for one setup within 24 hours; returns undefined if there is already an owner.
 */
export async function createSetupToken(database: Database): Promise<string | undefined> {
  const db = database.everything
  if (await hasOwner(db)) return undefined
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('setupLinks')
    .values({ tokenHash: hashToken(token), expireTime: sql<Date>`now() + ${lifetime}` })
    .execute()
  return token
}

export async function isGoodForSetup({ everything: db }: Database, token: string) {
  const link = await db
    .selectFrom('setupLinks')
    .select('expireTime')
    .where('tokenHash', '=', hashToken(token))
    .where('expireTime', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return link !== undefined && !(await hasOwner(db))
}

/**
 * Creates the first owner and their organization, and invalidates all links. An address that was
 * confirmed in the meantime is rejected, because its owner would keep their password.
 */
export const setUp = (
  database: Database,
  token: string,
  { email, password, name, org }: FirstOwner,
): Promise<'done' | 'link-not-good' | 'email-in-use'> =>
  inTransaction(database.everything, async (tx) => {
    // Of concurrent requests, with one link or two, only one can delete the rows.
    const now = getNow()
    const links = await tx.deleteFrom('setupLinks').returningAll().execute()
    const link = links.find(({ tokenHash }) => tokenHash.equals(hashToken(token)))
    if (!link || link.expireTime <= now || (await hasOwner(tx))) {
      if (links.length > 0) await tx.insertInto('setupLinks').values(links).execute()
      return 'link-not-good'
    }
    const { rows } = await sql`
      select from auth."user"
      where "email" = ${email.toLowerCase()} and "emailVerified"`.execute(tx)
    if (rows.length > 0) {
      await tx.insertInto('setupLinks').values(links).execute()
      return 'email-in-use'
    }
    const { id } = await createBuilderWithPassword(tx, { email, password, name })
    await createOrganization({ tenantLimits: noTenantLimits }, tx, { label: org, ownerId: id })
    return 'done'
  })

async function hasOwner(db: AcrossTenants): Promise<boolean> {
  const owner = await db
    .selectFrom('memberships')
    .select('id')
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

const hashToken = (token: string) => hash('sha256', token, 'buffer')
