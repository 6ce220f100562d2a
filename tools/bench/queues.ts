/**
 * Throughput of the SQS sink beside AWS's own client in pairs: batches of ten messages of 1 KB, eight
 * at a time, to a process that accepts everything at once.
 * `node tools/bench/queues.ts [pairs] [messages]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { pino } from 'pino'
import { newId } from '../../server/kernel/src/db/new-id.ts'
import { createEgress } from '../../server/kernel/src/egress/index.ts'
import type { EventRecord } from '../../server/delivery/src/notifications/message.ts'
import { formatMessage } from '../../server/sinks/src/sinks/batches.ts'
import { sqs } from '../../server/sinks/src/sinks/sqs/sqs.ts'

const pairs = Number(process.argv[2] ?? 7)
const messages = Number(process.argv[3] ?? 20_000)
const concurrency = 8
const batch = 10

const receiver = fork(new URL('queues/receiver.ts', import.meta.url))
const [port] = (await once(receiver, 'message')) as [number]
const endpoint = `http://127.0.0.1:${port}`
const QueueUrl = `${endpoint}/123456789012/events`
const [awsKeyId, awsSecretKey] = ['AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY']

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] })
const sink = sqs.open(
  {
    ...{ id: 'dest_1', projectId: 'proj_1', name: 'queue' },
    metadata: { queueUrl: QueueUrl, region: 'eu-west-1', endpointUrl: endpoint },
    credentials: { awsKeyId, awsSecretKey },
  },
  {
    ...{ egress, log: pino({ level: 'silent' }), timeoutMs: 60_000, isDevelopment: true },
    ...{ hasServerLog: false, sendsTraceparent: false, awsRoleProjects: [] },
    awsRole: () => Promise.reject(new Error('There is no role.')),
    streams: { append: () => Promise.reject(new Error('Nothing is stored.')) },
  },
)
const client = new SQSClient({
  ...{ region: 'eu-west-1', endpoint, md5: false },
  credentials: { accessKeyId: awsKeyId, secretAccessKey: awsSecretKey },
  requestHandler: new NodeHttpHandler({ httpAgent: { keepAlive: true, maxSockets: concurrency } }),
})

const events: EventRecord[] = Array.from({ length: batch }, () => ({
  id: newId('evt'),
  projectId: 'proj_1',
  type: 'read',
  body: JSON.stringify({ action: 'read', objectName: 'contact', text: 'x'.repeat(1000) }),
}))

const sendBySink = async () => {
  const outcomes = await sink.send(events)
  if (!outcomes.every(({ succeeded }) => succeeded)) throw new Error(JSON.stringify(outcomes[0]))
}
const sendByClient = async () => {
  const Entries = events.map((event, index) => ({
    Id: String(index),
    MessageBody: formatMessage(event),
    MessageAttributes: {
      eventId: { DataType: 'String', StringValue: event.id },
      eventType: { DataType: 'String', StringValue: event.type },
    },
  }))
  const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
  if (Failed.length > 0) throw new Error(JSON.stringify(Failed[0]))
}

/** Returns messages per second. */
async function measure(send: () => Promise<void>): Promise<number> {
  let left = messages / batch
  const began = performance.now()
  const sendAll = async () => {
    while (left-- > 0) await send()
  }
  await Promise.all(Array.from({ length: concurrency }, sendAll))
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
client.destroy()
await egress.close()
receiver.kill()
