import pg from 'pg'
import { expect, it } from 'vitest'
import { givenDatabase } from '../testing/test-database.ts'
import { openConfiguredDatabase } from './open-database.ts'
import { readSettings } from './settings.ts'

it('says which settings to look at when PostgreSQL has too few connections left', async () => {
  const { connectionString } = await givenDatabase()
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  const role = `narrow_${process.pid}`
  try {
    await admin.query(`create role ${role} login password 'narrow' connection limit 0`)
    const url = connectionString.replace(/\/\/[^/]*\//, `//${role}:narrow@/`)

    const opened = openConfiguredDatabase(readSettings({ DATABASE_URL: url }))

    await expect(opened).rejects.toThrow(/^DATABASE_URL: PostgreSQL has too few connections left/)
  } finally {
    await admin.query(`drop role ${role}`)
    await admin.end()
  }
})
