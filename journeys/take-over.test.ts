import { sandboxControl, startSandbox } from '@platform/sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { givenDatabase } from '../packages/testing/src/test-database.ts'
import { connect } from './support/connect.ts'
import { eventually, stopProgram } from './support/program.ts'
import { startWebhookReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import { within } from '../packages/testing/src/machine-speed.ts'

const contacts = 3000

it('lets a second engine take over the read of one that was killed, within 10 seconds', async () => {
  const { connectionString } = await givenDatabase()
  const sandbox = await startSandbox({ seed: { contacts } })
  const receiver = await startWebhookReceiver()
  const server = await startServer({
    sandbox,
    webhookUrl: receiver.url,
    databaseUrl: connectionString,
    role: 'api',
  })
  const first = server.startEngine()
  let second: typeof first | undefined
  onTestFinished(async () => {
    if (second) await stopProgram(second)
    await server.stop()
    receiver.close()
    await sandbox.close()
  })
  const group = { groupRef: 'globex', consumerRef: 'hank' }
  const project = { projectIdOrName: server.projectName }
  await connect(server.client, { ...project, provider: 'hubspot', ...group })
  await sandboxControl(sandbox.hubspotUrl).addFault({
    effect: 'slow',
    delayMs: 100,
    match: { pathRegex: '/crm/v3/objects/contacts' },
  })
  const received = () =>
    new Set(
      receiver.messages.flatMap(({ body }) =>
        (body.result ?? []).map(({ fields }) => String(fields['hs_object_id'])),
      ),
    )

  await server.client.post(
    '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
    {
      params: { ...project, integrationId: 'hubspot-sync' },
      body: {
        groupRef: group.groupRef,
        config: { createdBy: 'journey', content: { read: { objects: { contacts: {} } } } },
      },
    },
  )
  await eventually(() => received().size > 0)
  second = server.startEngine()
  await eventually(() => received().size > contacts / 10)
  first.process.kill('SIGKILL')
  await first.ended
  const before = received().size
  await within(10_000, () => expect(received().size).toBeGreaterThan(before + 100))
  await eventually(() => received().size === contacts)

  expect(before).toBeLessThan(contacts)
})
