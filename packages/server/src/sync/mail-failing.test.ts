import type { InstallationId } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { givenMailServer } from '../testing/mail-server.ts'
import { patiently } from '../testing/patiently.ts'
import { givenPlatform } from '../testing/test-platform.ts'
import { notifyOfFailingObjects } from './mail-failing.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const lost = 'Salesforce no longer lets this user see `Title`.'

it('notifies the owners once of each object that fails, in one mail per hour', async () => {
  const mail = await givenMailServer()
  const platform = await givenPlatform({ contacts: 1, env: { PLATFORM_SMTP_URL: mail.url } })
  const other = await platform.anotherTenant('other')
  const install = async (groupRef: string) => {
    await platform.connect(groupRef)
    return (await platform.install(groupRef)).id
  }
  const [globex, initech] = [await install('globex'), await install('initech')]
  const objects = async (id: InstallationId, columns: object) => {
    await vi.waitFor(async () => {
      const { numUpdatedRows } = await platform.database
        .tenant(platform.projectId)
        .updateTable('installationObjects')
        .set({ ...columns })
        .where('installationId', '=', id)
        .where('lastRunTime', 'is not', null)
        .executeTakeFirst()
      expect(numUpdatedRows).toBe(1n)
    }, patiently)
  }
  const look = () =>
    Promise.all([
      notifyOfFailingObjects(platform.database),
      notifyOfFailingObjects(platform.database),
    ])
  const mails = () => mail.received().match(/^Subject: .*$/gm) ?? []
  const text = () => mail.received().replaceAll('=\r\n', '').replaceAll('=3D', '=')

  await objects(globex, { failingSince: minutesAgo(5), failingBecause: lost })
  await objects(initech, {
    pausedFor: 'request',
    pausedReason: 'For now.',
    pausedTime: minutesAgo(60),
  })
  await look()
  // Neither has failed long enough, nor is a requested pause a failure.
  expect(mails()).toEqual([])

  await objects(globex, { failingSince: minutesAgo(30) })
  await look()
  await vi.waitFor(() => expect(mails()).toHaveLength(1), patiently)
  await objects(initech, {
    ...{ pausedFor: null, pausedReason: null, pausedTime: null },
    ...{ failingSince: minutesAgo(20), failingBecause: 'It said no.' },
  })
  await look()
  const toldAfter = async (minutes: number) =>
    objects(globex, { failingSince: minutesAgo(minutes + 1), toldTime: minutesAgo(minutes) })
  await toldAfter(61)
  await look()
  await vi.waitFor(() => expect(mails()).toHaveLength(2), patiently)
  await look()

  expect(mails()).toEqual([
    'Subject: 1 installation of test is failing',
    'Subject: 1 installation of test is failing',
  ])
  expect(text()).toContain('globex (crm, since ')
  expect(text()).toContain(`${lost} Give the user access at the provider, or choose`)
  expect(text()).toMatch(
    new RegExp(`${platform.url}/projects/test/installations/int_\\w+/${globex}`),
  )
  expect(text()).toContain('It said no. Open the log of the last read for details.')
  expect(text()).toContain('RCPT TO:<owner@acme.test>')
  expect(text()).not.toContain('owner@other.test')
  expect(other).toBeDefined()
})
