import { randomUUID } from 'node:crypto'
import { jetstreamManager, StorageType, type StreamConfig } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { onTestFinished } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { must } from '@platform/kernel/values'
import { natsUser, startSharedNats } from '@platform/testing/nats-server'

interface StoredMessage {
  subject: string
  headers: Record<string, string>
  message: any
}

/** Creates a stream, and reads it with NATS's own client. */
export async function givenNats(
  metadata?: DestinationMetadata,
  {
    server,
    authenticator,
    stream: settings,
  }: {
    server?: Awaited<ReturnType<typeof startSharedNats>>
    authenticator?: Parameters<typeof connect>[0]
    stream?: Partial<StreamConfig>
  } = {},
) {
  const { username, password } = natsUser
  const { plain: host, secured, authority } = server ?? (await startSharedNats())
  const connection = await connect({
    servers: secured,
    tls: { ca: authority },
    ...(authenticator ?? { user: username, pass: password }),
  })
  onTestFinished(() => connection.close())
  const streams = (await jetstreamManager(connection)).streams
  const name = `events-${randomUUID()}`
  await streams.add({
    ...{ name, subjects: [name, `${name}.>`], storage: StorageType.Memory, num_replicas: 1 },
    ...settings,
  })
  const read = async (): Promise<StoredMessage[]> => {
    const { state } = await streams.info(name)
    return Promise.all(
      Array.from({ length: state.messages }, async (_, index) => {
        const stored = must(
          await streams.getMessage(name, { seq: state.first_seq + index }),
          'message',
        )
        return {
          subject: stored.subject,
          headers: Object.fromEntries(
            [...stored.header].map(([header, values]) => [header, values.join()]),
          ),
          message: stored.json(),
        }
      }),
    )
  }
  return {
    metadata: { host, subject: name, username, ...metadata },
    credentials: { password },
    connection,
    name,
    read,
    arrived: async () => (await read()).map(({ message }) => message),
  }
}
