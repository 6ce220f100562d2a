import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { startMoto } from '@platform/testing/emulators'

export const awsAccount = '123456789012'
export const region = 'us-east-1'

/** Calls the emulator as a client of the service, outside of what is tested. */
export async function askMoto(
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
export async function givenQueue({ isFifo }: { isFifo: boolean }) {
  const url = await startMoto()
  const name = `events-${randomUUID()}${isFifo ? '.fifo' : ''}`
  const Attributes = isFifo ? { FifoQueue: 'true' } : {}
  const ask = (action: string, body: object) =>
    askMoto(url, 'sqs', { target: `AmazonSQS.${action}`, body })
  await ask('CreateQueue', { QueueName: name, Attributes })
  const queueUrl = `${url}/${awsAccount}/${name}`
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
  const arn = `arn:aws:sqs:${region}:${awsAccount}:${name}`
  return { url, name, queueUrl, arn, receive }
}

export const credentials = { awsKeyId: 'S3RVER', awsSecretKey: 'S3RVER' }
