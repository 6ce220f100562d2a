// @module-tag database-roles
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { givenDatabase } from '@platform/testing/test-database'
import { migrate, type SchemaMigration } from './migrate.ts'
import { migrations } from '../migrations/index.ts'
import { newId } from '../new-id.ts'
import { rightsDigest } from './rights.ts'

const newerMigrations: Record<string, SchemaMigration> = {
  ...migrations,
  '9999-newer': {
    async up(tx) {
      await sql`create table newer (id text); insert into newer values ('one')`.execute(tx)
    },
  },
}

/** A database that a newer version has migrated, with a right that this version does not know. */
async function givenNewerSchema() {
  const database = await givenDatabase()
  await migrate(database, { migrations: newerMigrations })
  await database.asOwner((owner) => owner.query('grant select on newer to platform_tenants'))
  return database
}

describe('a process of this version that starts beside a newer one', () => {
  it('leaves the rights of the newer one', async () => {
    const database = await givenNewerSchema()
    const readAsNewer = () => sql`select id from newer`.execute(database.tenant(newId('proj')))
    expect((await readAsNewer()).rows).toEqual([{ id: 'one' }])

    expect(await migrate(database)).toEqual([])

    expect((await readAsNewer()).rows).toEqual([{ id: 'one' }])
  })

  it('grants nothing that the newer one has revoked', async () => {
    const database = await givenNewerSchema()
    await database.asOwner((owner) => owner.query('revoke select on senders from platform_tenants'))

    await migrate(database)

    const reading = sql`select from senders`.execute(database.tenant(newId('proj')))
    await expect(reading).rejects.toThrow('permission denied')
  })
})

it('restores the rights of its own schema at each start', async () => {
  const database = await givenDatabase()
  await database.asOwner((owner) => owner.query('revoke select on senders from platform_tenants'))

  await migrate(database)

  await sql`select from senders`.execute(database.tenant(newId('proj')))
})

it('has a migration for the current rights', () => {
  const newest = Object.values(migrations).findLast(({ rights }) => rights !== undefined)

  // If this fails, add a migration that exports `rights`: without one, an older process that starts
  // beside this version would revoke them.
  expect(newest?.rights).toBe(rightsDigest)
})
