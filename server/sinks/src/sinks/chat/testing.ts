import type { DestinationMetadata } from '@platform/contract'
import { givenHttp } from '../testing/sink-world.ts'

/** Starts a stand-in of an incoming webhook that answers as Slack does. */
export async function givenChat(metadata?: DestinationMetadata) {
  const { url, requests } = await givenHttp(200, { body: 'ok' })
  return {
    metadata: { ...metadata },
    credentials: { chatUrl: `${url}services/T0/B0/s3cret` },
    texts: () => requests.map(({ body }) => body.text as string),
    /** A chat receives a text, and no message. */
    arrived: async () => [],
  }
}
