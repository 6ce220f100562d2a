/**
 * Server of the delivery benchmark: the product's notifications behind two routes. `POST /emit`
 * writes a row and emits its event in one transaction of the project, like operations of the API.
 * `POST /emit-many` sends many messages with records in one, like reads.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { EventData, ProjectId } from '@platform/contract'
import Fastify from 'fastify'
import { pino } from 'pino'
import { answerBenchmark, type Entry } from './answer.ts'
import { noTenantLimits } from '../../../server/kernel/src/access/tenant-limits.ts'
import { openDatabase } from '../../../server/kernel/src/db/database.ts'
import { newId } from '../../../server/kernel/src/db/new-id.ts'
import { inTransaction } from '../../../server/kernel/src/db/transaction.ts'
import { watchProcesses } from '../../../server/kernel/src/jobs/processes.ts'
import { createEgress } from '../../../server/kernel/src/egress/egress.ts'
import { createDestination } from '../../../server/delivery/src/notifications/set-up/destinations.ts'
import { openDatabaseLog } from '../../../server/message-log-nats/src/nats/open-log.ts'
import { createSending } from '../../../server/sending/src/engine/create-sending.ts'
import { createNotifications } from '../../../server/delivery/src/notifications/notifications.ts'
import {
  createEventTopicRoute,
  createTopic,
  createTopicDestinationRoute,
} from '../../../server/delivery/src/notifications/set-up/topics.ts'
import { createSecrets, parseMasterKeys } from '../../../server/kernel/src/secrets/secrets.ts'

const database = await openDatabase(process.env['DATABASE_URL']!)
const log = pino({ level: 'warn' })
const logUrl = process.env['LOG_URL']
const messageLog =
  logUrl === undefined
    ? undefined
    : await openDatabaseLog(
        {
          url: logUrl,
          systemUrl: process.env['LOG_SYSTEM_URL']!,
          maxBytes: 15e9,
          name: undefined,
          use: 'on',
          retentionDays: 30,
        },
        { database, logger: log },
      )
const notifications = createNotifications({
  tenantLimits: noTenantLimits,
  database,
  secrets: createSecrets(database, parseMasterKeys(process.env['PLATFORM_MASTER_KEY']!)),
  egress: createEgress({ allowCidrs: ['127.0.0.0/8'] }),
  log,
  createSending,
  settings: { isDevelopment: true, messageLog },
})
await notifications.start(
  await watchProcesses(database, log, { messageLog: notifications.bodies.use }),
)

const http = Fastify()

/** Creates a project whose events are sent to all of these URLs. */
async function setUp(urls: string[]): Promise<Entry> {
  const [projectId, orgId] = [newId('proj'), newId('org')]
  const { everything } = database
  await everything
    .insertInto('organizations')
    .values({ id: orgId, label: 'Bench', defaultTeamId: newId('team') })
    .execute()
  await everything
    .insertInto('projects')
    .values({ id: projectId, orgId, name: projectId.replace('_', '-'), appName: 'Bench' })
    .execute()
  const db = database.tenant(projectId)
  const topic = await createTopic(notifications, db, { projectId, name: 'all' })
  await createEventTopicRoute(notifications.routing, db, {
    projectId,
    topicId: topic.id,
    eventType: 'connection.deleted',
  })
  for (const [index, url] of urls.entries()) {
    const { id } = await createDestination(notifications, db, {
      projectId,
      name: `receiver-${index}`,
      type: 'webhook',
      metadata: { url },
    })
    await createTopicDestinationRoute(notifications.routing, db, {
      projectId,
      topicId: topic.id,
      destinationId: id,
    })
  }
  return { path: `/emit/${projectId}`, headers: { 'content-type': 'application/json' } }
}

http.post<{ Params: { projectId: ProjectId }; Body: EventData['connection.deleted'] }>(
  '/emit/:projectId',
  async ({ params: { projectId }, body: data }) => {
    const id = await inTransaction(database.tenant(projectId), async (tx) => {
      const cause = await tx
        .insertInto('topics')
        .values({ id: newId('top'), projectId, name: newId('evt') })
        .returningAll()
        .executeTakeFirst()
      if (!cause) throw new Error('The row was not inserted.')
      return notifications.emit(tx, { projectId, type: 'connection.deleted', data })
    })
    return { id }
  },
)

/** Texts that differ, so that messages of a page compress no better than one of them. */
const texts = randomBytes(16e6).toString('hex')
const varyBody = (body: { text?: string }) => {
  if (!messageLog || body.text === undefined) return body
  const start = randomInt(texts.length - body.text.length)
  return { ...body, text: texts.slice(start, start + body.text.length) }
}

http.post<{ Params: { projectId: string }; Body: { count: number; body: { text?: string } } }>(
  '/emit-many/:projectId',
  async ({ params, body: { count, body } }) => {
    const projectId = params.projectId as never
    const page = Array.from({ length: count }, () => ({
      id: newId('evt'),
      body: JSON.stringify(varyBody(body)),
    }))
    const messages = await notifications.storeBodies({ projectId, id: newId('op'), messages: page })
    await notifications.waitForRoom({ projectId, destination: 'receiver-0' })
    await inTransaction(database.tenant(projectId), (tx) =>
      notifications.sendRecords(tx, {
        projectId,
        destination: 'receiver-0',
        action: 'read',
        about: {},
        messages,
      }),
    )
    return { count }
  },
)

await http.listen({ port: 0, host: '127.0.0.1' })
answerBenchmark((http.server.address() as { port: number }).port, setUp)
process.once('SIGTERM', () => {
  void (async () => {
    await http.close()
    await notifications.stop()
    await database.close()
    process.exit(0)
  })()
})
process.once('disconnect', () => process.exit())
