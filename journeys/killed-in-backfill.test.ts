import { sandboxControl, startSandbox } from '@platform/sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from './support/connect.ts'
import { preparedDataFolder } from './support/prepared-data-folder.ts'
import { eventually } from './support/program.ts'
import { startWebhookReceiver, type ReceivedMessage } from './support/receiver.ts'
import { startServer } from './support/server.ts'

const contacts = 5000

it('loses no record of a backfill when the server is killed in the middle of it', async () => {
  const sandbox = await startSandbox({ seed: { contacts } })
  const receiver = await startWebhookReceiver()
  const server = await startServer({
    ...{ sandbox, webhookUrl: receiver.url },
    data: await preparedDataFolder(),
  })
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
    match: { pathRegex: '/crm/v3/objects/contacts' },
  })

  await client.post('/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations', {
    params: { projectIdOrName: projectName, integrationId: 'hubspot-sync' },
    body: {
      groupRef: 'globex',
      config: { createdBy: 'journey', content: { read: { objects: { contacts: {} } } } },
    },
  })
  await eventually(() => recordsOf(receiver.messages).length > contacts / 5)
  await server.kill()
  const beforeKill = new Set(recordsOf(receiver.messages).map(({ recordId }) => recordId))
  await server.start()
  await eventually(() =>
    receiver.messages.some(({ body }) => body.notificationType === 'read.backfill.done'),
  )

  const received = recordsOf(receiver.messages)
  const messagesOf = Map.groupBy(received, ({ recordId }) => recordId)
  expect(beforeKill.size).toBeLessThan(contacts)
  expect(messagesOf.size).toBe(contacts)
  for (const [recordId, times] of messagesOf) {
    expect(new Set(times.map(({ messageId }) => messageId)), recordId).toHaveLength(1)
  }
})

const recordsOf = (messages: ReceivedMessage[]) =>
  messages.flatMap(({ id, body }) =>
    (body.result ?? []).map(({ fields }) => ({
      messageId: id,
      recordId: String(fields['hs_object_id']),
    })),
  )
