import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { onTestFinished } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { rabbitMqUser, startRabbitMq, type RabbitMq } from '@platform/testing/rabbitmq-broker'

const require = createRequire(import.meta.url)

interface ReceivedMessage {
  messageId: string
  /** Parsed, if its content type is JSON. */
  body: any
}

/** What tests use of the package `rabbitmq-client`. */
interface RabbitMqClient {
  on(event: 'error', handle: (error: Error) => void): void
  close(): Promise<void>
  queueDeclare(options: { queue: string; durable: true; arguments?: object }): Promise<unknown>
  exchangeDeclare(options: { exchange: string; type: 'topic' }): Promise<unknown>
  queueBind(options: { queue: string; exchange: string; routingKey: string }): Promise<unknown>
  basicGet(options: { queue: string; noAck: true }): Promise<ReceivedMessage | undefined>
}

/** Declares a queue, and reads it with another client. */
export async function givenRabbitMq(
  metadata?: DestinationMetadata,
  { broker, queueArguments }: { broker?: RabbitMq; queueArguments?: object } = {},
) {
  const { plain } = broker ?? (await startRabbitMq())
  const { username, password } = rabbitMqUser
  const queue = `events-${randomUUID()}`
  const { Connection } = require('rabbitmq-client') as {
    Connection: new (url: string) => RabbitMqClient
  }
  const client = new Connection(`amqp://${username}:${password}@${plain}`)
  client.on('error', () => {})
  onTestFinished(() => client.close())
  await client.queueDeclare({
    queue,
    durable: true,
    ...(queueArguments && { arguments: queueArguments }),
  })

  const read = async (): Promise<ReceivedMessage[]> => {
    const found: ReceivedMessage[] = []
    for (;;) {
      const message = await client.basicGet({ queue, noAck: true })
      if (!message) return found
      found.push(message)
    }
  }
  return {
    metadata: { host: plain, queue, username, ...metadata },
    credentials: { password },
    client,
    queue,
    read,
    arrived: async () => (await read()).map(({ body }) => body),
  }
}
