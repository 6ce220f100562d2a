import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import type {
  DestinationId,
  DestinationMetadata,
  DestinationOrdering,
  EventData,
  EventId,
  ProjectId,
} from '@platform/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { noTenantLimits } from '@platform/kernel/access'
import type { Database } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { watchProcesses, type Processes } from '@platform/kernel/jobs/processes'
import { createEgress } from '@platform/kernel/egress'
import { createSecrets, parseMasterKeys } from '@platform/kernel/secrets'
import { createSending } from '@platform/sending/create-sending'
import { givenDatabase } from '@platform/testing/test-database'
import type { NotificationEvent } from './emitter.ts'
import { openTestLog, sendingFromLog } from './message-log/testing.ts'
import { createDestination } from './set-up/destinations.ts'
import {
  createNotifications,
  type Notifications,
  type NotificationSettings,
} from './notifications.ts'
import { createEventTopicRoute, createTopic, createTopicDestinationRoute } from './set-up/topics.ts'
import { getPort } from '@platform/kernel/values'

export interface ReceivedWebhook {
  id: string
  headers: IncomingHttpHeaders
  text: string
  message: any
  at: number
}

export type ReceiverReply =
  | { status?: number; headers?: Record<string, string>; body?: string }
  | 'hang'

/** Starts a webhook receiver: a real HTTP server that stores what it gets. */
export async function givenReceiver(
  answer: (received: ReceivedWebhook, count: number) => ReceiverReply = () => ({}),
) {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, reply) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const one = {
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        text,
        message: JSON.parse(text) as unknown,
        at: Date.now(),
      }
      received.push(one)
      const answered = answer(one, received.length)
      if (answered === 'hang') return
      reply.writeHead(answered.status ?? 204, answered.headers).end(answered.body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return {
    url: `http://127.0.0.1:${getPort(server)}/hook`,
    received,
    connections: promisify<number>(server.getConnections.bind(server)),
  }
}

const silent = pino({ level: process.env['TEST_LOG'] ?? 'silent' })

const testMasterKeys = parseMasterKeys(randomBytes(32).toString('base64'))

const testSettings: NotificationSettings = {
  isDevelopment: true,
  awsRoleProjects: [],
  retryDelaysMs: [50, 50, 50],
  webhookTimeoutMs: 1_000,
}

/** Creates notifications on the database; another call acts like another process. */
export async function givenNotifications({
  database,
  settings = {},
  isSending = true,
  registry = new Registry(),
}: {
  database?: Database
  settings?: NotificationSettings
  isSending?: boolean
  registry?: Registry
} = {}): Promise<Notifications> {
  const used = database ?? (await givenDatabase())
  const messageLog = settings.messageLog ?? (await openTestLog(used))
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
  const notifications = createNotifications({
    tenantLimits: noTenantLimits,
    database: used,
    secrets: createSecrets(used, testMasterKeys),
    egress,
    log: silent,
    createSending,
    registry,
    settings: { ...testSettings, ...settings, messageLog },
  })
  onTestFinished(async () => {
    await notifications.stop()
    await egress.close()
  })
  if (isSending) await startNotifications(notifications)
  return messageLog && !settings.messageLog ? sendingFromLog(notifications) : notifications
}

/** Starts sending, as another process, until the test ends. */
export async function startNotifications(notifications: Notifications): Promise<Processes> {
  const processes = await watchProcesses(notifications.database, silent, {
    messageLog: notifications.bodies.use,
  })
  onTestFinished(async () => {
    await notifications.stop()
    await processes.stop()
  })
  await notifications.start(processes)
  return processes
}

export async function givenProject({ database }: { database: Database }): Promise<ProjectId> {
  const [id, orgId] = [newId('proj'), newId('org')]
  await database.everything
    .insertInto('organizations')
    .values({ id: orgId, label: 'Acme', defaultTeamId: newId('team') })
    .execute()
  await database.everything
    .insertInto('projects')
    .values({ id, orgId, name: id.replace('_', '-'), appName: 'Acme' })
    .execute()
  return id
}

let names = 0

/** Creates a webhook destination; with `eventType`, it receives events of that type. */
export async function givenWebhook(
  notifications: Notifications,
  {
    projectId,
    url,
    metadata,
    eventType = 'connection.deleted',
    ordering,
  }: {
    projectId: ProjectId
    url: string
    ordering?: DestinationOrdering
    metadata?: DestinationMetadata
    eventType?: keyof EventData | null
  },
) {
  const db = notifications.database.tenant(projectId)
  const name = `receiver-${++names}`
  const destination = await createDestination(notifications, db, {
    projectId,
    name,
    type: 'webhook',
    metadata: { url, ...metadata },
    ...(ordering && { ordering }),
  })
  if (eventType)
    await routeEvents(notifications, { projectId, destinationId: destination.id, eventType })
  return destination
}

/** Creates a `pull` destination that receives deleted connections. */
export async function givenPull(
  notifications: Notifications,
  projectId: ProjectId,
  name = `stream-${++names}`,
) {
  const db = notifications.database.tenant(projectId)
  const pull = { projectId, name, type: 'pull', metadata: {} } as const
  const destination = await createDestination(notifications, db, pull)
  await routeEvents(notifications, {
    projectId,
    destinationId: destination.id,
    eventType: 'connection.deleted',
  })
  return destination
}

async function routeEvents(
  notifications: Notifications,
  {
    projectId,
    destinationId,
    eventType,
  }: { projectId: ProjectId; destinationId: DestinationId; eventType: keyof EventData },
): Promise<void> {
  const db = notifications.database.tenant(projectId)
  const { id: topicId } = await createTopic(notifications, db, {
    projectId,
    name: `topic-${++names}`,
  })
  await createEventTopicRoute(notifications.routing, db, { projectId, topicId, eventType })
  await createTopicDestinationRoute(notifications.routing, db, {
    projectId,
    topicId,
    destinationId,
  })
}

/** Returns an event that contains its number. */
export const connectionDeleted = (projectId: ProjectId, groupRef = 'acme') => ({
  projectId,
  type: 'connection.deleted' as const,
  data: {
    projectId,
    connectionId: newId('conn'),
    provider: 'hubspot',
    groupRef,
    consumerRef: 'ana',
    consumerName: 'Ana',
  },
})

/** Emits the event in its own transaction. */
export const emitAlone = ({ database, emit }: Notifications, event: NotificationEvent) =>
  inTransaction(database.tenant(event.projectId), (tx) => emit(tx, event))

/** Emits that many events of a project in one transaction. */
export const emitMany = (notifications: Notifications, projectId: ProjectId, count: number) =>
  inTransaction(notifications.database.tenant(projectId), (tx) =>
    Promise.all(
      Array.from({ length: count }, () => notifications.emit(tx, connectionDeleted(projectId))),
    ),
  )

/** Returns the status and number of attempts of each delivery, oldest event first. */
export const listStatuses = async ({ database }: Notifications) =>
  (await deliveryStates(database)).map(({ status, attemptCount }) => `${status} ${attemptCount}`)

interface DeliveryState {
  eventId: EventId
  status: string
  attemptCount: number
}

/** Returns the state of all deliveries, in rows and in pages, oldest event first. */
export async function deliveryStates({ everything }: Database): Promise<DeliveryState[]> {
  const { rows } = await sql<DeliveryState>`
    select event_id, status, attempt_count from deliveries
    union all
    select m.event_id, case when m.line <> '' then 'delivered' else 'pending' end,
           case when m.line <> '' then 1 else 0 end
      from message_pages p
     cross join unnest(p.event_ids, string_to_array(rtrim(p.attempts, E'\\n'), E'\\n')) m (event_id, line)
     order by event_id`.execute(everything)
  return rows
}
