import { getPort, must, sleep, SharedRuns } from '@platform/kernel/values'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import {
  CreateStreamCommand,
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  KinesisClient,
} from '@aws-sdk/client-kinesis'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type {
  DestinationCredentials,
  DestinationMetadata,
  DestinationType,
  PulledMessage,
} from '@platform/contract'
import { FairSlots } from '@platform/kernel/admission'
import { newId } from '@platform/kernel/db/new-id'
import { createEgress } from '@platform/kernel/egress'
import type { EventRecord } from '../message.ts'
import { createBodiesInDatabase } from '../message-log/bodies.ts'
import type { Announcements } from '../pull/announcements.ts'
import { createStreamWriter, type StreamWriter } from '../pull/append-messages.ts'
import { pullMessages } from '../pull/pull-messages.ts'
import { noAwsRole } from './aws/role.ts'
import { newSigningKeys } from './signing.ts'
import { sinkTypes } from './index.ts'
import type { SinkContext } from './sink.ts'
import { hasEmulators } from '@platform/testing/emulators'
import { hasKafka } from '@platform/testing/kafka-broker'
import { givenDatabase } from '@platform/testing/test-database'
import { givenKafka } from './testing/kafka.ts'
import { givenPostgres } from './testing/postgres.ts'
import { givenPubSub } from './testing/pubsub.ts'
import { givenEventBridge, givenSns, givenSqs } from './testing/moto.ts'

const require = createRequire(import.meta.url)
export const credentials = { awsKeyId: 'S3RVER', awsSecretKey: 'S3RVER' }

/** A received message, independent of the type of destination. */
interface Arrived {
  id: string
  type: string
  data: unknown
}

interface World {
  metadata: DestinationMetadata
  credentials: DestinationCredentials
  /** Where the sink stores messages, if it stores them itself. */
  streams?: StreamWriter
  arrived(): Promise<Arrived[]>
}

export const givenEvents = (
  count: number,
  data: object = { text: 'Grüße 🌍 "quoted" \\ \n line' },
): EventRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: newId('evt'),
    projectId: 'proj_1' as const,
    type: 'connection.deleted' as const,
    body: JSON.stringify({ ...data, index }),
  }))

/** Starts a server that always sends the same reply. */
export async function givenHttp(
  status = 200,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
) {
  const requests: { headers: Record<string, unknown>; body: any }[] = []
  const server = createServer((request, reply) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const isForm = request.headers['content-type']?.includes('urlencoded')
      requests.push({ headers: request.headers, body: isForm ? text : JSON.parse(text) })
      reply.writeHead(status, headers).end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${getPort(server)}/`, requests }
}

export async function givenS3() {
  const S3rver = require('s3rver') as new (options: object) => {
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: await mkdtemp(join(tmpdir(), 's3-')),
    configureBuckets: [{ name: 'events' }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  const endpointUrl = `http://127.0.0.1:${port}`
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: endpointUrl,
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  const objects = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'events' }))
    return Promise.all(
      Contents.map(async ({ Key }) => {
        const object = await client.send(new GetObjectCommand({ Bucket: 'events', Key }))
        return {
          key: must(Key, 'key'),
          metadata: must(object.Metadata, 'metadata'),
          bytes: await must(object.Body, 'body').transformToByteArray(),
        }
      }),
    )
  }
  return { endpointUrl, objects }
}

export const worlds: Record<DestinationType, (metadata?: DestinationMetadata) => Promise<World>> = {
  async webhook(metadata) {
    const { url, requests } = await givenHttp(204)
    return {
      metadata: { url, ...metadata },
      credentials: {},
      arrived: async () =>
        requests.map(({ headers, body }) => ({
          id: String(headers['webhook-id']),
          type: body.notificationType ?? body.action,
          data: body.data ?? body,
        })),
    }
  },
  async pull() {
    const { streams, list } = await givenStream()
    return {
      metadata: {},
      credentials: {},
      streams,
      arrived: async () =>
        (await list()).map(({ eventId, type, message }) => {
          const { data } = message as { data?: unknown }
          return { id: eventId, type, data: data ?? message }
        }),
    }
  },
  async log(metadata) {
    const { url, requests } = await givenHttp()
    return {
      metadata: { endpointUrl: url, ...metadata },
      credentials: { headers: { 'x-key': 'k' } },
      arrived: async () =>
        requests.flatMap(({ body }) =>
          body.resourceLogs[0].scopeLogs[0].logRecords.map((record: any) => {
            const attribute = (name: string) =>
              record.attributes.find(({ key }: { key: string }) => key === name).value.stringValue
            const message = JSON.parse(record.body.stringValue)
            return {
              id: attribute('event.id'),
              type: attribute('event.name'),
              data: message.data ?? message,
            }
          }),
        ),
    }
  },
  async s3(metadata) {
    const { endpointUrl, objects } = await givenS3()
    return {
      metadata: { endpointUrl, region: 'us-east-1', bucket: 'events', ...metadata },
      credentials,
      arrived: async () =>
        (await objects()).flatMap(({ key, bytes, metadata: meta }) =>
          key.endsWith('.gz')
            ? gunzipSync(bytes)
                .toString()
                .trim()
                .split('\n')
                .map((line) => JSON.parse(line))
            : [
                {
                  id: must(meta['event-id'], 'event-id'),
                  type: must(meta['event-type'], 'event-type'),
                  data: JSON.parse(Buffer.from(bytes).toString()),
                },
              ],
        ),
    }
  },
  async kinesis(metadata) {
    const server = require('kinesalite')({ createStreamMs: 0 })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const endpointUrl = `http://127.0.0.1:${server.address().port}`
    const { NodeHttpHandler } = await import('@smithy/node-http-handler')
    const client = new KinesisClient({
      region: 'us-east-1',
      endpoint: endpointUrl,
      requestHandler: new NodeHttpHandler(),
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    })
    await client.send(new CreateStreamCommand({ StreamName: 'events', ShardCount: 2 }))
    for (;;) {
      const { StreamDescription } = await client.send(
        new DescribeStreamCommand({ StreamName: 'events' }),
      )
      if (must(StreamDescription, 'stream').StreamStatus === 'ACTIVE') break
      await sleep(20)
    }
    return {
      metadata: { endpointUrl, region: 'us-east-1', streamName: 'events', ...metadata },
      credentials,
      async arrived() {
        const { StreamDescription } = await client.send(
          new DescribeStreamCommand({ StreamName: 'events' }),
        )
        const shards = await Promise.all(
          must(StreamDescription?.Shards, 'shards').map(async ({ ShardId }) => {
            const { ShardIterator } = await client.send(
              new GetShardIteratorCommand({
                StreamName: 'events',
                ShardId,
                ShardIteratorType: 'TRIM_HORIZON',
              }),
            )
            return must(
              (await client.send(new GetRecordsCommand({ ShardIterator }))).Records,
              'records',
            )
          }),
        )
        return shards
          .flat()
          .map(({ Data }) => JSON.parse(Buffer.from(must(Data, 'data')).toString()))
      },
    }
  },
  sqs: givenSqs({ isFifo: false }),
  sns: givenSns({ isFifo: false }),
  eventbridge: givenEventBridge,
  pubsub: givenPubSub,
  kafka: givenKafka,
  postgres: givenPostgres,
}

interface Kind {
  name: string
  type: DestinationType
  givenWorld: (metadata?: DestinationMetadata) => Promise<World>
  /** Size of the largest message that it is tried with. */
  kilobytes: number
}

const emulated: readonly DestinationType[] = ['sqs', 'sns', 'eventbridge', 'pubsub']

const ofTypes = Object.entries(worlds) as [DestinationType, Kind['givenWorld']][]

/** Every kind of destination for which there is a server here. */
export const kinds: Kind[] = [
  ...ofTypes.map(([type, givenWorld]) => ({ name: type, type, givenWorld })),
  { name: 'sqs FIFO', type: 'sqs' as const, givenWorld: givenSqs({ isFifo: true }) },
  { name: 'sns FIFO', type: 'sns' as const, givenWorld: givenSns({ isFifo: true }) },
]
  .filter(({ type }) => hasEmulators || !emulated.includes(type))
  .filter(({ type }) => hasKafka || type !== 'kafka')
  // The emulator has no topics that accept more than 256 KiB.
  .map((kind) => ({ ...kind, kilobytes: kind.type === 'sns' ? 250 : 300 }))

export function givenContext({
  allowCidrs = ['127.0.0.0/8'],
  timeoutMs = 60_000,
  awsRoleProjects = [] as string[],
  awsRole = noAwsRole,
} = {}): SinkContext {
  const egress = createEgress({ allowCidrs })
  onTestFinished(() => egress.close())
  return {
    egress,
    log: pino({ level: 'silent' }),
    timeoutMs,
    isDevelopment: true,
    hasServerLog: true,
    sendsTraceparent: false,
    awsRoleProjects,
    awsRole,
    streams: {
      append() {
        throw new Error('This destination stores no messages itself.')
      },
    },
  }
}

/** Opens the stream of a destination in a database of its own, where events are stored with it. */
async function givenStream() {
  const database = await givenDatabase()
  const { id, projectId } = target
  await database.everything
    .insertInto('organizations')
    .values({ id: 'org_1', label: 'Acme', defaultTeamId: 'team_1' })
    .execute()
  await database.everything
    .insertInto('projects')
    .values({ id: projectId, orgId: 'org_1', name: 'acme', appName: 'Acme' })
    .execute()
  await database.everything
    .insertInto('destinations')
    .values({ id, projectId, name: target.name, type: 'pull', metadata: '{}' as never })
    .execute()
  const announcements = silentAnnouncements()
  const writer = createStreamWriter(database, announcements)
  const db = database.tenant(projectId)
  const streams: StreamWriter = {
    async append(to, events) {
      const rows = events.map(({ id: eventId, type, body }) => ({
        id: eventId,
        projectId,
        type,
        body,
      }))
      await db
        .insertInto('events')
        .values(rows)
        .onConflict((taken) => taken.columns(['projectId', 'id']).doNothing())
        .execute()
      await writer.append(to, events)
    },
  }
  const list = async () => {
    const found: PulledMessage[] = []
    for (let after = '0', hasMore = true; hasMore;) {
      const part = await pullMessages(
        {
          bodies: createBodiesInDatabase(database),
          announcements,
          looks: new SharedRuns(),
          waiting: new FairSlots({ slots: 1 }),
        },
        db,
        {
          destination: id,
          after,
          limit: 1000,
          wait: 0,
          tenant: { org: 'org_1', project: projectId },
          signal: new AbortController().signal,
          access: { check: async () => {} },
          reserve: async () => {},
        },
      )
      found.push(...part.messages)
      ;({ cursor: after, hasMore } = part)
    }
    return found
  }
  return { streams, list }
}

const silentAnnouncements = (): Announcements => ({
  announce() {},
  listen: () => () => {},
  stop() {},
  isStopped: () => false,
})

const target = { id: 'dest_1', projectId: 'proj_1', name: 'far' } as const

export function open(
  type: DestinationType,
  { metadata, credentials: own, streams }: World,
  context = givenContext(),
) {
  const sink = sinkTypes[type].open(
    { ...target, metadata, credentials: own, signing: newSigningKeys() },
    { ...context, ...(streams && { streams }) },
  )
  onTestFinished(() => sink.close())
  return sink
}
