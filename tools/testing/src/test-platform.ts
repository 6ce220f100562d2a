import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { NotificationMessage, WebhookMessage } from '@platform/contract'
import {
  sandboxApps,
  sandboxControl,
  sandboxProviders,
  sandboxScopes,
  sandboxWebhookAppId,
  startSandbox,
} from '@platform/sandbox'
import { onTestFinished } from 'vitest'
import { createTenant } from '../../../server/program/src/main/bootstrap.ts'
import { startPlatform } from '../../../server/program/src/main/platform.ts'
import { readSettings } from '../../../server/program/src/main/settings/settings.ts'
import { newPassword } from '@platform/tenancy/sign-in/create-builder'
import { freePort } from './free-port.ts'
import { testDatabase } from './test-database.ts'
import { signInBy } from './browser.ts'
import { newId } from '@platform/kernel/db/new-id'
import { getFirst, getPort, must } from '@platform/kernel/values'

export type PlatformMessage = Partial<WebhookMessage> & Partial<NotificationMessage>

export const manifest = `
specVersion: 1.0.0
integrations:
  - name: crm
    provider: salesforce
    read:
      objects:
        - objectName: Contact
          mapToName: person
          destination: webhook
          schedule: '0 0 1 1 *'
          requiredFields:
            - fieldName: LastName
            - fieldName: Email
              mapToName: email
          optionalFields:
            - fieldName: Title
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
`

/**
 * Starts the whole platform on a real database, with the sandbox as its Salesforce and a webhook
 * that receives every event; closed when the test finishes.
 */
export async function givenPlatform(options: TestPlatformOptions = {}) {
  const platform = await testPlatform(options)
  onTestFinished(() => platform.close())
  return platform
}

interface TestPlatformOptions {
  /** Default: a new one. */
  database?: Awaited<ReturnType<typeof testDatabase>>
  contacts?: number
  sourceYaml?: string
  stopWithinMs?: number
  /** Month or day whose rules the sandbox applies; it accepts everything by default. */
  asOf?: string
  env?: Record<string, string>
}

/** Starts a platform for several tests, which close it themselves. */
export async function testPlatform({
  database: given,
  contacts = 25,
  sourceYaml = manifest,
  stopWithinMs = 2_000,
  asOf,
  env = {},
}: TestPlatformOptions = {}) {
  mustNotReadByTheHour(sourceYaml)
  const database = given ?? (await testDatabase())
  const sandbox = await startSandbox({ seed: { contacts, accounts: 10 }, asOf })
  const providerOverrides = sandboxProviders(sandbox)
  const receiver = await registerReceiver()
  const port = await freePort()
  const platform = await startPlatform(
    readSettings({
      DATABASE_URL: database.connectionString,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_PORT: String(port),
      PLATFORM_LOG_LEVEL: 'silent',
      ...env,
    }),
    { providerOverrides, stopWithinMs },
  )
  const close = async () => {
    await platform.stop()
    receiver.close()
    await sandbox.close()
    await database.close()
  }

  const on = { platform, sourceYaml, receiverUrl: receiver.url }
  return {
    ...platform,
    ...(await givenTenant({ ...on, org: 'Acme', project: 'test', owner: 'owner@acme.test' })),
    close,
    messages: receiver.messages,
    idOf: (message: PlatformMessage) => must(receiver.ids.get(message), 'ID of the message'),
    /** Trace context sent to the receiver. */
    traceparentOf: (message: PlatformMessage) => receiver.traceparents.get(message),
    databaseUrl: database.connectionString,
    providerOverrides,
    control: sandboxControl(sandbox.salesforceUrl),
    hubspot: sandboxControl(sandbox.hubspotUrl),
    salesforceUrl: sandbox.salesforceUrl,
    hubspotUrl: sandbox.hubspotUrl,
    /** Creates another organization with its own project, set up like the first one. */
    anotherTenant: (project: string) =>
      givenTenant({ ...on, org: project, project, owner: `owner@${project}.test` }),
  }
}

/** Scheduled reads begin within ten minutes of the hour: a test that runs then would see reads it did not start. */
function mustNotReadByTheHour(sourceYaml: string): void {
  const often = /schedule: *'[^ ']+ \* [^']*'/.exec(sourceYaml)
  if (often) throw new Error(`Read at the new year ('0 0 1 1 *') instead of by ${often[0]}.`)
}

const routedEvents = [
  'connection.created',
  'connection.refreshed',
  'connection.updated',
  'connection.error',
  'read.backfill.done',
  'read.schedule.paused',
  'read.triggered.done',
  'read.triggered.error',
] as const

/** Password of every owner, hashed once per process. */
let ownerPassword: ReturnType<typeof newPassword> | undefined

/**
 * Creates a project with apps of both providers, an integration, and a webhook that receives every
 * event.
 */
async function givenTenant({
  platform,
  org,
  project,
  owner,
  sourceYaml,
  receiverUrl,
}: {
  platform: Awaited<ReturnType<typeof startPlatform>>
  org: string
  project: string
  owner: string
  sourceYaml: string
  receiverUrl: string
}) {
  const names = { org, project, owner }
  const tenant = await createTenant(platform.database, names, (ownerPassword ??= newPassword()))
  const call = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const response = await fetch(`${platform.url}${path.replace('{p}', `projects/${project}`)}`, {
      method,
      headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return (isJson ? JSON.parse(text) : text) as T
  }

  const { id: destinationId } = await call<{ id: string }>('POST', '/v1/{p}/destinations', {
    name: 'webhook',
    type: 'webhook',
    metadata: { url: receiverUrl },
  })
  const { id: topicId } = await call<{ id: `top_${string}` }>('POST', '/v1/{p}/topics', {
    name: 'all',
  })
  // By one statement: the route to the destination, added next, makes the change known.
  await platform.database.everything
    .insertInto('eventTopicRoutes')
    .values(
      routedEvents.map((eventType) => ({
        id: newId('etr'),
        projectId: tenant.projectId as `proj_${string}`,
        topicId,
        eventType,
      })),
    )
    .execute()
  await call('POST', '/v1/{p}/topic-destination-routes', { topicId, destinationId })
  await call('POST', '/v1/{p}/provider-apps', {
    provider: 'salesforce',
    ...sandboxApps.salesforce,
    scopes: ['api', 'refresh_token'],
  })
  const hubspotApp = await call<{ id: `papp_${string}` }>('POST', '/v1/{p}/provider-apps', {
    provider: 'hubspot',
    ...sandboxApps.hubspot,
    scopes: sandboxScopes.hubspot,
    metadata: { providerParams: { appId: String(sandboxWebhookAppId), developerApiKey: 'key' } },
  })
  await call('PUT', '/v1/{p}/integrations:batch', { sourceYaml })

  return {
    projectId: tenant.projectId as `proj_${string}`,
    call,
    apiKey: tenant.apiKey,
    ownerPassword: tenant.ownerPassword,
    frontendApiKey: tenant.frontendApiKey,
    hubspotAppId: hubspotApp.id,
    /** Connects as an end user who grants everything; repeating it reauthenticates. */
    async connect(
      groupRef = 'globex',
      provider: 'salesforce' | 'hubspot' = 'salesforce',
      { account, addAccount }: { account?: string; addAccount?: boolean } = {},
    ) {
      const url = await call<string>('POST', '/v1/oauth-connect', {
        projectIdOrName: project,
        provider,
        groupRef,
        consumerRef: 'hank',
        ...(addAccount && { addAccount }),
      })
      await signInBy(url, { ...(account !== undefined && { account }) })
      return getFirst(
        await call<{ id: `conn_${string}`; status: string }[]>(
          'GET',
          `/v1/{p}/connections?groupRef=${groupRef}&provider=${provider}`,
        ),
      )
    },
    install: (
      groupRef = 'globex',
      objects: object = { Contact: { selectedFields: { Title: true } } },
    ) =>
      call<{ id: `inst_${string}` }>(
        'POST',
        '/v1/{p}/integrations/crm/installations?skipSampling=true',
        { groupRef, config: { content: { read: { objects } } } },
      ),
  }
}

async function registerReceiver() {
  const messages: PlatformMessage[] = []
  const ids = new WeakMap<PlatformMessage, string>()
  const traceparents = new WeakMap<PlatformMessage, string>()
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const message = JSON.parse(Buffer.concat(chunks).toString()) as PlatformMessage
      ids.set(message, String(request.headers['webhook-id']))
      traceparents.set(message, String(request.headers['traceparent']))
      messages.push(message)
      response.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${getPort(server)}/`,
    messages,
    ids,
    traceparents,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
