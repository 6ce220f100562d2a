import type { SinkEvent } from '../event.ts'
import type { SinkWorld } from '../testing/sink-world.ts'

/** Keeps a stream in memory. Streams of the server are in PostgreSQL, and tested there. */
export async function givenStreamInMemory(): Promise<SinkWorld> {
  const stored: SinkEvent[] = []
  return {
    metadata: {},
    credentials: {},
    streams: { append: async (_stream, events) => void stored.push(...events) },
    arrived: async () =>
      stored.map(({ id, type, body }) => {
        const message = JSON.parse(body)
        return { id, type, data: message.data ?? message }
      }),
  }
}
