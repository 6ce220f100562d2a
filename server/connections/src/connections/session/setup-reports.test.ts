import { expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import type { ApiProblem, ConnectProblem, ProviderInfo } from '@platform/contract'
import { signInBy } from '@platform/testing/browser'
import { givenMailServer } from '@platform/testing/mail-server'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { must } from '@platform/kernel/values'

async function givenMailedPlatform() {
  const mail = await givenMailServer()
  const platform = await givenPlatform({ contacts: 1, env: { PLATFORM_SMTP_URL: mail.url } })
  const begin = (provider: string, groupRef = 'globex') =>
    platform.call<string & ApiProblem>('POST', '/v1/oauth-connect', {
      ...{ projectIdOrName: 'test', provider, groupRef, consumerRef: 'hank' },
    })
  const subjects = () => mail.text().match(/^Subject: .*cannot connect.*?\r?$/gm) ?? []
  const pending = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from graphile_worker.jobs where task_identifier = 'mail-setup-report'
      `.execute(platform.database.everything)
    ).rows[0]?.count
  const settle = () => vi.waitFor(async () => expect(await pending()).toBe(0), patiently)
  const nextDay = () =>
    platform.database.everything
      .updateTable('setupReports')
      .set({ reportTime: sql`report_time - interval '25 hours'` })
      .execute()
  /** Makes the provider reject the client of the app. */
  const rejectSalesforce = async () => {
    const apps = await platform.call<{ id: string; provider: string }[]>(
      'GET',
      '/v1/{p}/provider-apps',
    )
    const app = must(
      apps.find(({ provider }) => provider === 'salesforce'),
      'app',
    )
    await platform.call('PATCH', `/v1/{p}/provider-apps/${app.id}`, {
      updateMask: ['clientSecret'],
      providerApp: { clientSecret: 'wrong' },
    })
  }
  return { mail, platform, begin, subjects, settle, nextDay, rejectSalesforce }
}

it('notifies the owners once a day of each provider app that end users miss', async () => {
  const { mail, platform, begin, subjects, settle, nextDay } = await givenMailedPlatform()

  const replies = await Promise.all([begin('asana'), begin('asana', 'acme'), begin('asana')])
  for (const { type } of replies) expect(type).toContain('/provider-app-missing')
  await vi.waitFor(() => expect(subjects()).toHaveLength(1), patiently)
  await begin('linear')
  await vi.waitFor(() => expect(subjects()).toHaveLength(2), patiently)
  await nextDay()
  await begin('asana')
  await vi.waitFor(() => expect(subjects()).toHaveLength(3), patiently)
  await settle()

  for (const { type } of replies) expect(type).toContain('/provider-app-missing')
  expect(subjects().map((line) => line.trim())).toEqual([
    'Subject: Customers of test cannot connect Asana',
    'Subject: Customers of test cannot connect Linear',
    'Subject: Customers of test cannot connect Asana',
  ])
  expect(mail.text()).toContain('/projects/test/provider-apps')
  // Others go on connecting, without a mail.
  expect(await platform.connect('initech')).toMatchObject({ provider: 'salesforce' })
})

it('lists what keeps end users from connecting, until it is corrected', async () => {
  const { platform, begin, settle } = await givenMailedPlatform()
  const list = () => platform.call<ConnectProblem[]>('GET', '/v1/{p}/connect-problems')

  const before = await list()
  await begin('asana')
  await begin('asana', 'acme')
  await begin('linear')
  const problems = await list()
  await platform.call('POST', '/v1/{p}/provider-apps', {
    ...{ provider: 'asana', clientId: 'client', clientSecret: 'secret' },
  })
  const after = await list()
  await settle()

  expect(before).toEqual([])
  expect(problems).toMatchObject([
    { provider: 'asana', cause: 'missing', count: 2 },
    { provider: 'linear', cause: 'missing', count: 1 },
  ])
  expect(problems[1]?.detail).toContain('no OAuth client for Linear')
  expect(after.map(({ provider }) => provider)).toEqual(['linear'])
})

it('mails at most ten missing apps a day, and still that an app is rejected', async () => {
  const { platform, begin, settle, rejectSalesforce } = await givenMailedPlatform()
  const catalog = await platform.call<Record<string, ProviderInfo>>('GET', '/v1/providers')
  const providers = Object.values(catalog)
    .filter(({ oauth2Opts }) => oauth2Opts?.grantType === 'authorizationCode')
    .slice(0, 40)
    .map(({ name }) => name)

  let missing = 0
  for (const name of providers) {
    const { type } = await begin(name)
    if (type?.includes('/provider-app-missing')) missing++
  }
  await rejectSalesforce()
  await signInBy(await begin('salesforce'))
  await settle()

  const reports = await platform.database.everything
    .selectFrom('setupReports')
    .selectAll()
    .where('reportTime', 'is not', null)
    .execute()
  expect(missing).toBeGreaterThan(10)
  expect(reports.filter(({ cause }) => cause === 'missing')).toHaveLength(10)
  expect(reports.filter(({ cause }) => cause === 'rejected')).toMatchObject([
    { provider: 'salesforce' },
  ])
})

it('notifies the owners that the provider rejects their app', async () => {
  const { mail, platform, begin, subjects, settle, rejectSalesforce } = await givenMailedPlatform()
  await rejectSalesforce()

  await signInBy(await begin('salesforce'))
  await signInBy(await begin('salesforce'))
  const problems = await platform.call<ConnectProblem[]>('GET', '/v1/{p}/connect-problems')
  await vi.waitFor(() => expect(subjects()).toHaveLength(1), patiently)
  await settle()

  expect(subjects()).toHaveLength(1)
  expect(mail.text()).toContain('cannot connect Salesforce')
  expect(mail.text()).toContain('Check the client ID and secret')
  expect(problems).toMatchObject([{ provider: 'salesforce', cause: 'rejected', count: 2 }])
})
