import pg from 'pg'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { givenDatabase } from '../testing/test-database.ts'
import { leaveAsIs, openConfiguredDatabase } from './open-database.ts'
import { readSettings } from './settings.ts'

it('names the settings when PostgreSQL has too few connections', async () => {
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

it('explains to a second PostgreSQL user how to get the roles', async () => {
  const { connectionString } = await givenDatabase()
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  const role = `second_${process.pid}`
  const url = connectionString.replace(/\/\/[^/]*\//, `//${role}:${role}@/`)
  const open = () => openConfiguredDatabase(readSettings({ DATABASE_URL: url }), leaveAsIs)
  try {
    await admin.query(`create role ${role} login createrole password '${role}'`)

    const refused = await open().catch((error: Error) => error)
    const { message } = z.instanceof(Error).parse(refused)

    expect(message).toMatch(/^DATABASE_URL: The roles .* belong to another PostgreSQL user/)
    const [statement = ''] = /grant \S+(?:, \S+)* to .*;/.exec(message) ?? []
    await admin.query(statement)
    const opened = await open()
    await opened.close()
  } finally {
    const { rows } = await admin.query<{ name: string }>(
      `select rolname as name from pg_auth_members join pg_roles r on r.oid = roleid
        where member = $1::regrole and rolcanlogin`,
      [role],
    )
    for (const { name } of rows) await admin.query(`drop role ${name}`)
    await admin.query(`drop role ${role}`)
    await admin.end()
  }
})
