import type { JetStreamManager, StreamConfig, StreamInfo } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { getApiErrorCode } from './jetstream-errors.ts'
import type { ReliableConnection } from './nats-connection.ts'
import {
  MessageLogError,
  type LogNodes,
} from '@platform/delivery/notifications/message-log/message-log'

/** Each message is on three nodes: on the disks of two when it is acknowledged. */
const replicas = 3
/** A message of a read has 300 kB at most: several fit. It is the default of NATS. */
const minPayload = 1_048_576
const oldestVersion = [2, 12] as const
const second = 1_000_000_000

export interface StreamSettings {
  name: string
  streams: number
  /** If undefined, existing streams keep their limit, and new ones get most of the free space. */
  maxBytes: number | undefined
  keepMs: number
}

/** Checks the version of the node that we are connected to, and its limit of bytes. */
export function checkNode({ connection: { info } }: ReliableConnection): void {
  const { version = '0.0', max_payload: maxPayload = 0 } = info ?? {}
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1])) {
    throw new MessageLogError(
      'settings',
      `The message log runs on NATS ${version}. Use version ${oldestVersion.join('.')} or later.`,
    )
  }
  if (maxPayload < minPayload) {
    throw new MessageLogError(
      'settings',
      `The nodes of the message log limit an entry to ${maxPayload} bytes. Set max_payload to at least 1MB, better 8MB.`,
    )
  }
}

/** Creates the streams that do not exist, and adapts their limits; the others are checked. */
export async function openStreams(
  manager: JetStreamManager,
  system: ReliableConnection,
  { name, streams, maxBytes, keepMs }: StreamSettings,
): Promise<string[]> {
  const names = Array.from({ length: streams }, (_, index) => `${name}-${index}`)
  const found = await Promise.all(names.map((stream) => findStream(manager, stream)))
  const limits = { max_bytes: await bytesOfEach(), max_age: keepMs * 1_000_000 }
  for (const [index, stream] of names.entries()) {
    const existing = found[index]
    if (!existing) {
      await createStream(manager, {
        ...{ name: stream, subjects: [`${name}.${index}.>`], ...limits },
        num_replicas: replicas,
        // What is acknowledged is only deleted by its age.
        discard: 'new',
        // An append is repeated for half a minute, and by the heir of a dead process after ten seconds.
        duplicate_window: Math.min(120 * second, limits.max_age),
        allow_direct: true,
      })
      continue
    }
    checkStream(existing)
    const { max_bytes: bytes, max_age: age } = existing.config
    if (bytes !== limits.max_bytes || age !== limits.max_age) {
      await orExplain(manager.streams.update(stream, limits), limits.max_bytes)
    }
  }
  return names

  async function bytesOfEach(): Promise<number> {
    if (maxBytes !== undefined) return Math.floor(maxBytes / streams)
    const existing = found.find((stream) => stream !== undefined)
    return existing?.config.max_bytes ?? Math.floor((await freeBytes(system)) / streams)
  }
}

async function findStream(
  manager: JetStreamManager,
  name: string,
): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name)
  } catch (error) {
    if (getApiErrorCode(error) === 10059) return undefined
    throw error
  }
}

async function createStream(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & { name: string; max_bytes: number },
): Promise<void> {
  try {
    await manager.streams.add(config)
  } catch (error) {
    // Another process created it at the same time, with other limits.
    if (getApiErrorCode(error) !== 10058) await orExplain(Promise.reject(error), config.max_bytes)
  }
}

async function orExplain(change: Promise<unknown>, maxBytes: number): Promise<void> {
  try {
    await change
  } catch (error) {
    throw explainPlacement(error, maxBytes) ?? error
  }
}

/** Returns why the nodes cannot have a stream of this size; undefined for all other errors. */
export function explainPlacement(error: unknown, maxBytes: number): MessageLogError | undefined {
  const code = getApiErrorCode(error)
  const cause = { cause: error }
  // Nodes may be starting: then the others do not know how much space they have.
  const reason = code === 10005 ? 'unreachable' : 'settings'
  const isFull = error instanceof Error && error.message.includes('insufficient storage')
  if (code === 10047 || (code === 10005 && isFull)) {
    return new MessageLogError(
      reason,
      `The nodes of the message log do not have ${maxBytes} bytes for another stream. Raise max_file of JetStream, or lower PLATFORM_LOG_BYTES.`,
      cause,
    )
  }
  if (code === 10074 || code === 10005) {
    return new MessageLogError(
      reason,
      `The message log needs a cluster of at least ${replicas} running nodes with JetStream. Start or add nodes.`,
      cause,
    )
  }
  return undefined
}

function checkStream({ config }: StreamInfo): void {
  const { name, num_replicas: count, discard, storage } = config
  if (count < replicas) {
    throw new MessageLogError(
      'settings',
      `The stream ${name} of the message log has ${count} replica${count === 1 ? '' : 's'}, so one lost disk loses messages. Raise them: nats stream edit ${name} --replicas=${replicas}`,
    )
  }
  if (discard !== 'new' || storage !== 'file') {
    throw new MessageLogError(
      'settings',
      `The stream ${name} of the message log ${storage === 'file' ? 'deletes messages when it is full' : 'is in memory'}. Delete it if it is unused; the server creates it again.`,
    )
  }
}

/**
 * Returns the nodes of the streams, and those whose copy is offline or behind, such as a node whose disk is full.
 * @throws MessageLogError if streams do not exist
 */
export async function checkNodes(
  manager: JetStreamManager,
  streams: readonly string[],
): Promise<LogNodes> {
  const infos = await Promise.all(streams.map((stream) => findStream(manager, stream)))
  const lost = streams.filter((_, index) => infos[index] === undefined)
  if (lost.length > 0) throw explainLost(lost)
  const all = new Set<string>()
  const faulty = new Set<string>()
  for (const info of infos) {
    if (info?.cluster?.leader) all.add(info.cluster.leader)
    for (const { name, current, offline } of info?.cluster?.replicas ?? []) {
      all.add(name)
      if (offline || !current) faulty.add(name)
    }
  }
  return { all: [...all].toSorted(), faulty: [...faulty].toSorted() }
}

const explainLost = (lost: readonly string[]) =>
  new MessageLogError(
    'settings',
    `The message log has no stream ${lost.join(', ')} any more, so the messages in it are lost and reads wait. Restore it from a backup (nats stream restore), or restart the servers: they create it empty.`,
  )

/** Reply of a node to the system account. */
interface NodeReply {
  server?: { name?: string }
  data?: {
    config?: { sync_always?: boolean; max_storage?: number }
    /** Bytes that the limits of all streams of the node add up to. */
    reserved_storage?: number
  }
}

/** Part of the free space of a node that new streams get, so that it has room for their indexes. */
const shareOfSpace = 0.8
/** A smaller log would be full at once. */
const leastBytes = 1_000_000_000

/** Returns the bytes that new streams may have together on the node with the least space. */
async function freeBytes({ connection }: ReliableConnection): Promise<number> {
  const spaces = (await Array.fromAsync(askNodes(connection))).flatMap(({ data }) =>
    data?.config?.max_storage === undefined
      ? []
      : data.config.max_storage - (data.reserved_storage ?? 0),
  )
  if (spaces.length === 0) {
    throw new MessageLogError(
      'unreachable',
      'No node of the message log reports its space to the system account. Check that PLATFORM_LOG_SYSTEM names one of its users, or set PLATFORM_LOG_BYTES.',
    )
  }
  const bytes = Math.min(...spaces) * shareOfSpace
  if (bytes < leastBytes) {
    throw new MessageLogError(
      'settings',
      `The nodes of the message log have ${Math.max(0, Math.floor(bytes))} bytes for new streams, less than ${leastBytes}. Raise max_file of JetStream, or set PLATFORM_LOG_BYTES.`,
    )
  }
  return bytes
}

/**
 * Checks that the nodes of the streams sync every write before they acknowledge it: otherwise, a
 * loss of power at several nodes loses acknowledged messages. Nodes that do not answer are
 * accepted if they are the minority.
 */
export async function checkSync(
  manager: JetStreamManager,
  { connection }: ReliableConnection,
  streams: readonly string[],
): Promise<void> {
  const infos = await Promise.all(streams.map((stream) => manager.streams.info(stream)))
  const nodes = new Set(
    infos.flatMap(({ cluster }) => [
      ...(cluster?.leader ? [cluster.leader] : []),
      ...(cluster?.replicas ?? []).map(({ name }) => name),
    ]),
  )
  const synced = new Set<string>()
  for await (const { server, data } of askNodes(connection)) {
    if (!server?.name || !nodes.has(server.name) || !data?.config) continue
    if (data.config.sync_always !== true) {
      throw new MessageLogError(
        'settings',
        `The node ${server.name} of the message log does not sync every write, so a power failure loses acknowledged messages. Set sync_interval: always in the section jetstream of its configuration, and restart it.`,
      )
    }
    synced.add(server.name)
    if (synced.size === nodes.size) return
  }
  if (synced.size * 2 <= nodes.size) {
    throw new MessageLogError(
      'unreachable',
      `Only ${synced.size} of ${nodes.size} nodes of the message log report to the system account whether they sync every write. Start the others, and check that the URL of the system account names one of its users.`,
    )
  }
}

/** Returns the replies of all nodes, until none has arrived for half a second. */
async function* askNodes(connection: NatsConnection): AsyncGenerator<NodeReply> {
  try {
    const replies = await connection.requestMany(
      '$SYS.REQ.SERVER.PING.JSZ',
      JSON.stringify({ config: true }),
      { strategy: 'stall', stall: 500, maxWait: 2000 },
    )
    for await (const reply of replies) yield reply.json<NodeReply>()
  } catch (error) {
    // Only users of the system account get replies.
    if (!(error instanceof Error) || !/no responders/.test(error.message)) throw error
  }
}
