import { randomUUID } from 'node:crypto'
import { Admin, Consumer, MessagesStreamModes, stringDeserializers } from '@platformatic/kafka'
import { expect, onTestFinished, vi } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { startKafka, type KafkaBroker } from '@platform/testing/kafka-broker'
import { patiently } from '@platform/testing/patiently'

interface Arrived {
  partition: number
  key: string
  value: string
  headers: Record<string, string>
}

/** Creates a topic, and reads it as a consumer of its own group. */
export async function givenKafka(
  metadata?: DestinationMetadata,
  {
    broker,
    partitions = 3,
    configs = [],
  }: {
    broker?: KafkaBroker
    partitions?: number
    configs?: { name: string; value: string }[]
  } = {},
) {
  const { plain } = broker ?? (await startKafka())
  const topic = `events-${randomUUID()}`
  const to = { clientId: 'test', bootstrapBrokers: [plain] }
  const admin = new Admin(to)
  onTestFinished(() => admin.close())
  await admin.createTopics({ topics: [topic], partitions, replicas: 1, configs })
  // The broker learns of it from the controller a moment later.
  await vi.waitFor(async () => {
    const { topics } = await admin.metadata({ topics: [topic], forceUpdate: true })
    const leaders = Object.values(topics.get(topic)?.partitions ?? {}).map(({ leader }) => leader)
    expect(leaders.filter((leader) => leader >= 0)).toHaveLength(partitions)
  }, patiently)

  const read = async (): Promise<Arrived[]> => {
    const consumer = new Consumer({
      ...to,
      groupId: randomUUID(),
      deserializers: stringDeserializers,
    })
    try {
      const ends = await consumer.listOffsets({ topics: [topic] })
      const expected = Number((ends.get(topic) ?? []).reduce((sum, end) => sum + end, 0n))
      const found: Arrived[] = []
      if (expected === 0) return found
      const stream = await consumer.consume({
        topics: [topic],
        mode: MessagesStreamModes.EARLIEST,
        maxWaitTime: 100,
      })
      for await (const { partition, key, value, headers } of stream) {
        found.push({ partition, key, value, headers: Object.fromEntries(headers) })
        if (found.length === expected) break
      }
      return found
    } finally {
      await consumer.close(true)
    }
  }
  return {
    metadata: { bootstrapServers: plain, topic, ...metadata },
    credentials: {},
    admin,
    read,
    arrived: async () => (await read()).map(({ value }) => JSON.parse(value)),
  }
}
