// @module-tag audit
import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { givenDatabase } from '@platform/testing/test-database'
import { bootstrap } from './bootstrap.ts'

it('is audited as the first entry and creates the organization once', async () => {
  const { connectionString, everything } = await givenDatabase()
  vi.stubEnv('DATABASE_URL', connectionString)
  vi.stubEnv('PLATFORM_MASTER_KEY', randomBytes(32).toString('base64'))

  const made = await bootstrap({ org: 'Acme', project: 'crm' })
  const again = await bootstrap({ org: 'Acme', project: 'CRM' })

  const records = await everything.selectFrom('auditLog').selectAll().execute()
  expect(records).toMatchObject([
    {
      orgId: made['orgId'],
      projectId: made['projectId'],
      action: 'bootstrap',
      actorKind: 'operator',
    },
  ])
  expect(JSON.stringify(records)).not.toContain(made['ownerPassword'])
  expect(again).toMatchObject({ orgId: made['orgId'], note: 'It already existed.' })
  expect(again).not.toHaveProperty('apiKey')

  const owned = { org: 'Acme', project: 'crm', owner: made['ownerEmail']?.toUpperCase() ?? '' }
  expect(await bootstrap(owned)).toEqual(again)
  await expect(bootstrap({ ...owned, owner: 'bob@acme.example' })).rejects.toThrow(
    /^--owner: bob@acme\.example is not an owner of Acme, .* owner\+/,
  )
})

it('rejects values that the API would reject', async () => {
  await expect(bootstrap({ org: 'Acme', project: 'my crm' })).rejects.toThrow(/^--project: /)
  await expect(bootstrap({ org: 'Acme', project: 'crm', owner: 'ana' })).rejects.toThrow(
    /^--owner: /,
  )
})
