import { inspect } from 'node:util'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          requiredFields: [{ fieldName: LastName }]
          backfill: { defaultPeriod: { days: 30 } }
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
`

it('logs no error if an installation is removed while its reads and subscriptions begin', async () => {
  const platform = await givenPlatform({ contacts: 20, sourceYaml })
  const error = vi.spyOn(platform.services.log, 'error')
  const warn = vi.spyOn(platform.services.log, 'warn')
  const groups = Array.from({ length: 8 }, (_, n) => `group-${n}`)

  await Promise.all(
    groups.map(async (groupRef, n) => {
      await platform.connect(groupRef)
      const { id } = await platform.install(groupRef, { Contact: {} })
      // At different times during the work that an installation starts.
      await new Promise((resolve) => setTimeout(resolve, n * 15))
      await platform.call('DELETE', `/v1/{p}/integrations/crm/installations/${id}`)
    }),
  )
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select t.identifier, j.attempts, j.last_error, j.run_at <= now() as is_due
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where (j.run_at <= now() and j.is_available) or j.locked_at is not null or j.last_error is not null
    `.execute(platform.database.everything)
    expect(rows).toEqual([])
  }, patiently)

  const messages = [...error.mock.calls, ...warn.mock.calls].map((call) => inspect(call))
  expect(error.mock.calls).toEqual([])
  expect(messages.filter((text) => /foreign key|23503/.test(text))).toEqual([])
})
