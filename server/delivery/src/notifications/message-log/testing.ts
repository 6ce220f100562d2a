import { setImmediate } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import type { ProjectId } from '@platform/contract'
import { inject, onTestFinished } from 'vitest'
import type { Database, Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { getNth } from '@platform/kernel/values'
import type { NatsCluster } from '@platform/testing/nats-cluster'
import type { Notifications, UsedMessageLog } from '../notifications.ts'
import {
  openJetStreamLog,
  type JetStreamLogOptions,
} from '@platform/message-log-nats/jetstream-log'

/*
 * Tests of deliveries run a second time with their messages in a log: see `onMessageLog` in
 * vitest.config.ts.
 */

const logs = new WeakMap<Database, Promise<UsedMessageLog>>()

/** Returns the cluster of this run of the tests; undefined if their messages are in PostgreSQL. */
export const clusterOfTests = (): Cluster | undefined =>
  process.env['MESSAGES_OF_TESTS'] === 'in a log' ? inject('messageLog') : undefined

/** Returns the log of the database, with streams of its own; undefined if messages are in PostgreSQL. */
export function openTestLog(database: Database): Promise<UsedMessageLog> | undefined {
  const cluster = clusterOfTests()
  if (!cluster) return undefined
  const existing = logs.get(database)
  if (existing) return existing
  const opened = openLog(cluster)
  logs.set(database, opened)
  return opened
}

async function openLog(cluster: Cluster): Promise<UsedMessageLog> {
  const options = logOptions(cluster)
  const log = await openJetStreamLog(options)
  const streams = [`${options.name}-0`]
  onTestFinished(async () => {
    await log.close()
    await deleteStreams(cluster, streams)
  })
  return {
    ...{ log, streams, use: 'on' },
    // So that every message is in a page.
    minInPage: 1,
    // Another check would wait for a connection within the transactions of tests.
    now: () => 0,
  }
}

/** Deletes streams, whose nodes would otherwise talk about them until the run of the tests ends. */
async function deleteStreams({ servers }: Cluster, streams: string[]): Promise<void> {
  const connection = await connect({ servers, user: 'app', pass: 'app:pass' })
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false })
    await Promise.all(streams.map((stream) => manager.streams.delete(stream)))
  } finally {
    await connection.close()
  }
}

type Cluster = Pick<NatsCluster, 'url' | 'systemUrl' | 'servers'>

/** Returns options of a log with streams of its own. */
export const logOptions = (
  { url, systemUrl }: Cluster,
  { streams = 1 } = {},
): JetStreamLogOptions => ({
  ...{ url, systemUrl, name: newId('op').replace('_', '-'), streams },
  ...{ maxBytes: 100_000_000, keepMs: 3_600_000 },
  ...{ maxBytesInFlight: 10_000_000, patienceMs: 15_000, checkEveryMs: 60_000 },
})

/**
 * Stores the bodies of all messages in the log, also those of events, which otherwise stay in
 * PostgreSQL, if they have one destination.
 */
export async function sendingFromLog(notifications: Notifications): Promise<Notifications> {
  const { routing, storeBodies, emit, sendRecords } = notifications
  // The first use waits for another connection, which is not allowed within the transactions of tests.
  const first = { id: newId('evt'), body: '{}' }
  await storeBodies({ projectId: newId('proj'), id: 'first', messages: [first] })
  const pages = new WeakMap<
    Db,
    { messages: (typeof first)[]; stored: ReturnType<typeof storeBodies> }
  >()
  /** Stores the messages that a transaction emits together as one page. */
  const storeWithOthers = async (tx: Db, projectId: ProjectId, message: typeof first) => {
    let page = pages.get(tx)
    if (!page) {
      const messages: (typeof first)[] = []
      const stored = setImmediate().then(() => {
        pages.delete(tx)
        return storeBodies({ projectId, id: message.id, messages })
      })
      pages.set(tx, (page = { messages, stored }))
    }
    const nth = page.messages.push(message) - 1
    return getNth(await page.stored, nth)
  }
  return Object.assign(notifications, {
    async emit(tx, event, { except } = {}) {
      const { projectId, type, data, groupName, id = newId('evt') } = event
      const { byType } = await routing.of(tx, projectId)
      const [destination, another] = (byType.get(type) ?? []).filter((one) => one.id !== except)
      if (!destination || another) return emit(tx, event, { except })
      const body = JSON.stringify(data)
      const messages = [await storeWithOthers(tx, projectId, { id, body })]
      await sendRecords(tx, {
        ...{ projectId, destination: destination.id, messages },
        // Receivers get the message of the event by its type.
        action: type as 'read',
        about: { ...data, ...(groupName && { groupName }) },
        consumerRef: 'consumerRef' in data ? data.consumerRef : undefined,
      })
      return id
    },
    async sendRecords(tx, { messages, ...send }) {
      const packed = messages.map(({ id = newId('evt'), body, ...rest }) => {
        return { ...rest, id, body: typeof body === 'string' ? body : JSON.stringify(body) }
      })
      const { projectId } = send
      const stored = await storeBodies({ projectId, id: newId('op'), messages: packed })
      return sendRecords(tx, { ...send, messages: stored })
    },
  } satisfies Pick<Notifications, 'emit' | 'sendRecords'>)
}
