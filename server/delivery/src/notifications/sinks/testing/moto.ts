import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DestinationMetadata } from '@platform/contract'
import { startMoto } from '@platform/testing/emulators'

const account = '123456789012'
const region = 'us-east-1'

interface MotoWorld {
  metadata: DestinationMetadata
  credentials: { awsKeyId: string; awsSecretKey: string }
  arrived(): Promise<{ id: string; type: string; data: unknown }[]>
}

/** Calls the emulator as a client of the service, outside of what is tested. */
async function askMoto(
  url: string,
  service: string,
  { target, body }: { target?: string; body: object },
): Promise<string> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      // The emulator reads service and region from it, and verifies nothing.
      authorization: `AWS4-HMAC-SHA256 Credential=S3RVER/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`,
      ...(target
        ? { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target }
        : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body: target ? JSON.stringify(body) : String(new URLSearchParams({ ...body })),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`moto answered ${reply.status}: ${text}`)
  return text
}

const Received = z.object({
  Messages: z.array(z.object({ Body: z.string(), ReceiptHandle: z.string() })).default([]),
})

/** Creates a queue and returns its URL and a function that empties it. */
async function givenQueue({ isFifo }: { isFifo: boolean }) {
  const url = await startMoto()
  const name = `events-${randomUUID()}${isFifo ? '.fifo' : ''}`
  const Attributes = isFifo ? { FifoQueue: 'true' } : {}
  const ask = (action: string, body: object) =>
    askMoto(url, 'sqs', { target: `AmazonSQS.${action}`, body })
  await ask('CreateQueue', { QueueName: name, Attributes })
  const queueUrl = `${url}/${account}/${name}`
  const bodies: string[] = []
  const receive = async () => {
    for (;;) {
      const text = await ask('ReceiveMessage', { QueueUrl: queueUrl, MaxNumberOfMessages: 10 })
      const { Messages } = Received.parse(JSON.parse(text))
      if (Messages.length === 0) return bodies
      bodies.push(...Messages.map(({ Body }) => Body))
      const Entries = Messages.map(({ ReceiptHandle }, index) => ({
        Id: String(index),
        ReceiptHandle,
      }))
      await ask('DeleteMessageBatch', { QueueUrl: queueUrl, Entries })
    }
  }
  const arn = `arn:aws:sqs:${region}:${account}:${name}`
  return { url, name, queueUrl, arn, receive }
}

const credentials = { awsKeyId: 'S3RVER', awsSecretKey: 'S3RVER' }

export const givenSqs =
  ({ isFifo }: { isFifo: boolean }) =>
  async (metadata?: DestinationMetadata): Promise<MotoWorld> => {
    const { url, queueUrl, receive } = await givenQueue({ isFifo })
    return {
      metadata: { endpointUrl: url, region, queueUrl, ...metadata },
      credentials,
      arrived: async () => (await receive()).map((body) => JSON.parse(body)),
    }
  }

/** Creates a topic that a queue subscribes to. */
export const givenSns =
  ({ isFifo }: { isFifo: boolean }) =>
  async (metadata?: DestinationMetadata): Promise<MotoWorld> => {
    const { url, name, arn, receive } = await givenQueue({ isFifo })
    const ask = (Action: string, body: object) =>
      askMoto(url, 'sns', { body: { Action, Version: '2010-03-31', ...body } })
    await ask('CreateTopic', {
      Name: name,
      ...(isFifo && {
        'Attributes.entry.1.key': 'FifoTopic',
        'Attributes.entry.1.value': 'true',
      }),
    })
    const topicArn = `arn:aws:sns:${region}:${account}:${name}`
    await ask('Subscribe', {
      ...{ TopicArn: topicArn, Protocol: 'sqs', Endpoint: arn },
      'Attributes.entry.1.key': 'RawMessageDelivery',
      'Attributes.entry.1.value': 'true',
    })
    return {
      metadata: { endpointUrl: url, topicArn, ...metadata },
      credentials,
      arrived: async () => (await receive()).map((body) => JSON.parse(body)),
    }
  }

/** Creates a bus, and a rule that sends its events of the platform to a queue. */
export async function givenEventBridge(metadata?: DestinationMetadata): Promise<MotoWorld> {
  const { url, name, arn, receive } = await givenQueue({ isFifo: false })
  const ask = (action: string, body: object) =>
    askMoto(url, 'events', { target: `AWSEvents.${action}`, body })
  await ask('CreateEventBus', { Name: name })
  await ask('PutRule', {
    ...{ Name: name, EventBusName: name },
    EventPattern: JSON.stringify({ source: ['platform'] }),
  })
  await ask('PutTargets', {
    ...{ Rule: name, EventBusName: name },
    Targets: [{ Id: 'queue', Arn: arn }],
  })
  return {
    metadata: {
      endpointUrl: url,
      eventBusArn: `arn:aws:events:${region}:${account}:event-bus/${name}`,
      ...metadata,
    },
    credentials,
    arrived: async () => (await receive()).map((body) => JSON.parse(body).detail),
  }
}
