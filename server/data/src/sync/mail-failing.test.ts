import type { Installation, InstallationId } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { givenMailServer } from '@platform/testing/mail-server'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { notifyOfFailingInstallations } from './mail-failing.ts'

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
  await platform.call('PATCH', `/v1/{p}/integrations/crm/installations/${globex}`, {
    updateMask: ['displayName'],
    installation: { displayName: 'Sales EMEA' },
  })
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
      notifyOfFailingInstallations(platform.services, platform.database),
      notifyOfFailingInstallations(platform.services, platform.database),
    ])
  const mails = () => mail.received().match(/^Subject: .*$/gm) ?? []
  const text = mail.text

  await objects(globex, { failingSince: minutesAgo(5), failingBecause: lost })
  await objects(initech, {
    pausedFor: 'request',
    pausedReason: 'For now.',
    pausedTime: minutesAgo(60),
  })
  await look()
  // The failures are too recent, and a requested pause is no failure.
  expect(mails()).toEqual([])

  await objects(globex, { failingSince: minutesAgo(30) })
  await look()
  await vi.waitFor(() => expect(mails()).toHaveLength(1), patiently)
  await objects(initech, {
    ...{ pausedFor: null, pausedReason: null, pausedTime: null },
    ...{ failingSince: minutesAgo(20), failingBecause: 'It said no.' },
  })
  await look()
  const listMailed = async (minutes: number) =>
    objects(globex, { failingSince: minutesAgo(minutes + 1), notifiedTime: minutesAgo(minutes) })
  await listMailed(61)
  await look()
  await vi.waitFor(() => expect(mails()).toHaveLength(2), patiently)
  await look()

  expect(mails()).toEqual([
    'Subject: 1 installation of test is failing',
    'Subject: 1 installation of test is failing',
  ])
  expect(text()).toContain('globex, Sales EMEA (crm, since ')
  expect(text()).toContain(`${lost} Restore the fields or access to them at`)
  expect(text()).toMatch(
    new RegExp(`${platform.url}/projects/test/installations/int_\\w+/${globex}`),
  )
  expect(text()).toContain('It said no. Open the log of the last read for details.')
  expect(text()).toContain('>Open globex, Sales EMEA (crm)</a>')
  expect(text()).toContain('initech (crm, since ')
  expect(text()).toContain('RCPT TO:<owner@acme.test>')
  expect(text()).not.toContain('owner@other.test')
  expect(other).toBeDefined()
})

const subscribing = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          destination: webhook
          requiredFields: [{ fieldName: LastName }]
    subscribe:
      objects:
        - objectName: Contact
          destination: webhook
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
`

it('notifies the owners of failing subscriptions, within the limit that reads have', async () => {
  const mail = await givenMailServer()
  const platform = await givenPlatform({
    contacts: 1,
    sourceYaml: subscribing,
    env: { PLATFORM_SMTP_URL: mail.url },
  })
  const db = platform.database.tenant(platform.projectId)
  await platform.connect()
  const { id } = await platform.install('globex', { Contact: {} })
  const readInstallation = () =>
    platform.call<Installation>('GET', `/v1/{p}/integrations/crm/installations/${id}`)
  await vi.waitFor(
    async () => expect((await readInstallation()).subscription?.state).toBe('active'),
    patiently,
  )
  const link = (columns: object) =>
    db
      .updateTable('subscribedInstallations')
      .set({ ...columns })
      .execute()
  const subscription = (columns: object) =>
    db
      .updateTable('subscriptions')
      .set({ ...columns })
      .execute()
  const look = () => notifyOfFailingInstallations(platform.services, platform.database)
  const mails = () => mail.received().match(/^Subject: .*$/gm)?.length ?? 0
  const mailsToBe = (count: number) => vi.waitFor(() => expect(mails()).toBe(count), patiently)
  const text = mail.text
  const well = { status: 'active', error: null, errorTime: null }

  await link({ status: 'failed', error: 'Too many channels.', errorTime: minutesAgo(5) })
  await look()
  expect(mails()).toBe(0)

  await link({ errorTime: minutesAgo(30) })
  const { health } = await readInstallation()
  await look()
  await mailsToBe(1)
  await look()
  await link({ ...well, error: 'It said no.', errorTime: minutesAgo(20) })
  await link({ notifiedTime: minutesAgo(30) })
  await look()
  // The hour after the first mail is not over, and that mail names the installation only once.
  expect(mails()).toBe(1)

  await link({ notifiedTime: minutesAgo(61), errorTime: minutesAgo(59) })
  await look()
  await mailsToBe(2)

  await link({ ...well, notifiedTime: minutesAgo(120) })
  await subscription({ trouble: 'No events arrive.', troubleSince: minutesAgo(100) })
  await look()
  await mailsToBe(3)

  expect(health).toMatchObject({
    state: 'failing',
    reason: 'Too many channels.',
    remedy: expect.stringContaining('retried'),
  })
  expect(text()).toContain(`${health.reason} ${health.remedy}`)
  expect(text()).toContain('It said no.')
  expect(text()).toContain('No events arrive.')
  expect(text()).toContain('RCPT TO:<owner@acme.test>')
})
