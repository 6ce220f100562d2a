import type { DestinationMetadata, RoutedEventType, RegisteredReceiver } from '@platform/contract'
import { type AdmittedProject, mustBeWithin, mustHave } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { invalidInput, Problem } from '@platform/kernel/problems/problem'
import { getNow, must } from '@platform/kernel/values'
import { mustBeDeclared } from '../own-events/event-types.ts'
import { listPullConsumers } from '../pull/pull-consumer-store.ts'
import { ensureStream } from '../pull/stream-store.ts'
import { sinkTypes } from '@platform/sinks/sink-types'
import { newSigningKeys } from '@platform/sinks/webhook/signing'
import { mustChooseReceiver } from './choose-receiver.ts'
import { signingKeys } from './destination-record.ts'
import {
  destinationChanged,
  lockDestination,
  openDestinationSecrets,
  type SetUp,
} from './destinations.ts'
import { readOrdering } from './ordering.ts'
import type { DestinationRow } from './routing.ts'
import { openMetadata, sealDestinationMetadata } from './sealed-headers.ts'
import * as store from './store.ts'
import * as topicStore from './topic-store.ts'

/** Rejects changes by callers who may neither receive only this destination nor choose where all messages are sent. */
export function mustReceive(
  project: AdmittedProject,
  { url, eventTypes }: Pick<ReceiverRegistration, 'url' | 'eventTypes'>,
): void {
  const changes = url !== undefined || eventTypes !== undefined
  if (project.destinationId || !changes) return
  mustHave(project.who, project.capabilities, 'manage:notifications')
  mustHave(project.who, project.capabilities, 'read:secrets')
  mustChooseReceiver(project)
}

interface ReceiverRegistration {
  /** ID or name of the destination. */
  destination: string
  /** Undefined leaves it as it is; null stores messages to be fetched. */
  url?: string | null | undefined
  consumer: string
  eventTypes?: RoutedEventType[] | undefined
}

/**
 * Registers how the messages of a destination are received. A receiver without a URL takes nothing from
 * one with a URL: a copy of its token on another machine would.
 */
export async function registerReceiver(
  setUp: SetUp,
  db: Db,
  { destination, url, consumer, eventTypes }: ReceiverRegistration,
): Promise<RegisteredReceiver> {
  return inTransaction(db, async (tx) => {
    const row = await lockDestination(tx, destination)
    const { isWebhook } = sinkTypes[row.type]
    if (row.type !== 'pull' && !isWebhook) throw notReceived(row, 'Its messages are sent.')
    if (url === undefined && isWebhook)
      throw notReceived(row, `Its messages are sent to ${row.metadata.url}.`)

    if (url) await mustHaveNoOtherConsumers(tx, row, consumer)
    if (eventTypes) await routeEventTypes(setUp, tx, { row, eventTypes })
    if (url) return sendTo(setUp, tx, { row, url })
    if (isWebhook) await changeReceiver(setUp, tx, row, { type: 'pull', metadata: {} })
    return { destinationId: row.id, type: 'pull' }
  })
}

/** Sends the messages to the URL from now on; what is stored can still be fetched. */
async function sendTo(
  setUp: SetUp,
  tx: Db,
  { row, url }: { row: DestinationRow; url: string },
): Promise<RegisteredReceiver> {
  const { secrets, sinkContext } = setUp
  const { projectId, id } = row
  const metadata = { ...(await openMetadata(secrets, row)), url }
  if (metadata.tokenUrl && row.metadata.url !== url) throw mustRepeatSecret()
  const credentials = metadata.tokenUrl ? await openDestinationSecrets(secrets, row) : {}
  const issues = sinkTypes.webhook.validate({ projectId, metadata, credentials }, sinkContext)
  if (issues.length > 0) throw invalidInput(...issues.map((at) => ({ ...at, name: 'url' })))
  const keys = row.signing ? await signingKeys(secrets, row) : newSigningKeys()
  // The receiver also fetches: a process that does not know of the change yet may still store messages.
  await ensureStream(tx, { destinationId: id, projectId })
  if (row.type !== 'webhook' || row.metadata.url !== url) {
    const signing = row.signing ?? (await secrets.seal(projectId, JSON.stringify(keys)))
    await changeReceiver(setUp, tx, row, { type: 'webhook', metadata, signing })
  }
  return { destinationId: id, type: 'webhook', url, webhookSigningKey: keys.secret }
}

async function changeReceiver(
  { secrets, routing }: SetUp,
  tx: Db,
  row: DestinationRow,
  {
    type,
    metadata,
    signing,
  }: { type: 'pull' | 'webhook'; metadata: DestinationMetadata; signing?: Buffer },
): Promise<void> {
  const { id, projectId } = row
  const changes = {
    type,
    ...(await sealDestinationMetadata(
      secrets,
      { projectId, ordering: readOrdering(row) },
      metadata,
    )),
    ...(signing && { signing }),
    // Nothing presents the client certificate of the webhook any more.
    ...(type === 'pull' && { credentials: null }),
    // Whether it accepts messages now is unknown.
    failingSince: null,
    failingBecause: null,
    notifiedTime: null,
    updateTime: getNow(),
  }
  must(await store.updateDestination(tx, id, changes), 'row')
  await destinationChanged(routing, tx, projectId)
}

async function mustHaveNoOtherConsumers(
  tx: Db,
  { id, name }: DestinationRow,
  own: string,
): Promise<void> {
  const consumers = await listPullConsumers(tx, id).execute()
  const others = consumers.map((consumer) => consumer.name).filter((other) => other !== own)
  if (others.length === 0) return
  throw new Problem('in-use', {
    detail: `Consumers of ${name} would receive nothing more: ${others.slice(0, 10).join(', ')}.`,
    remedy: 'Delete these consumers, or use a destination for each receiver.',
  })
}

/** Routes exactly these events to the destination, by a topic of its own. */
async function routeEventTypes(
  { tenantLimits, routing }: SetUp,
  tx: Db,
  { row, eventTypes }: { row: DestinationRow; eventTypes: readonly RoutedEventType[] },
): Promise<void> {
  await mustBeDeclared(tx, eventTypes)
  const { id, projectId } = row
  const name = topicStore.nameReceiverTopic(id)
  const known = await topicStore.listTopics(tx, name).executeTakeFirst()
  const topic = known ?? must(await topicStore.insertTopic(tx, { projectId, name }), name)
  if (!known) {
    await mustBeWithin(tx, tenantLimits, {
      what: 'topics',
      tenant: projectId,
      count: () => topicStore.countTopics(tx, projectId),
    })
  }
  const topicId = topic.id
  await topicStore.insertTopicDestinationRoute(tx, { projectId, topicId, destinationId: id })
  const routes = await topicStore.listEventTopicRoutes(tx, { topicId }).execute()
  for (const route of routes)
    if (!eventTypes.includes(route.eventType)) await topicStore.deleteEventTopicRoute(tx, route.id)
  for (const eventType of eventTypes)
    await topicStore.insertEventTopicRoute(tx, { projectId, topicId, eventType })
  await destinationChanged(routing, tx, projectId)
}

/** Whoever chooses the URL would be sent access tokens of somebody else. */
const mustRepeatSecret = () =>
  invalidInput({
    in: 'body',
    name: 'url',
    detail:
      'Webhooks of this destination carry an access token, which would be sent to the new address: change its URL together with its client secret.',
  })

const notReceived = ({ name, type }: DestinationRow, reason: string) =>
  new Problem('destination-not-pulled', {
    detail: `${name} is of type ${type}. ${reason}`,
    remedy:
      'Use a destination for each place where messages are received. To fetch the messages of a webhook from now on, run `platform destinations update <name> --pull`.',
  })
