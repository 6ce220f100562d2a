import type { DestinationWithSecrets } from '@platform/contract'
import { expect, it, vi } from 'vitest'
import { inTransaction } from '@platform/kernel/db/transaction'
import { newId } from '@platform/kernel/db/new-id'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { givenMailServer } from '@platform/testing/mail-server'
import { givenPlatform } from '@platform/testing/test-platform'
import { getFirst } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

const anHourAgo = new Date(Date.now() - 3_600_000)

it('mails the owners once when a destination fails, recovers and is disabled', async () => {
  const mail = await givenMailServer()
  const platform = await givenPlatform({
    contacts: 1,
    env: { PLATFORM_SMTP_URL: mail.url, PLATFORM_RETRY_SCHEDULE: '3600' },
  })
  const { everything } = platform.database
  const mails = () => mail.received().match(/^Subject: .*$/gm) ?? []
  const look = () =>
    inTransaction(everything, (tx) => enqueue(tx, 'look-for-failing-destinations', {}))
  const { orgId } = await everything
    .selectFrom('projects')
    .select('orgId')
    .executeTakeFirstOrThrow()
  // Unconfirmed addresses receive no mail.
  const stranger = newId('bld')
  await everything
    .insertInto('builders')
    .values({
      id: stranger,
      idpProvider: 'test',
      idpRef: 'stranger',
      primaryEmail: 'stranger@elsewhere.test',
      emailVerified: false,
    })
    .execute()
  await everything
    .insertInto('memberships')
    .values({ id: newId('mem'), orgId, builderId: stranger, role: 'owner' })
    .execute()

  const destination = await platform.call<DestinationWithSecrets>('POST', '/v1/{p}/destinations', {
    name: 'orders',
    type: 'webhook',
    metadata: { url: 'http://127.0.0.1:1/' },
  })
  const path = `/v1/{p}/destinations/${destination.id}`
  const { id: topicId } = getFirst(await platform.call<{ id: string }[]>('GET', '/v1/{p}/topics'))
  await platform.call('POST', '/v1/{p}/topic-destination-routes', {
    topicId,
    destinationId: destination.id,
  })
  const connect = (consumerRef: string) =>
    platform.call('POST', '/v1/{p}/connections:generate', {
      ...{ provider: 'sendGrid', apiKey: 'key' },
      ...{ groupRef: 'globex', consumerRef },
    })
  await connect('hank')
  await vi.waitFor(async () => {
    expect(await platform.call('GET', path)).toMatchObject({ health: { state: 'retrying' } })
  }, patiently)
  await look()
  const change = (columns: object) =>
    everything.updateTable('destinations').set(columns).where('id', '=', destination.id).execute()
  await change({ failingSince: anHourAgo })

  await Promise.all([look(), look()])
  await vi.waitFor(() => expect(mails()).toEqual(['Subject: orders of test is failing']), patiently)
  await look()

  const { metadata } = await platform.call<{ metadata: object }>(
    'GET',
    '/v1/{p}/destinations/webhook',
  )
  await platform.call('PATCH', path, {
    updateMask: ['metadata.url'],
    destination: { metadata },
  })
  await connect('ida')
  await vi.waitFor(async () => {
    expect(await platform.call('GET', path)).not.toHaveProperty('health.since')
  }, patiently)
  await Promise.all([look(), look()])
  await vi.waitFor(
    () => expect(mails().slice(1)).toEqual(['Subject: orders of test has recovered']),
    patiently,
  )
  await look()

  await change({ failingSince: anHourAgo })
  await look()
  await vi.waitFor(() => expect(mails()).toHaveLength(3), patiently)
  await change({ status: 'disabled', disabledReason: 'It was away.', disabledTime: new Date() })
  await look()
  await vi.waitFor(() => expect(mails()).toHaveLength(4), patiently)

  const text = mail.text()
  expect(mails().slice(2)).toEqual([
    'Subject: orders of test is failing',
    'Subject: orders of test was disabled',
  ])
  expect(text).toContain('accepts messages again. We reported the failure on ')
  expect(text).toContain('RCPT TO:<owner@acme.test>')
  expect(text).not.toContain('stranger@')
  expect(text).toMatch(/since \d+ \w+ \d{4} at \d\d:\d\d UTC\./)
  expect(text).not.toContain(anHourAgo.toISOString())
  expect(text).toContain('Last attempt: connect ECONNREFUSED')
  expect(text).toContain('Reason: It was away.')
  expect(text).toContain('1 message is waiting. Messages are kept until')
  expect(text).not.toMatch(/(\r?\n){3}/)
  expect(text).toContain('1 message is waiting. It is retried automatically')
  expect(text).toContain(`${platform.url}/projects/test/destinations/${destination.id}`)
  expect(await platform.call('GET', path)).toMatchObject({ health: { state: 'failing' } })
})
