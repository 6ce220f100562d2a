import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DestinationMetadata } from '@platform/contract'
import { startPubSub } from '@platform/testing/emulators'
import { parseReplyBody } from '../batches.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const servicePublicKey = publicKey

/** The key file of a service account, as Google Cloud creates it. */
export const pubSubAccountKey = JSON.stringify({
  type: 'service_account',
  project_id: 'acme-test',
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'platform@acme-test.iam.gserviceaccount.com',
  token_uri: 'https://evil.example/token',
})

const Pulled = z.object({
  receivedMessages: z
    .array(
      z.object({
        ackId: z.string(),
        message: z.object({ data: z.string(), orderingKey: z.string().optional() }),
      }),
    )
    .default([]),
})

/** Creates a topic with a subscription that keeps the order of messages with one ordering key. */
export async function givenPubSub(metadata?: DestinationMetadata) {
  const url = await startPubSub()
  const [topic, subscription] = ['topics', 'subscriptions'].map(
    (kind) => `projects/acme-test/${kind}/events-${randomUUID()}`,
  ) as [string, string]
  const ask = async (method: string, path: string, body: object) => {
    const reply = await fetch(`${url}/v1/${path}`, { method, body: JSON.stringify(body) })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`Pub/Sub answered ${reply.status}: ${text}`)
    return text
  }
  await ask('PUT', topic, {})
  await ask('PUT', subscription, { topic, enableMessageOrdering: true, ackDeadlineSeconds: 600 })
  const bodies: string[] = []
  return {
    metadata: { endpointUrl: url, topic, ...metadata },
    credentials: { serviceAccountKey: pubSubAccountKey },
    async arrived() {
      for (;;) {
        const text = await ask('POST', `${subscription}:pull`, {
          maxMessages: 1000,
          returnImmediately: true,
        })
        const received = parseReplyBody(Pulled, text)?.receivedMessages ?? []
        if (received.length === 0) return bodies.map((body) => JSON.parse(body))
        bodies.push(
          ...received.map(({ message }) => Buffer.from(message.data, 'base64').toString()),
        )
        await ask('POST', `${subscription}:acknowledge`, {
          ackIds: received.map(({ ackId }) => ackId),
        })
      }
    },
  }
}
