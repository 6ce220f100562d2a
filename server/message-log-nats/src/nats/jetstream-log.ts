import { createHash } from 'node:crypto'
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { ProjectId } from '@platform/contract'
import {
  type FairSlot,
  FairSlots,
  type FindSlotTenant,
  countAsOwnOrg,
} from '@platform/kernel/admission'
import { repeatUntil, type Repeating } from '@platform/kernel/values'
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
import { getApiErrorCode, isAlreadyDeleted, isUnheard, toFinalError } from './jetstream-errors.ts'
import { parseLogUrl } from './log-url.ts'
import { connectToNats, type ReliableConnection } from './nats-connection.ts'
import { createStreamChoice } from './stream-choice.ts'
import {
  MessageLogError,
  type ListedEntry,
  type LogEntry,
  type LogMessage,
  type LogNodes,
  type LogPage,
  type LogPlace,
  type LogUsage,
  type MessageLog,
} from '@platform/delivery/notifications/message-log/message-log'

export interface JetStreamLogOptions extends StreamSettings {
  /** URL with a user of the account that has the streams. */
  url: string
  /** URL with a user of the system account, which reports how the nodes are configured. */
  systemUrl: string
  /** Bytes that may wait for the log, of all projects together: once to append, once to read. */
  maxBytesInFlight: number
  /** By whose organization these bytes are divided; each project is its own by default. */
  findTenant?: FindSlotTenant | undefined
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
  const { jetstream, jetstreamManager } = await import('@nats-io/jetstream')
  const client = jetstream(link.connection)
  const manager = await jetstreamManager(link.connection, { checkAPI: false })
  const log = new JetStreamLog(options, { link, system, client, manager })
  await log.open()
  return log
}

const isFinal = (error: unknown) => toFinalError(error) !== undefined

interface Links {
  link: ReliableConnection
  system: ReliableConnection
  client: JetStreamClient
  manager: JetStreamManager
}

class JetStreamLog implements MessageLog {
  private readonly options: JetStreamLogOptions
  private readonly link: ReliableConnection
  private readonly system: ReliableConnection
  private readonly client: JetStreamClient
  private readonly manager: JetStreamManager
  private streams: string[] = []
  private choice = createStreamChoice(0)
  private nodes: LogNodes | undefined
  /** Why the nodes must not be used, as of the last check. */
  private problem: MessageLogError | undefined
  private readonly appending: FairSlots
  private readonly reading: FairSlots
  /** Messages of one entry are often read at the same time, when they are sent again. */
  private readonly loading = new Map<string, Promise<LogMessage[] | undefined>>()
  private readonly stopping = new AbortController()
  private checks: Repeating | undefined

  constructor(options: JetStreamLogOptions, { link, system, client, manager }: Links) {
    this.options = options
    this.link = link
    this.system = system
    this.client = client
    this.manager = manager
    this.appending = new FairSlots({ slots: options.maxBytesInFlight })
    this.reading = new FairSlots({ slots: options.maxBytesInFlight })
  }

  /** Opens the streams, and checks the nodes now and from time to time. */
  async open(): Promise<void> {
    const { checkEveryMs } = this.options
    checkNode(this.link)
    this.streams = await this.send(() => openStreams(this.manager, this.system, this.options))
    this.choice = createStreamChoice(this.streams.length)
    await this.send(() => checkSync(this.manager, this.system, this.streams))
    await this.send(() => this.checkStreams())
    const check = () => this.checkAgain()
    this.checks = repeatUntil(this.stopping.signal, check, { firstInMs: checkEveryMs, ref: false })
  }

  private async checkStreams(): Promise<void> {
    this.nodes = await checkNodes(this.manager, this.streams)
  }

  private async checkAgain(): Promise<number> {
    try {
      await this.checkStreams()
      await checkSync(this.manager, this.system, this.streams)
      this.problem = undefined
    } catch (error) {
      // All others show nothing of the configuration.
      const isWrong = error instanceof MessageLogError && error.reason === 'settings'
      if (isWrong) this.problem = error
    }
    return this.options.checkEveryMs
  }

  /** Sends a request until the cluster answers, and explains what it rejects. */
  private async send<T>(request: (options: { timeout: number }) => Promise<T>): Promise<T> {
    try {
      return await this.link.send(request, { forMs: this.options.patienceMs, isFinal })
    } catch (error) {
      // A stream that does not exist does not answer either.
      throw this.problem ?? toFinalError(error) ?? error
    }
  }

  private acquireBytes(slots: FairSlots, projectId: ProjectId, bytes: number): Promise<FairSlot> {
    const { findTenant = countAsOwnOrg, patienceMs } = this.options
    return slots.acquire(findTenant(projectId), {
      weight: bytes,
      patienceMs,
      makeError: () =>
        new MessageLogError(
          'busy',
          `The message log did not answer earlier requests of ${projectId} within ${patienceMs / 1000} seconds. Check the disks and the network of its nodes.`,
        ),
    })
  }

  private getMaxEntryBytes(): number {
    const maxPayload = this.link.connection.info?.max_payload ?? maxEntryBytes
    return Math.min(maxEntryBytes, maxPayload - headerBytes)
  }

  private async store(projectId: ProjectId, id: string, messages: LogMessage[]): Promise<LogPlace> {
    const entry = encodeEntry(messages)
    const slot = await this.acquireBytes(this.appending, projectId, entry.length)
    try {
      if (this.problem) throw this.problem
      // With the project and the messages: what differs is never taken for a repetition.
      const msgID = createHash('sha256')
        .update(JSON.stringify([projectId, id]))
        .update(entry)
        .digest('hex')
        .slice(0, 32)
      const { index, sequence } = await this.publish(projectId, msgID, await compressEntry(entry))
      return formatPlace({ index, sequence, check: msgID.slice(0, checkLength) })
    } finally {
      slot.release()
    }
  }

  private async publish(
    projectId: ProjectId,
    msgID: string,
    payload: Uint8Array,
  ): Promise<{ index: number; sequence: number }> {
    const own = Number.parseInt(msgID.slice(0, 8), 16) % this.streams.length
    let index = own
    let unanswered = 0
    const sequence = await this.send(async ({ timeout }) => {
      // An entry that its stream may have stored remains there, so that it is not stored twice.
      if (unanswered === 0) index = this.choice.choose(own)
      unanswered++
      try {
        const subject = toLogSubject(this.options.name, index, projectId)
        const { seq } = await this.client.publish(subject, payload, {
          msgID,
          timeout,
          expect: { streamName: this.streams[index] ?? '' },
        })
        this.choice.acknowledged(index)
        return seq
      } catch (error) {
        if (!isFinal(error)) this.choice.failed(index)
        if (isUnheard(error)) unanswered--
        throw error
      }
    })
    return { index, sequence }
  }

  /** Reads an entry of the project. Replicas may be behind: then the leader decides. */
  private async load(projectId: ProjectId, place: LogPlace): Promise<LogMessage[] | undefined> {
    const { name } = this.options
    const { index, sequence, check } = parsePlace(place)
    const stream = `${name}-${index}`
    const query = { seq: sequence }
    // How large it is shows when it has arrived.
    const slot = await this.acquireBytes(this.reading, projectId, this.getMaxEntryBytes())
    try {
      const found = await this.send(
        async () =>
          (await this.manager.direct.getMessage(stream, query)) ??
          (await this.manager.streams.getMessage(stream, query)),
      )
      const isIt =
        found?.subject === toLogSubject(name, index, projectId) &&
        found.header.get(messageIdHeader).startsWith(check)
      return isIt ? decodeEntry(await decompressEntry(found.data)) : undefined
    } finally {
      slot.release()
    }
  }

  append({ projectId, id, messages }: LogPage): Promise<LogEntry[]> {
    return Promise.all(
      divideIntoEntries(messages, this.getMaxEntryBytes()).map(async (part, nth) => ({
        place: await this.store(projectId, `${id}.${nth}`, part),
        messages: part.length,
      })),
    )
  }

  read(projectId: ProjectId, place: LogPlace): Promise<LogMessage[] | undefined> {
    const key = `${projectId} ${place}`
    let promise = this.loading.get(key)
    if (!promise) {
      promise = this.load(projectId, place).finally(() => this.loading.delete(key))
      this.loading.set(key, promise)
    }
    return promise
  }

  async find(
    projectId: ProjectId,
    place: LogPlace,
    messageId: string,
  ): Promise<LogMessage | undefined> {
    return (await this.read(projectId, place))?.find(({ id }) => id === messageId)
  }

  async copyWithout(
    projectId: ProjectId,
    place: LogPlace,
    messageIds: ReadonlySet<string>,
  ): Promise<LogPlace | undefined> {
    const messages = (await this.read(projectId, place)) ?? []
    const remaining = messages.filter(({ id }) => !messageIds.has(id))
    return remaining.length === 0 ? undefined : this.store(projectId, `copy ${place}`, remaining)
  }

  async remove(projectId: ProjectId, place: LogPlace): Promise<void> {
    if (!(await this.load(projectId, place))) return
    const { index, sequence } = parsePlace(place)
    const stream = `${this.options.name}-${index}`
    try {
      await this.send(() => this.manager.streams.deleteMessage(stream, sequence, true))
    } catch (error) {
      // An earlier attempt deleted it: its reply was lost, or a follower still shows the message.
      const code = error instanceof Error ? getApiErrorCode(error.cause) : undefined
      if (code === undefined || !isAlreadyDeleted(code)) throw error
    }
  }

  async list(
    stream: string,
    { after, before, atMost }: { after: number; before: Date; atMost: number },
  ): Promise<ListedEntry[]> {
    const { DeliverPolicy } = await import('@nats-io/jetstream')
    const index = this.streams.indexOf(stream)
    const { state } = await this.send(() => this.manager.streams.info(stream))
    if (index < 0 || state.last_seq <= after || state.messages === 0) return []
    // Repeated whole: at first a node may not know yet who answers for the new consumer.
    return this.send(async () => {
      const consumer = await this.client.consumers.get(stream, {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: after + 1,
        headers_only: true,
        filter_subjects: toLogSubject(this.options.name, index, '*'),
      })
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
    })
  }

  async findClaim(stream: string): Promise<{ claim: string; sequence: number } | undefined> {
    // The leader decides.
    const found = await this.send(() =>
      this.manager.streams.getMessage(stream, { last_by_subj: claimSubject(stream) }),
    )
    return found ? { claim: found.string(), sequence: found.seq } : undefined
  }

  async storeClaim(stream: string, claim: string, after: number): Promise<boolean> {
    try {
      await this.send(({ timeout }) =>
        this.client.publish(claimSubject(stream), claim, {
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
      await this.send(() => this.manager.streams.deleteMessage(stream, after, false)).catch(() => {
        // It expires by itself.
      })
    }
    return true
  }

  getNodes(): LogNodes | undefined {
    return this.nodes
  }

  async usage(): Promise<LogUsage> {
    const infos = await this.send(() =>
      Promise.all(
        this.streams.map((stream) =>
          this.manager.streams.info(stream, { subjects_filter: claimSubject(stream) }),
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
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await Promise.all([this.link.close(), this.system.close()])
    await this.checks?.ended
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
