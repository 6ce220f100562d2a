import type { BuilderId } from '@platform/contract'
import type { AcrossTenants } from '../db/database.ts'
import { newId } from '../db/new-id.ts'

const builderColumns = ['id', 'primaryEmail', 'emailVerified'] as const

export const findBuilder = (db: AcrossTenants, id: BuilderId) =>
  db.selectFrom('builders').select(builderColumns).where('id', '=', id).executeTakeFirst()

export interface Person {
  idpProvider: string
  idpRef: string
  email: string
  emailVerified: boolean
  fullName?: string
}

/**
 * Returns the builder that an identity provider knows by this reference, and creates it when first
 * seen.
 */
export const upsertBuilder = (
  db: AcrossTenants,
  { idpProvider, idpRef, email, emailVerified, fullName }: Person,
) =>
  db
    .insertInto('builders')
    .values({
      id: newId('bld'),
      idpProvider,
      idpRef,
      primaryEmail: email,
      emailVerified,
      fullName: fullName ?? null,
      firstName: null,
      lastName: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['idpProvider', 'idpRef'])
        .doUpdateSet({ primaryEmail: email, emailVerified, ...(fullName && { fullName }) }),
    )
    .returning(builderColumns)
    .executeTakeFirstOrThrow()
