import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { givenPlatform, manifest } from '@platform/testing/test-platform'
import { patiently } from '@platform/testing/patiently'

/** Returns the integration, declaring accounts instead of contacts. */
const withoutContacts = manifest
  .replace('objectName: Contact', 'objectName: Account')
  .replace('mapToName: person', 'mapToName: company')
  .replace('LastName', 'Name')
  .replace(/ +- fieldName: Email\n +mapToName: email\n/, '')
  .replace(/ +optionalFields:\n +- fieldName: Title\n/, '')

it('continues reads of undeclared objects unless the deployment is destructive', async () => {
  const platform = await givenPlatform({ contacts: 10 })
  await platform.connect()
  const { id } = await platform.install()
  const waitForNotification = (notificationType: string) =>
    vi.waitFor(
      () =>
        expect(platform.messages.map((message) => message.notificationType)).toContain(
          notificationType,
        ),
      patiently,
    )
  const deploy = async (sourceYaml: string, query = '') => {
    await platform.call('PUT', `/v1/{p}/integrations:batch${query}`, { sourceYaml })
    await vi.waitFor(async () => {
      const { rows } = await platform.database.everything.executeQuery<{ left: number }>(
        sql`select count(*)::int as left from graphile_worker.jobs
             where task_identifier = 'integration-revised'`.compile(platform.database.everything),
      )
      expect(rows).toEqual([{ left: 0 }])
    }, patiently)
  }
  const contacts = async () =>
    (
      await platform.call<{ objects: Record<string, { state: string; pausedFor?: string }> }>(
        'GET',
        `/v1/{p}/integrations/crm/installations/${id}`,
      )
    ).objects['Contact']
  await waitForNotification('read.backfill.done')

  await deploy(withoutContacts)
  const kept = await contacts()
  await deploy(withoutContacts, '?destructive=true')
  const paused = await contacts()
  await waitForNotification('read.schedule.paused')
  await deploy(manifest)
  const again = await contacts()

  expect(kept).toMatchObject({ state: 'active' })
  expect(paused).toMatchObject({ state: 'paused', pausedFor: 'removed' })
  expect(again).toMatchObject({ state: 'active' })
})
