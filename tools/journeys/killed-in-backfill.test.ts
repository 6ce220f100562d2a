import { sandboxControl, startSandbox } from '@platform/sandbox'
import { expect, it, onTestFinished } from 'vitest'
import {
  clusterOfTests,
  logOptions,
} from '../../server/delivery/src/notifications/message-log/testing.ts'
import { must } from '../../server/kernel/src/values/must.ts'
import { columnsWith } from '../testing/src/columns-with.ts'
import { givenDatabase } from '../testing/src/test-database.ts'
import { connect } from './support/connect.ts'
import { prepareDataFolder } from './support/prepared-data-folder.ts'
import { eventually } from './support/program.ts'
import { startWebhookReceiver, type ReceivedMessage } from './support/receiver.ts'
import { startServer } from './support/server.ts'

const contacts = 5000
const cluster = clusterOfTests()

it.skipIf(cluster)(
  'loses no record of a backfill when the server is killed in the middle of it',
  async () => {
    await killInBackfill({ data: await prepareDataFolder() })
  },
)

it.runIf(cluster)('loses no record of a backfill whose messages are in a log', async () => {
  const database = await givenDatabase()
  const { url, systemUrl, name, maxBytes } = logOptions(must(cluster, 'cluster'))
  const metricsToken = 'token-of-metrics-for-tests'

  const { baseUrl } = await killInBackfill({
    databaseUrl: database.connectionString,
    settings: {
      PLATFORM_LOG: url,
      PLATFORM_LOG_SYSTEM: systemUrl,
      PLATFORM_LOG_NAME: name,
      PLATFORM_LOG_BYTES: String(maxBytes),
      PLATFORM_METRICS_TOKEN: metricsToken,
    },
  })

  const metrics = await fetch(`${baseUrl}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  expect(await metrics.text()).toMatch(/^platform_message_log_entries [1-9]/m)
  // An email address as the value of a field, with any white space.
  expect(await columnsWith(database, '"email":%@')).toEqual([])
})

/** Kills the server in the middle of a backfill, starts it again, and expects every record at the receiver. */
async function killInBackfill(options: Partial<Parameters<typeof startServer>[0]>) {
  const sandbox = await startSandbox({ seed: { contacts } })
  const receiver = await startWebhookReceiver()
  const server = await startServer({ sandbox, webhookUrl: receiver.url, ...options })
  onTestFinished(async () => {
    await server.stop()
    receiver.close()
    await sandbox.close()
  })
  const { client, projectName } = server
  const control = sandboxControl(sandbox.hubspotUrl)
  await connect(client, {
    projectIdOrName: projectName,
    provider: 'hubspot',
    groupRef: 'globex',
    consumerRef: 'hank',
  })
  await control.addFault({
    effect: 'slow',
    delayMs: 30,
    match: { pathRegex: '/crm/objects/2026-09/contacts' },
  })

  await client.post('/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations', {
    params: { projectIdOrName: projectName, integrationId: 'hubspot-sync' },
    body: {
      groupRef: 'globex',
      config: { createdBy: 'journey', content: { read: { objects: { contacts: {} } } } },
    },
  })
  await eventually(() => listRecords(receiver.messages).length > contacts / 5)
  await server.kill()
  const beforeKill = new Set(listRecords(receiver.messages).map(({ recordId }) => recordId))
  await server.start()
  await eventually(() =>
    receiver.messages.some(({ body }) => body.notificationType === 'read.backfill.done'),
  )
  // Messages are sent in any order.
  await eventually(async () => {
    const pending = await client.get('/v1/projects/{projectIdOrName}/deliveries', {
      params: { projectIdOrName: projectName },
      query: { status: 'pending' },
    })
    return pending.length === 0
  })

  const received = listRecords(receiver.messages)
  const messagesOf = Map.groupBy(received, ({ recordId }) => recordId)
  expect(beforeKill.size).toBeLessThan(contacts)
  expect(messagesOf.size).toBe(contacts)
  for (const [recordId, times] of messagesOf) {
    expect(new Set(times.map(({ messageId }) => messageId)), recordId).toHaveLength(1)
  }
  return server
}

const listRecords = (messages: ReceivedMessage[]) =>
  messages.flatMap(({ id, body }) =>
    (body.result ?? []).map(({ fields }) => ({
      messageId: id,
      recordId: String(fields['hs_object_id']),
    })),
  )
