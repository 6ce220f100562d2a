import { setTimeout as sleep } from 'node:timers/promises'
import type { NumericMap, produceV9 } from '@platformatic/kafka'
import { getNowMs, must } from '@platform/kernel/values'
import type { Outcome } from '../outcome.ts'
import type { HostAndPort } from '../tcp.ts'
import type { BrokerConnection } from './broker-connection.ts'
import { findLeaders } from './find-leaders.ts'
import { describeBrokerFailure, describePartitionError, type PartitionError } from './failures.ts'
import { chooseVersion, loadProtocol, type KafkaProtocol } from './protocol.ts'
import { sendByPartition, type KafkaEntry, type PartitionPart } from './send-by-partition.ts'

/** What a message has besides key, value and headers. */
const recordBytes = 32
/** New partitions and moved leaders are noticed after this time, unless an error reports them earlier. */
const maxTopicAgeMs = 5 * 60_000
const maxIdleMs = 60_000
/** A connection is opened to each at once, wherever the broker says that they are. */
const maxLeaders = 100
const allReplicas = -1
/** How long a leader waits for the others; the time limit of the attempt ends earlier or later. */
const produceTimeoutMs = 10_000
const duplicateSequence = 46
/** The numbers of messages wrap; a producer ends before. */
const maxSequence = 2 ** 31 - 1_000_000

export interface KafkaMessage {
  key: string
  value: string
  headers: Readonly<Record<string, string>>
}

interface Topic {
  foundAt: number
  /** Where the leader of each partition is, by its number; undefined while it has none. */
  leaders: readonly (HostAndPort | undefined)[]
}

const unanswered: PartitionError = {
  failure: {
    succeeded: false,
    class: 'refused',
    detail: 'The broker reported no outcome.',
  },
  isTemporary: true,
}

/** A key as bytes, and its partition. */
interface KeyPlace {
  key: Buffer
  partition: number
}

/** By its ID and numbers, brokers recognize what they have already stored. */
interface Producer {
  producerId: bigint
  producerEpoch: number
  /** Number of the next message, by topic and partition. */
  sequences: NumericMap
}

/**
 * Writes messages to a topic, each call after the one before, because a repeated request must have the
 * same messages with the same numbers. Partitions are chosen by the key as Kafka's own clients do.
 */
export class KafkaProducer {
  readonly #topicName: string
  readonly #servers: readonly HostAndPort[]
  readonly #password: string
  readonly #connect: (to: HostAndPort, signal: AbortSignal) => Promise<BrokerConnection>
  readonly #connections = new Map<string, Promise<BrokerConnection>>()
  #topic: Topic | undefined
  #producer: Producer | undefined
  #isNumbering = true
  #line: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(settings: {
    topic: string
    servers: readonly HostAndPort[]
    password: string
    connect: (to: HostAndPort, signal: AbortSignal) => Promise<BrokerConnection>
  }) {
    this.#topicName = settings.topic
    this.#servers = settings.servers
    this.#password = settings.password
    this.#connect = settings.connect
  }

  /** Resolves to an outcome for each message, in order. Never rejects. */
  produce(messages: readonly KafkaMessage[], signal: AbortSignal): Promise<Outcome[]> {
    const sent = this.#line.then(() => this.#produceAlone(messages, signal))
    this.#line = sent
    return sent
  }

  close(): void {
    this.#isClosed = true
    // What is being sent ends first.
    this.#line = this.#line.then(() => this.#disconnect())
  }

  async #produceAlone(messages: readonly KafkaMessage[], signal: AbortSignal): Promise<Outcome[]> {
    clearTimeout(this.#idle)
    const describe = (error: unknown) =>
      describeBrokerFailure(signal.aborted ? signal.reason : error, this.#password)
    let outcomes: Outcome[]
    try {
      const protocol = await loadProtocol()
      const found = await sendByPartition(await this.#toEntries(protocol, messages, signal), {
        send: (parts) => this.#send(protocol, parts, signal),
        wait: (ms) => sleep(ms, undefined, { signal }),
        describe,
      })
      outcomes = messages.map((_message, index) => must(found.get(index), 'outcome'))
    } catch (error) {
      const failure = describe(error)
      outcomes = messages.map(() => failure)
    }
    // Nobody knows which numbers the brokers have stored of what failed.
    if (outcomes.some(({ succeeded }) => !succeeded)) this.#producer = undefined
    if (this.#isClosed) this.#disconnect()
    else this.#idle = setTimeout(() => this.#disconnect(), maxIdleMs).unref()
    return outcomes
  }

  async #toEntries(
    protocol: KafkaProtocol,
    messages: readonly KafkaMessage[],
    signal: AbortSignal,
  ): Promise<KafkaEntry[]> {
    const { leaders } = await this.#findTopic(protocol, signal)
    const timestamp = BigInt(getNowMs())
    // Hashing takes longer than anything else here, and most messages of a call have few keys.
    const places = new Map<string, KeyPlace>()
    const findPlace = (name: string): KeyPlace => {
      const key = Buffer.from(name)
      const place = { key, partition: (protocol.murmur2(key) & 0x7fff_ffff) % leaders.length }
      places.set(name, place)
      return place
    }
    return messages.map(({ key: name, value: text, headers }, index) => {
      const { key, partition } = places.get(name) ?? findPlace(name)
      const value = Buffer.from(text)
      const named = new Map(
        Object.entries(headers).map(([header, content]) => [
          Buffer.from(header),
          Buffer.from(content),
        ]),
      )
      const headerBytes = [...named].flat().reduce((sum, { length }) => sum + length, 0)
      return {
        index,
        record: { topic: this.#topicName, key, value, headers: named, timestamp },
        partition,
        bytes: recordBytes + key.length + value.length + headerBytes,
      }
    })
  }

  /** Sends each part to its leader; resolves to the error of each, in order. */
  async #send(
    protocol: KafkaProtocol,
    parts: readonly PartitionPart[],
    signal: AbortSignal,
  ): Promise<(PartitionError | undefined)[]> {
    const errors = new Map<number, PartitionError>()
    const fail = (its: readonly PartitionPart[], error: unknown) => {
      signal.throwIfAborted()
      const failure = describeBrokerFailure(error, this.#password)
      for (const { partition } of its) errors.set(partition, { failure, isTemporary: true })
    }
    let producer: Producer | undefined
    let byLeader: Map<HostAndPort | undefined, PartitionPart[]>
    try {
      const { leaders } = await this.#findTopic(protocol, signal)
      producer = await this.#findProducer(protocol, signal)
      byLeader = Map.groupBy(parts, ({ partition }) => leaders[partition])
    } catch (error) {
      fail(parts, error)
      return parts.map(({ partition }) => errors.get(partition))
    }
    await Promise.all(
      [...byLeader].map(async ([leader, its]) => {
        try {
          if (!leader) throw new Error('A partition of the topic has no leader.')
          const found = await this.#sendToLeader(protocol, leader, { parts: its, producer, signal })
          for (const [partition, error] of found) errors.set(partition, error)
        } catch (error) {
          fail(its, error)
        }
      }),
    )
    for (const { partition, entries } of parts) {
      if (errors.has(partition)) continue
      const name = `${this.#topicName}:${partition}`
      const next = producer?.sequences.preIncrement(name, entries.length, 0) ?? 0
      if (next > maxSequence) this.#producer = undefined
    }
    const all = [...errors.values()]
    if (all.some(({ isTemporary }) => isTemporary)) this.#topic = undefined
    if (all.some(({ isOfProducer }) => isOfProducer)) this.#producer = undefined
    return parts.map(({ partition }) => errors.get(partition))
  }

  async #sendToLeader(
    protocol: KafkaProtocol,
    leader: HostAndPort,
    {
      parts,
      producer,
      signal,
    }: { parts: PartitionPart[]; producer: Producer | undefined; signal: AbortSignal },
  ): Promise<Map<number, PartitionError>> {
    const { produceV3, produceV7, produceV9, ResponseError } = protocol
    const connection = await this.#getConnection(leader, signal)
    const { api } = chooseVersion([produceV9, produceV7, produceV3], connection.spoken)
    const records = parts.flatMap(({ partition, entries }) =>
      entries.map(({ record }) => ({ ...record, partition })),
    )
    const reply = await connection
      .within(signal, () =>
        connection.call(api, allReplicas, produceTimeoutMs, records, { ...producer }),
      )
      .catch((error: unknown) => {
        if (error instanceof ResponseError) return error['response']
        throw error
      })
    const { responses }: Pick<produceV9.ProduceResponse, 'responses'> = reply
    const answered = new Map<number, PartitionError | undefined>()
    for (const { partitionResponses } of responses) {
      for (const { index, errorCode, errorMessage, recordErrors = [] } of partitionResponses) {
        const words = errorMessage ?? recordErrors[0]?.batchIndexErrorMessage
        answered.set(
          index,
          // A repeated request that was stored the first time.
          errorCode === 0 || errorCode === duplicateSequence
            ? undefined
            : describePartitionError(protocol, errorCode, words),
        )
      }
    }
    return new Map(
      parts.flatMap(({ partition }) => {
        const error = answered.has(partition) ? answered.get(partition) : unanswered
        return error ? [[partition, error]] : []
      }),
    )
  }

  async #findTopic(protocol: KafkaProtocol, signal: AbortSignal): Promise<Topic> {
    if (this.#topic && performance.now() - this.#topic.foundAt < maxTopicAgeMs) return this.#topic
    const connection = await this.#findAnyConnection(signal)
    const leaders = await connection.within(signal, () =>
      findLeaders(connection, protocol, this.#topicName),
    )
    this.#endOtherConnections(leaders)
    return (this.#topic = { foundAt: performance.now(), leaders })
  }

  /** Without a number, messages are written as well, and repeated after a lost reply. */
  async #findProducer(protocol: KafkaProtocol, signal: AbortSignal): Promise<Producer | undefined> {
    if (this.#producer || !this.#isNumbering) return this.#producer
    const { initProducerIdV0, initProducerIdV2, NumericMap, ResponseError } = protocol
    const connection = await this.#findAnyConnection(signal)
    this.#isNumbering = connection.spoken.has(initProducerIdV0.api.key)
    if (!this.#isNumbering) return undefined
    const { api } = chooseVersion([initProducerIdV2, initProducerIdV0], connection.spoken)
    try {
      const { producerId, producerEpoch } = await connection.within(signal, () =>
        connection.call(api, null, 0, undefined, undefined),
      )
      return (this.#producer = { producerId, producerEpoch, sequences: new NumericMap() })
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error
      // Old brokers require a permission of its own.
      if (!error.findBy('apiId', 'CLUSTER_AUTHORIZATION_FAILED')) throw error
      this.#isNumbering = false
      return undefined
    }
  }

  /** Returns an open connection, or one to the first of the servers that answers. */
  async #findAnyConnection(signal: AbortSignal): Promise<BrokerConnection> {
    for (const opening of this.#connections.values()) {
      // Its own caller has the error; the next server is asked.
      const open = await opening.catch(() => undefined)
      if (open?.isUsable) return open
    }
    let failed: unknown
    for (const server of this.#servers) {
      try {
        return await this.#getConnection(server, signal)
      } catch (error) {
        failed ??= error
        signal.throwIfAborted()
      }
    }
    throw failed
  }

  async #getConnection(to: HostAndPort, signal: AbortSignal): Promise<BrokerConnection> {
    const name = nameBroker(to)
    // Its own caller has the error; another one is opened.
    const existing = await this.#connections.get(name)?.catch(() => undefined)
    if (existing?.isUsable) return existing
    existing?.destroy()
    const opening = this.#connect(to, signal)
    this.#connections.set(name, opening)
    try {
      return await opening
    } catch (error) {
      this.#connections.delete(name)
      throw error
    }
  }

  /** Ends connections to brokers that lead no partition any more. Nothing is being sent meanwhile. */
  #endOtherConnections(leaders: readonly (HostAndPort | undefined)[]): void {
    const names = new Set(leaders.flatMap((leader) => (leader ? [nameBroker(leader)] : [])))
    if (names.size > maxLeaders) {
      throw new Error(`More than ${maxLeaders} brokers lead partitions of the topic.`)
    }
    for (const server of this.#servers) names.add(nameBroker(server))
    for (const [name, opening] of this.#connections) if (!names.has(name)) this.#end(name, opening)
  }

  #disconnect(): void {
    clearTimeout(this.#idle)
    for (const [name, opening] of this.#connections) this.#end(name, opening)
  }

  #end(name: string, opening: Promise<BrokerConnection>): void {
    this.#connections.delete(name)
    // What was never open needs no end.
    opening.then(
      (connection) => connection.destroy(),
      () => {},
    )
  }
}

const nameBroker = ({ host, port }: HostAndPort) => `${host}:${port}`
