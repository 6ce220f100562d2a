import { catalogue as shippedCatalogue, overlayCatalogue } from '@platform/connectors'
import { expect, it, vi } from 'vitest'
import { givenMailServer } from '@platform/testing/mail-server'
import { patiently } from '@platform/testing/patiently'
import { givenPlatform } from '@platform/testing/test-platform'
import { reportProviderChanges } from './mail-provider-changes.ts'

const dayMs = 86_400_000
const toDay = (inDays: number) => new Date(Date.now() + inDays * dayMs).toISOString().slice(0, 10)

it('mails the owners once of changes that reach an object in use, within 90 days', async () => {
  const mail = await givenMailServer()
  const platform = await givenPlatform({ contacts: 1, env: { PLATFORM_SMTP_URL: mail.url } })
  await platform.anotherTenant('other')
  const report = (changes: object[]) =>
    reportProviderChanges(
      {
        catalogue: overlayCatalogue(shippedCatalogue, {
          salesforce: { changes },
          hubspot: { changes: null },
        }),
      },
      platform.database,
    )
  const mails = () => mail.text().match(/^Subject: .* of test\r?$/gm) ?? []
  const [far, foreign, past] = [
    { from: toDay(100), what: 'Too far away.' },
    { from: toDay(30), what: 'Only leads.', objects: ['Lead'] },
    { from: toDay(-10), what: 'Already in effect.' },
  ]
  const [first, second] = [
    { from: toDay(80), what: 'Contacts end.', objects: ['Contact'] },
    { from: toDay(20), what: 'Everything ends.' },
  ]

  await report([far, foreign, past])
  await Promise.all([report([far, foreign, past, first]), report([far, foreign, past, first])])
  await vi.waitFor(() => expect(mails()).toHaveLength(1), patiently)
  await report([first])
  await report([second, first])
  await vi.waitFor(() => expect(mails()).toHaveLength(2), patiently)

  expect(mails()[0]).toContain('Changes of Salesforce reach integrations of test')
  expect(mail.text()).toContain('Contacts end.')
  expect(mail.text()).toContain('Everything ends.')
  for (const { what } of [far, foreign, past]) expect(mail.text()).not.toContain(what)
  // Another project is mailed once of each change, too.
  await vi.waitFor(
    () => expect(mail.text().match(/^Subject: .* of other\r?$/gm)).toHaveLength(2),
    patiently,
  )
})
