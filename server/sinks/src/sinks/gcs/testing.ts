import type { DestinationMetadata } from '@platform/contract'
import { startStorageEmulator } from '@platform/testing/emulators'
import { readMessages } from '../files/testing.ts'
import { pubSubAccountKey } from '../pubsub/testing.ts'

/** Creates a bucket in the emulator of Cloud Storage. */
export async function givenGcsBucket(metadata?: DestinationMetadata) {
  const endpointUrl = await startStorageEmulator()
  const bucket = `events-${process.pid}-${Math.random().toString(36).slice(2)}`
  const ask = async (path: string, init?: RequestInit) => {
    const reply = await fetch(`${endpointUrl}/storage/v1/b${path}`, init)
    if (!reply.ok) throw new Error(`Storage answered ${reply.status}: ${await reply.text()}`)
    return reply
  }
  await ask('', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: bucket }),
  })
  return {
    metadata: { endpointUrl, bucket, ...metadata },
    credentials: { serviceAccountKey: pubSubAccountKey },
    async arrived() {
      const { items = [] } = (await (await ask(`/${bucket}/o`)).json()) as {
        items?: { name: string; metadata?: Record<string, string> }[]
      }
      const files = await Promise.all(
        items.map(async ({ name: key, metadata: attributes = {} }) => ({
          ...{ key, attributes },
          bytes: new Uint8Array(
            await (await ask(`/${bucket}/o/${encodeURIComponent(key)}?alt=media`)).arrayBuffer(),
          ),
        })),
      )
      return (await Promise.all(files.map(readMessages))).flat()
    },
  }
}
