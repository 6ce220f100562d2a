import type { Insertable } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'
import type { Tables } from '@platform/kernel/db/tables'

type NewPackage = Insertable<Tables['publishedPackages']>

/**
 * Stores the package unless its version exists, which is the case in every process of a release but
 * the first.
 */
export const keepPackage = (db: AcrossTenants, row: NewPackage) =>
  db
    .insertInto('publishedPackages')
    .values(row)
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .execute()

/** Replaces the package of a version: in a checkout sources change, but versions do not. */
export const replacePackage = (db: AcrossTenants, { name, version, ...built }: NewPackage) =>
  db
    .insertInto('publishedPackages')
    .values({ name, version, ...built })
    .onConflict((conflict) => conflict.columns(['name', 'version']).doUpdateSet(built))
    .execute()

/** Returns all stored versions of the package. */
export const findVersions = (db: AcrossTenants, name: string) =>
  db
    .selectFrom('publishedPackages')
    .select(['version', 'manifest', 'integrity', 'shasum', 'publishTime'])
    .where('name', '=', name)
    .orderBy('publishTime')
    .execute()

export const findTarball = (
  db: AcrossTenants,
  { name, version }: { name: string; version: string },
) =>
  db
    .selectFrom('publishedPackages')
    .select(['tarball', 'integrity'])
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
