import type { Reader } from '@platformatic/kafka'
import type { HostAndPort } from '../tcp.ts'
import type { BrokerConnection } from './broker-connection.ts'
import { chooseVersion, type KafkaProtocol } from './protocol.ts'

interface TopicReply {
  errorCode: number
  brokers: Map<number, HostAndPort>
  partitions: { index: number; leaderId: number }[]
}

/** Asks where the leader of each partition is, by its number; undefined while it has none. */
export async function findLeaders(
  connection: BrokerConnection,
  protocol: KafkaProtocol,
  topic: string,
): Promise<(HostAndPort | undefined)[]> {
  const { metadataV4, metadataV7, ResponseError } = protocol
  const { createRequest, api } = chooseVersion([metadataV7, metadataV4], connection.spoken)
  const { errorCode, brokers, partitions } = await connection.call<[], TopicReply>(
    (to: BrokerConnection, done) =>
      to.send(
        ...([api.key, api.version, () => createRequest([topic], false, undefined)] as const),
        (_id, _key, version, reader) => readTopic(reader, version, topic),
        ...([false, false] as const),
        done as (error: Error | null, reply?: unknown) => void,
      ),
  )
  if (errorCode !== 0) {
    throw new ResponseError(api.key, api.version, { '/topics/0': [errorCode, null] }, {})
  }
  if (partitions.length === 0) throw new Error('The broker does not know the topic.')
  const leaders = Array.from<HostAndPort | undefined>({ length: partitions.length })
  for (const { index, leaderId } of partitions) {
    if (index in leaders) leaders[index] = brokers.get(leaderId)
  }
  return leaders
}

/**
 * Reads the reply of versions 4 to 7. The library's own way makes an error of each partition without a
 * leader, which are no reason not to write to the others, and takes seconds for thousands of them.
 */
function readTopic(reader: Reader, version: number, topic: string): TopicReply {
  const skipIds = () => reader.skip(4 * Math.max(0, reader.readInt32()))
  reader.readInt32() // throttle_time_ms
  const brokers = new Map<number, HostAndPort>()
  reader.readArray(
    () => {
      const id = reader.readInt32()
      brokers.set(id, { host: reader.readString(false), port: reader.readInt32() })
      reader.readNullableString(false) // rack
    },
    ...([false, false] as const),
  )
  reader.readNullableString(false) // cluster_id
  reader.readInt32() // controller_id
  const topics = reader.readArray(
    () => ({
      errorCode: reader.readInt16(),
      name: reader.readString(false),
      isInternal: reader.readBoolean(),
      partitions: reader.readArray(
        () => {
          reader.readInt16() // error_code
          const [index, leaderId] = [reader.readInt32(), reader.readInt32()]
          if (version >= 7) reader.readInt32() // leader_epoch
          skipIds() // replica_nodes
          skipIds() // isr_nodes
          if (version >= 5) skipIds() // offline_replicas
          return { index, leaderId }
        },
        ...([false, false] as const),
      ),
    }),
    ...([false, false] as const),
  )
  const { errorCode = 0, partitions = [] } = topics.find(({ name }) => name === topic) ?? {}
  return { errorCode, brokers, partitions }
}
