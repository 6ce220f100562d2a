import { createHash } from 'node:crypto'
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { ProjectId } from '@platform/contract'
import { repeatUntil } from '@platform/kernel/values/repeat-until'
import {
  checkNode,
  checkNodes,
  checkSync,
  openStreams,
  type StreamSettings,
} from './cluster-checks.ts'
import {
  compressEntry,
  decodeEntry,
  decompressEntry,
  divideIntoEntries,
  encodeEntry,
} from './entry.ts'
import { createInFlightBytes } from './in-flight-bytes.ts'
import { getApiErrorCode, toFinalError, isUnheard } from './jetstream-errors.ts'
import { parseLogUrl } from './log-url.ts'
import { connectToNats, type ReliableConnection } from './nats-connection.ts'
import { createStreamChoice } from './stream-choice.ts'
import {
  MessageLogError,
  type ListedEntry,
  type LogMessage,
  type LogNodes,
  type LogPage,
  type LogPlace,
  type MessageLog,
} from './message-log.ts'

export interface JetStreamLogOptions extends StreamSettings {
  /** URL with a user of the account that has the streams. */
  url: string
  /** URL with a user of the system account, which reports how the nodes are configured. */
  systemUrl: string
  /** Bytes that may wait for the log, of all projects together: once to append, once to read. */
  maxBytesInFlight: number
  /** How long a call waits for the log. */
  patienceMs: number
  /** How often to check the configuration of the nodes again. */
  checkEveryMs: number
}

/** Space for the subject and the headers of an entry. */
const headerBytes = 4096
/** Larger entries would occupy the connection for too long. */
const maxEntryBytes = 4_000_000
const messageIdHeader = 'Nats-Msg-Id'

/**
 * Opens a log in streams of NATS JetStream, after checking that the cluster keeps what it
 * acknowledges: three replicas, and `sync_interval: always` on every node. The client of NATS is
 * loaded by the first call.
 */
export async function openJetStreamLog(options: JetStreamLogOptions): Promise<MessageLog> {
  const { patienceMs } = options
  const url = parseLogUrl('PLATFORM_LOG', options.url)
  const systemUrl = parseLogUrl('PLATFORM_LOG_SYSTEM', options.systemUrl)
  const link = await connectToNats('PLATFORM_LOG', url, { forMs: patienceMs })
  let system: ReliableConnection | undefined
  try {
    system = await connectToNats('PLATFORM_LOG_SYSTEM', systemUrl, { forMs: patienceMs })
    return await openLog(options, link, system)
  } catch (error) {
    await link.close()
    await system?.close()
    throw error
  }
}

async function openLog(
  options: JetStreamLogOptions,
  link: ReliableConnection,
  system: ReliableConnection,
): Promise<MessageLog> {
  const { patienceMs, maxBytesInFlight, checkEveryMs, name } = options
  const { DeliverPolicy, jetstream, jetstreamManager } = await import('@nats-io/jetstream')
  const isFinal = (error: unknown) => toFinalError(error) !== undefined
  let nodes: LogNodes | undefined
  let problem: MessageLogError | undefined
  /** Sends a request until the cluster answers, and explains what it rejects. */
  const send = async <T>(request: (options: { timeout: number }) => Promise<T>): Promise<T> => {
    try {
      return await link.send(request, { forMs: patienceMs, isFinal })
    } catch (error) {
      // A stream that does not exist does not answer either.
      throw problem ?? toFinalError(error) ?? error
    }
  }
  const client: JetStreamClient = jetstream(link.connection)
  const manager: JetStreamManager = await jetstreamManager(link.connection, { checkAPI: false })

  checkNode(link)
  const streams = await send(() => openStreams(manager, system, options))
  await send(() => checkSync(manager, system, streams))
  const checkStreams = async () => {
    nodes = await checkNodes(manager, streams)
  }
  await send(checkStreams)

  const stopping = new AbortController()
  const checks = repeatUntil(
    stopping.signal,
    async () => {
      try {
        await checkStreams()
        await checkSync(manager, system, streams)
        problem = undefined
      } catch (error) {
        // All others show nothing of the configuration.
        const isWrong = error instanceof MessageLogError && error.reason === 'settings'
        if (isWrong) problem = error
      }
      return checkEveryMs
    },
    { firstInMs: checkEveryMs, ref: false },
  )

  const choice = createStreamChoice(streams.length)
  const appending = createInFlightBytes({ max: maxBytesInFlight, patienceMs })
  const reading = createInFlightBytes({ max: maxBytesInFlight, patienceMs })
  const limit = () =>
    Math.min(maxEntryBytes, (link.connection.info?.max_payload ?? maxEntryBytes) - headerBytes)

  async function store(
    projectId: ProjectId,
    id: string,
    messages: LogMessage[],
  ): Promise<LogPlace> {
    const entry = encodeEntry(messages)
    const leave = await appending.enter(projectId, entry.length)
    try {
      if (problem) throw problem
      // With the project and the messages: what differs is never taken for a repetition.
      const msgID = createHash('sha256')
        .update(JSON.stringify([projectId, id]))
        .update(entry)
        .digest('hex')
        .slice(0, 32)
      const own = Number.parseInt(msgID.slice(0, 8), 16) % streams.length
      const payload = await compressEntry(entry)
      let index = own
      let unanswered = 0
      const sequence = await send(async ({ timeout }) => {
        // An entry that its stream may have stored remains there, so that it is not stored twice.
        if (unanswered === 0) index = choice.choose(own)
        unanswered++
        try {
          const { seq } = await client.publish(toLogSubject(name, index, projectId), payload, {
            msgID,
            timeout,
            expect: { streamName: streams[index] ?? '' },
          })
          choice.acknowledged(index)
          return seq
        } catch (error) {
          if (!isFinal(error)) choice.failed(index)
          if (isUnheard(error)) unanswered--
          throw error
        }
      })
      return formatPlace({ index, sequence, check: msgID.slice(0, checkLength) })
    } finally {
      leave()
    }
  }

  /** Reads an entry of the project. Replicas may be behind: then the leader decides. */
  async function load(projectId: ProjectId, place: LogPlace): Promise<LogMessage[] | undefined> {
    const { index, sequence, check } = parsePlace(place)
    const stream = `${name}-${index}`
    const query = { seq: sequence }
    // How large it is shows when it has arrived.
    const leave = await reading.enter(projectId, limit())
    try {
      const found = await send(
        async () =>
          (await manager.direct.getMessage(stream, query)) ??
          (await manager.streams.getMessage(stream, query)),
      )
      const isIt =
        found?.subject === toLogSubject(name, index, projectId) &&
        found.header.get(messageIdHeader).startsWith(check)
      return isIt ? decodeEntry(await decompressEntry(found.data)) : undefined
    } finally {
      leave()
    }
  }

  /** Messages of one entry are often read at the same time, when they are sent again. */
  const loading = new Map<string, ReturnType<typeof load>>()
  function read(projectId: ProjectId, place: LogPlace): Promise<LogMessage[] | undefined> {
    const key = `${projectId} ${place}`
    let promise = loading.get(key)
    if (!promise) {
      promise = load(projectId, place).finally(() => loading.delete(key))
      loading.set(key, promise)
    }
    return promise
  }

  return {
    append({ projectId, id, messages }: LogPage) {
      return Promise.all(
        divideIntoEntries(messages, limit()).map(async (part, nth) => ({
          place: await store(projectId, `${id}.${nth}`, part),
          messages: part.length,
        })),
      )
    },
    read,
    async find(projectId, place, messageId) {
      return (await read(projectId, place))?.find(({ id }) => id === messageId)
    },
    async copyWithout(projectId, place, messageIds) {
      const messages = (await read(projectId, place)) ?? []
      const remaining = messages.filter(({ id }) => !messageIds.has(id))
      return remaining.length === 0 ? undefined : store(projectId, `copy ${place}`, remaining)
    },
    async remove(projectId, place) {
      if (!(await load(projectId, place))) return
      const { index, sequence } = parsePlace(place)
      try {
        await send(() => manager.streams.deleteMessage(`${name}-${index}`, sequence, true))
      } catch (error) {
        // An earlier attempt, whose reply was lost, deleted it.
        if (!(error instanceof Error) || getApiErrorCode(error.cause) !== 10057) throw error
      }
    },
    async list(stream, { after, before, atMost }) {
      const index = streams.indexOf(stream)
      const { state } = await send(() => manager.streams.info(stream))
      if (index < 0 || state.last_seq <= after || state.messages === 0) return []
      const consumer = await send(() =>
        client.consumers.get(stream, {
          deliver_policy: DeliverPolicy.StartSequence,
          opt_start_seq: after + 1,
          headers_only: true,
          filter_subjects: toLogSubject(name, index, '*'),
        }),
      )
      try {
        const entries: ListedEntry[] = []
        const expires = 1_000
        for await (const found of await consumer.fetch({ max_messages: atMost, expires })) {
          if (found.time.getTime() >= before.getTime()) break
          const check = (found.headers?.get(messageIdHeader) ?? '').slice(0, checkLength)
          entries.push({
            projectId: found.subject.split('.')[2] as ProjectId,
            place: formatPlace({ index, sequence: found.seq, check }),
            sequence: found.seq,
          })
        }
        return entries
      } finally {
        // It expires by itself.
        await consumer.delete().catch(() => false)
      }
    },
    async findClaim(stream) {
      // The leader decides.
      const found = await send(() =>
        manager.streams.getMessage(stream, { last_by_subj: claimSubject(stream) }),
      )
      return found ? { claim: found.string(), sequence: found.seq } : undefined
    },
    async storeClaim(stream, claim, after) {
      try {
        await send(({ timeout }) =>
          client.publish(claimSubject(stream), claim, {
            msgID: claim,
            timeout,
            expect: { streamName: stream, lastSubjectSequence: after },
          }),
        )
      } catch (error) {
        const code = error instanceof Error ? getApiErrorCode(error.cause) : undefined
        if (code === wrongLastSequence) return false
        throw error
      }
      // It is replaced.
      if (after > 0) {
        await send(() => manager.streams.deleteMessage(stream, after, false)).catch(() => {
          // It expires by itself.
        })
      }
      return true
    },
    getNodes: () => nodes,
    async usage() {
      const infos = await send(() =>
        Promise.all(
          streams.map((stream) =>
            manager.streams.info(stream, { subjects_filter: claimSubject(stream) }),
          ),
        ),
      )
      const states = infos
        .map(({ state }) => ({ ...state, messages: state.messages - countClaims(state) }))
        .filter(({ messages }) => messages > 0)
      const times = states.map(({ first_ts: time }) => Date.parse(time))
      return {
        bytes: states.reduce((sum, { bytes }) => sum + bytes, 0),
        maxBytes: infos
          .map(({ config }) => (config.max_bytes > 0 ? config.max_bytes : Infinity))
          .reduce((sum, bytes) => sum + bytes, 0),
        entries: states.reduce((sum, { messages }) => sum + messages, 0),
        oldestTime: times.length > 0 ? new Date(Math.min(...times)) : undefined,
      }
    },
    async close() {
      stopping.abort()
      await Promise.all([link.close(), system.close()])
      await checks.ended
    },
  }
}

const toLogSubject = (name: string, index: number, projectId: ProjectId | '*') =>
  `${name}.${index}.${projectId}`

/** Has a part more than the subjects of projects. */
const claimSubject = (stream: string) => `${stream.replace(/-(\d+)$/, '.$1')}.claim.own`
const countClaims = ({ subjects = {} }: { subjects?: Record<string, number> }) =>
  Object.values(subjects).reduce((sum, count) => sum + count, 0)
const wrongLastSequence = 10_071

/** Digits that distinguish an entry from one of a stream that was deleted and created again. */
const checkLength = 12

interface PlaceParts {
  index: number
  sequence: number
  check: string
}

const formatPlace = ({ index, sequence, check }: PlaceParts): LogPlace =>
  `${index}.${sequence}.${check}`

function parsePlace(place: LogPlace): PlaceParts {
  const [index, sequence, check = ''] = place.split('.')
  return { index: Number(index), sequence: Number(sequence), check }
}
