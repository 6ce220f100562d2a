/**
 * Throughput of the Kafka sink beside the client that its protocol comes from, in pairs: batches of 500
 * messages of 1 KB to a topic of six partitions of a local broker, one batch after the other.
 * `EMULATORS=install node tools/bench/kafka.ts [pairs] [messages]`
 */
import { ProduceAcks, Producer, Admin, stringSerializers } from '@platformatic/kafka'
import { pino } from 'pino'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { createEgress } from '../../server/kernel/src/egress/index.ts'
import type { EventRecord } from '../../server/delivery/src/notifications/message.ts'
import { formatMessage } from '../../server/sinks/src/sinks/batches.ts'
import { kafka } from '../../server/sinks/src/sinks/kafka/kafka.ts'
import { startKafkaAlone } from '../testing/src/kafka-broker.ts'

const pairs = Number(process.argv[2] ?? 7)
const messages = Number(process.argv[3] ?? 20_000)
const batch = 500
const topic = 'events'

const broker = await startKafkaAlone()
const to = { clientId: 'bench', bootstrapBrokers: [broker.plain] }
const admin = new Admin(to)
await admin.createTopics({ topics: [topic], partitions: 6, replicas: 1 })
await admin.close()

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
const sink = kafka.open(
  {
    ...{ id: 'dest_1', projectId: 'proj_1', name: 'topic' },
    metadata: { bootstrapServers: broker.plain, topic },
    credentials: {},
  },
  {
    ...{ egress, log: pino({ level: 'silent' }), timeoutMs: 60_000, isDevelopment: true },
    ...{ hasServerLog: false, sendsTraceparent: false, awsRoleProjects: [] },
    awsRole: () => Promise.reject(new Error('There is no role.')),
    streams: { append: () => Promise.reject(new Error('Nothing is stored.')) },
  },
)
const producer = new Producer({ ...to, idempotent: true, serializers: stringSerializers })

const toBody = (index: number) => ({
  action: 'read',
  ...{ installationId: `inst_${index % 50}`, objectName: 'contact', text: 'x'.repeat(1000) },
})
const events: EventRecord[] = Array.from({ length: batch }, (_, index) => ({
  ...{ id: newId('evt'), projectId: 'proj_1', type: 'read', body: JSON.stringify(toBody(index)) },
}))

const sendBySink = async () => {
  const outcomes = await sink.send(events)
  if (!outcomes.every(({ succeeded }) => succeeded)) throw new Error(JSON.stringify(outcomes[0]))
}
const sendByClient = async () => {
  await producer.send({
    acks: ProduceAcks.ALL,
    messages: events.map((event, index) => ({
      topic,
      ...{ key: `inst_${index % 50}/contact`, value: formatMessage(event) },
      headers: { eventId: event.id, eventType: event.type },
    })),
  })
}

/** Returns messages per second. */
async function measure(send: () => Promise<void>): Promise<number> {
  const began = performance.now()
  for (let sent = 0; sent < messages; sent += batch) await send()
  return (messages / (performance.now() - began)) * 1000
}

// Both are compiled before they are compared.
await measure(sendBySink)
await measure(sendByClient)
const ratios: number[] = []
for (let pair = 0; pair < pairs; pair++) {
  const order = pair % 2 === 0 ? [sendBySink, sendByClient] : [sendByClient, sendBySink]
  const rates = new Map<() => Promise<void>, number>()
  for (const send of order) rates.set(send, await measure(send))
  const [ours, theirs] = [rates.get(sendBySink)!, rates.get(sendByClient)!]
  ratios.push(ours / theirs)
  console.log(
    `sink ${Math.round(ours)}/s, client ${Math.round(theirs)}/s, ratio ${(ours / theirs).toFixed(2)}`,
  )
}
const sorted = ratios.toSorted((a, b) => a - b)
console.log(`median ratio ${sorted[Math.floor(pairs / 2)]!.toFixed(2)}`)
sink.close()
await producer.close()
await egress.close()
await broker.stop()
