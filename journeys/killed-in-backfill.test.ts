import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createClient } from '@platform/client'
import { sandboxApps, sandboxControl, startSandbox } from '@platform/sandbox'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from './support/connect.ts'
import {
  dataFolder,
  eventually,
  freePorts,
  programs,
  startProgram,
  stopProgram,
  whenReady,
} from './support/program.ts'
import { startReceiver, type ReceivedMessage } from './support/receiver.ts'

const contacts = 5000

it('loses no record of a backfill when the server is killed in the middle of it', async () => {
  const given = await givenServer()
  const { client, receiver, projectName, control } = given
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
  await given.kill()
  const beforeKill = new Set(recordsOf(receiver.messages).map(({ recordId }) => recordId))
  await given.start()
  await eventually(
    () => receiver.messages.some(({ body }) => body.notificationType === 'read.backfill.done'),
    45_000,
  )

  const received = recordsOf(receiver.messages)
  const messagesOf = Map.groupBy(received, ({ recordId }) => recordId)
  expect(beforeKill.size).toBeLessThan(contacts)
  expect(messagesOf.size).toBe(contacts)
  for (const [recordId, times] of messagesOf) {
    expect(new Set(times.map(({ messageId }) => messageId)), recordId).toHaveLength(1)
  }
}, 90_000)

const recordsOf = (messages: ReceivedMessage[]) =>
  messages.flatMap(({ id, body }) =>
    (body.result ?? []).map(({ fields }) => ({
      messageId: id,
      recordId: String(fields['hs_object_id']),
    })),
  )

const manifest = `
specVersion: 1.0.0
integrations:
  - name: hubspot-sync
    provider: hubspot
    read:
      objects:
        - objectName: contacts
          destination: webhook
          requiredFields:
            - fieldName: hs_object_id
            - fieldName: email
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`

/** A server on its own, as in production but for plain http: set up by command and API. */
async function givenServer() {
  const data = await dataFolder()
  const [port] = await freePorts(1)
  const baseUrl = `http://127.0.0.1:${port}`
  const sandbox = await startSandbox({ seed: { contacts } })
  const receiver = await startReceiver()
  const env = {
    PLATFORM_DATA: data.path,
    PLATFORM_PORT: String(port),
    PLATFORM_DEVELOPMENT: 'true',
    PLATFORM_PROVIDERS: JSON.stringify({
      hubspot: {
        baseURL: sandbox.hubspotUrl,
        oauth2Opts: {
          authURL: `${sandbox.hubspotUrl}/oauth/authorize`,
          tokenURL: `${sandbox.hubspotUrl}/oauth/v3/token`,
        },
      },
    }),
  }
  let server = startProgram(programs.serve, { env })
  onTestFinished(async () => {
    await stopProgram(server)
    receiver.close()
    await sandbox.close()
    await data.remove()
  })
  await whenReady(baseUrl, server)

  const { stdout } = await promisify(execFile)(
    process.execPath,
    [programs.cli, 'bootstrap', '--org', 'Acme', '--project', 'journey'],
    { env: { ...process.env, ...env } },
  )
  const { apiKey, projectName } = JSON.parse(stdout) as { apiKey: string; projectName: string }
  const client = createClient({ baseUrl, apiKey })
  const params = { projectIdOrName: projectName }
  const destination = await client.post('/v1/projects/{projectIdOrName}/destinations', {
    params,
    body: { name: 'webhook', type: 'webhook', metadata: { url: receiver.url } },
  })
  const topic = await client.post('/v1/projects/{projectIdOrName}/topics', {
    params,
    body: { name: 'all' },
  })
  await client.post('/v1/projects/{projectIdOrName}/notification-event-topic-routes', {
    params,
    body: { topicId: topic.id, eventType: 'read.backfill.done' },
  })
  await client.post('/v1/projects/{projectIdOrName}/topic-destination-routes', {
    params,
    body: { topicId: topic.id, destinationId: destination.id },
  })
  await client.post('/v1/projects/{projectIdOrName}/provider-apps', {
    params,
    body: {
      provider: 'hubspot',
      ...sandboxApps.hubspot,
      scopes: ['crm.objects.contacts.read'],
    },
  })
  await client.put('/v1/projects/{projectIdOrName}/integrations:batch', {
    params,
    body: { sourceYaml: manifest },
  })
  return {
    client,
    receiver,
    projectName,
    control: sandboxControl(sandbox.hubspotUrl),
    async kill() {
      server.process.kill('SIGKILL')
      await server.ended
    },
    async start() {
      server = startProgram(programs.serve, { env })
      await whenReady(baseUrl, server)
    },
  }
}
